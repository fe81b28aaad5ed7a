/** The statuses that the figures of the dashboard know: those of the lists that a total opens. */
import { graphql } from "../gql/gql.ts";
import { useCachedFragment } from "../graph/useCachedFragment.ts";
import type { StatusPorSeguradoraFragment, TotaisDoAnoFragment } from "../gql/graphql.ts";
import { thisYear } from "../format/date.ts";

export const StatusPorSeguradora = graphql(`
  fragment StatusPorSeguradora on Painel {
    statusPorSeguradoraNoMes {
      seguradora {
        id
        nome
      }
      totais {
        status {
          codigo
          descricao
        }
        quantidade
      }
    }
  }
`);

export const TotaisDoAno = graphql(`
  fragment TotaisDoAno on Query {
    totaisPorStatus(ano: $ano) {
      ...TotalDoMes @unmask
    }
  }
`);

/** The statuses of the acionamentos opened this month. */
export function monthStatuses(painel: StatusPorSeguradoraFragment | null): readonly string[] {
  const totals = (painel?.statusPorSeguradoraNoMes ?? []).flatMap(({ totais }) => totais);
  return [...new Set(totals.map(({ status }) => status.codigo))].toSorted();
}

/** The same and those of the acionamentos opened this year. */
export function useKnownStatuses(ofMonth: readonly string[]): readonly string[] {
  const { data } = useCachedFragment({
    fragment: TotaisDoAno,
    fragmentName: "TotaisDoAno",
    from: "ROOT_QUERY",
    variables: { ano: thisYear() },
  });
  const { totaisPorStatus } = data as Partial<TotaisDoAnoFragment>;
  return [...new Set([...ofMonth, ...(totaisPorStatus ?? []).map(({ status }) => status.codigo)])].toSorted();
}
