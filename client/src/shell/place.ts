/**
 * Where the router is going. A loader is told the address alone; what must not stand in an address, since it is about a
 * person, stands in the state of the place in the history. A loader asks for it here.
 */
import { createContext, type Location, RouterContextProvider } from "react-router";

interface Router {
  readonly state: { readonly location: Location; readonly navigation: { readonly location?: Location | undefined } };
}

const routerContext = createContext<() => Router>();

/** What a router tells its loaders: for its option `getContext`. */
export function contextOf(router: () => Router): RouterContextProvider {
  return new RouterContextProvider(new Map([[routerContext, router]]));
}

/** The place that a loader loads for. */
export function placeIn(context: Readonly<RouterContextProvider>): Location {
  const { location, navigation } = context.get(routerContext)().state;
  return navigation.location ?? location;
}
