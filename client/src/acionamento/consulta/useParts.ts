import { useFragment } from "@apollo/client/react";
import { ConsultaPartsFragmentDoc, type ConsultaPartsFragment } from "../../gql/graphql.ts";

export type Parts = Partial<ConsultaPartsFragment>;

/**
 * The totals of a year and the one before, and the insurers, as far as they have come. The year is the one that the screen
 * has asked for: at midnight, or once the gateway's clock is known, the current one may be another.
 */
export function useParts(ano: number): Parts {
  const { data } = useFragment({
    fragment: ConsultaPartsFragmentDoc,
    fragmentName: "ConsultaParts",
    from: "ROOT_QUERY",
    variables: { ano, anoAnterior: ano - 1 },
  });
  return data as Parts;
}
