import { useLayoutEffect } from "react";

/** Keeps the frame of index.html until the first screen is loaded. */
export function SplashScreen() {
  useLayoutEffect(() => () => document.querySelector("#frame")?.remove(), []);
  return null;
}
