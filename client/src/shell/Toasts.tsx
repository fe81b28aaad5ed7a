import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { currentSession } from "../session.ts";

/** Toast notifications. They are cleared at the end of a session. */
export function Toasts() {
  useEffect(
    () => () => {
      if (!currentSession()) notifications.clean();
    },
    [],
  );
  return <Notifications position="bottom-right" autoClose={5000} />;
}
