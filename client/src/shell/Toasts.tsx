import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { currentSession } from "../session.ts";

/** The quiet good news. What was told in a session goes with it: the next person at this screen does not read it. */
export function Toasts() {
  useEffect(
    () => () => {
      if (!currentSession()) notifications.clean();
    },
    [],
  );
  return <Notifications position="bottom-right" autoClose={5000} />;
}
