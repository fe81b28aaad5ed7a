import { preload } from "../../graph/client.ts";
import { loadMenu, needsMenu } from "../../shell/menu.ts";
import { sinistroIn } from "../address.ts";
import { ReaberturaDocument } from "../../gql/graphql.ts";

/** Loads whether the acionamento in the address may be reopened; null without a claim number. */
export async function loadReabertura({ request }: { readonly request: Request }) {
  const sinistro = sinistroIn(new URL(request.url).search);
  if (sinistro === "") return loadMenu();
  const variables = { sinistro, comMenu: needsMenu() };
  // Not from the cache: it may have been reopened meanwhile.
  return preload(ReaberturaDocument, { variables, fetchPolicy: "network-only", errorPolicy: "all" });
}
