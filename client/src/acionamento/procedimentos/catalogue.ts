import { useFragment } from "@apollo/client/react";
import { ProcedimentoCatalogueFragmentDoc, type ProcedimentoCatalogueFragment } from "../../gql/graphql.ts";

export type CatalogueProcedimento = NonNullable<ProcedimentoCatalogueFragment["procedimentos"]>[number];

/** The procedures that can be chosen; null if they could not be loaded. */
export function useCatalogue(): readonly CatalogueProcedimento[] | null {
  const { data, dataState } = useFragment({ fragment: ProcedimentoCatalogueFragmentDoc, from: "ROOT_QUERY" });
  return dataState === "complete" ? data.procedimentos : null;
}
