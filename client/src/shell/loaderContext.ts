/** Gives loaders the history state, which React Router does not pass. Personal data are there, and in no address. */
import { createContext, type Location, RouterContextProvider } from "react-router";

interface Router {
  readonly navigate: (to: string) => Promise<void>;
  readonly state: { readonly location: Location; readonly navigation: { readonly location?: Location | undefined } };
}

const routerContext = createContext<() => Router>();

/** The router option `getContext`. */
export function createLoaderContext(router: () => Router): RouterContextProvider {
  return new RouterContextProvider(new Map([[routerContext, router]]));
}

export function routerOf(context: Readonly<RouterContextProvider>): Router {
  return context.get(routerContext)();
}

/** The location that the loader loads for. */
export function destinationOf(context: Readonly<RouterContextProvider>): Location {
  const { location, navigation } = routerOf(context).state;
  return navigation.location ?? location;
}
