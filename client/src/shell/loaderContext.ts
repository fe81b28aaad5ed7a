/** Gives loaders the history state, which React Router does not pass. A search text with a CPF is there, and in no address. */
import { createContext, type Location, RouterContextProvider } from "react-router";

interface Router {
  readonly state: { readonly location: Location; readonly navigation: { readonly location?: Location | undefined } };
}

const routerContext = createContext<() => Router>();

/** The router option `getContext`. */
export function createLoaderContext(router: () => Router): RouterContextProvider {
  return new RouterContextProvider(new Map([[routerContext, router]]));
}

/** The location that the loader loads for. */
export function destinationOf(context: Readonly<RouterContextProvider>): Location {
  const { location, navigation } = context.get(routerContext)().state;
  return navigation.location ?? location;
}
