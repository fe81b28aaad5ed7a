import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { serverNow } from "../clock.ts";

/** The seconds until an instant by the gateway's clock; updates itself. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(serverNow);
  useInterval(() => setNow(serverNow()), 1000, { autoInvoke: true });
  return Math.max(0, Math.ceil((instant - now) / 1000));
}
