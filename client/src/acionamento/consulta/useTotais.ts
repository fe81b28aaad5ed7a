import { useFragment } from "@apollo/client/react";
import type { ConsultaTotaisAnterioresFragment, ConsultaTotaisFragment } from "../../gql/graphql.ts";
import { TotaisAnterioresFragment, TotaisFragment } from "./consulta.query.ts";

type Totais = Partial<
  Pick<ConsultaTotaisFragment, "totaisPorStatus"> & Pick<ConsultaTotaisAnterioresFragment, "anoAnterior">
>;

/**
 * The totals of a year and the one before, as far as they have come. The year is the one that the screen has asked for: at
 * midnight, or once the gateway's clock is known, the current one may be another.
 */
export function useTotais(ano: number): Totais {
  const variables = { ano, anoAnterior: ano - 1 };
  const { data: current } = useFragment({
    fragment: TotaisFragment,
    fragmentName: "ConsultaTotais",
    from: "ROOT_QUERY",
    variables,
  });
  const { data: before } = useFragment({
    fragment: TotaisAnterioresFragment,
    fragmentName: "ConsultaTotaisAnteriores",
    from: "ROOT_QUERY",
    variables,
  });
  return {
    ...(current as Partial<ConsultaTotaisFragment>),
    ...(before as Partial<ConsultaTotaisAnterioresFragment>),
  };
}
