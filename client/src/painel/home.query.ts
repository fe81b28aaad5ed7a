import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { loadPainel } from "./painelStore.ts";
import { chosenYear } from "./year.ts";

/** Starts loading the home page. Cached figures are shown meanwhile. */
export function loadHome({ request }: LoaderFunctionArgs): null {
  void loadPainel(chosenYear(new URL(request.url).searchParams));
  return null;
}

/** Changing the year or the view on the open screen does not reload the dashboard. */
export function isNewVisit({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}
