/** The statuses that the figures of the dashboard know: those of the lists that a total opens. */
import { useCachedFragment } from "../graph/useCachedFragment.ts";
import { TotaisDoAnoFragmentDoc, type StatusPorSeguradoraFragment, type TotaisDoAnoFragment } from "../gql/graphql.ts";
import { thisYear } from "../format/date.ts";

/** The statuses of the acionamentos opened this month. */
export function monthStatuses(painel: StatusPorSeguradoraFragment | null): readonly string[] {
  const totals = (painel?.statusPorSeguradoraNoMes ?? []).flatMap(({ totais }) => totais);
  return [...new Set(totals.map(({ status }) => status.codigo))].toSorted();
}

/** The same and those of the acionamentos opened this year. */
export function useKnownStatuses(ofMonth: readonly string[]): readonly string[] {
  const { data } = useCachedFragment({
    fragment: TotaisDoAnoFragmentDoc,
    fragmentName: "TotaisDoAno",
    from: "ROOT_QUERY",
    variables: { ano: thisYear() },
  });
  const { totaisPorStatus } = data as Partial<TotaisDoAnoFragment>;
  return [...new Set([...ofMonth, ...(totaisPorStatus ?? []).map(({ status }) => status.codigo)])].toSorted();
}
