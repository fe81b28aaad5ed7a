import { Notifications, notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { currentSession } from "../session.ts";

/** Toast notifications, over the top bar: no button of a screen is below. They are cleared at the end of a session. */
export function Toasts() {
  useEffect(
    () => () => {
      if (!currentSession()) notifications.clean();
    },
    [],
  );
  return <Notifications className="no-print" position="top-center" autoClose={5000} />;
}
