import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { loadPainel } from "./painelStore.ts";
import { chosenYear } from "./year.ts";

/** Starts the query of the home page. What is known from before stands there meanwhile. */
export function loadHome({ request }: LoaderFunctionArgs): null {
  void loadPainel(chosenYear(new URL(request.url).searchParams));
  return null;
}

/** Another year or another view on the open screen is no other visit: it costs what is not there yet, nothing more. */
export function isNewVisit({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}
