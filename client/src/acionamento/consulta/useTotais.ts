import { useFragment } from "@apollo/client/react";
import type { ConsultaTotaisAnterioresFragment, ConsultaTotaisFragment } from "../../gql/graphql.ts";
import { thisYear, TotaisAnterioresFragment, TotaisFragment } from "./consulta.query.ts";

type Totais = Partial<
  Pick<ConsultaTotaisFragment, "totaisPorStatus"> & Pick<ConsultaTotaisAnterioresFragment, "anoAnterior">
>;

/** The totals of this year and the last one, as far as they have come. */
export function useTotais(): Totais {
  const variables = { ano: thisYear(), anoAnterior: thisYear() - 1 };
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
