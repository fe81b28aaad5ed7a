import { preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";
import { OPEN_STATUSES } from "../../status.ts";
import { SeguradoAcionamentosDocument } from "../../gql/graphql.ts";

export function preloadSegurado(cpfCnpj: string, ano: number) {
  const variables = { cpfCnpj, ...OPEN_STATUSES, ano, anoAnterior: ano - 1, comMenu: needsMenu() };
  const queryRef = preload(SeguradoAcionamentosDocument, {
    variables,
    fetchPolicy: "network-only",
    errorPolicy: "all",
  });
  return { cpfCnpj, ano, queryRef };
}

export type LoadedSegurado = ReturnType<typeof preloadSegurado>;
