import { useInsertionEffect } from "react";
import { Outlet } from "react-router";

/** Shown until the first screen is loaded: the frame of index.html, outside of React. */
export function SplashScreen() {
  return null;
}

/** Every screen. The first one replaces the frame, before any effect measures the page. */
export function Screens() {
  useInsertionEffect(removeFrame, []);
  return <Outlet />;
}

export function removeFrame(): void {
  document.querySelector("#frame")?.remove();
}
