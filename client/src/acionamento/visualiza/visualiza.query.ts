import type { LoaderFunctionArgs } from "react-router";
import { loadMenu, preloadScreen } from "../../shell/menu.ts";
import { sinistroIn } from "../address.ts";
import { VisualizaDocument } from "../../gql/graphql.ts";

/** Starts the query of the acionamento; without a claim number, of the menu only. */
export function loadVisualiza({ request }: LoaderFunctionArgs) {
  const sinistro = sinistroIn(new URL(request.url).search);
  if (sinistro === "") return loadMenu();
  // A just saved one is in the cache; the contact data are loaded.
  return { sinistro, queryRef: preloadScreen(VisualizaDocument, { sinistro }, { returnPartialData: true }) };
}
