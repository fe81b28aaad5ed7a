import { loadMenu, preloadScreen } from "../../shell/menu.ts";
import { sinistroIn } from "../address.ts";
import { ReaberturaDocument } from "../../gql/graphql.ts";

/** Loads whether the acionamento in the address may be reopened; null without a claim number. */
export async function loadReabertura({ request }: { readonly request: Request }) {
  const sinistro = sinistroIn(new URL(request.url).search);
  if (sinistro === "") return loadMenu();
  // Not from the cache: it may have been reopened meanwhile.
  return preloadScreen(ReaberturaDocument, { sinistro }, { fetchPolicy: "network-only" });
}
