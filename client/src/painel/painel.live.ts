import { graphql } from "../gql/gql.ts";

/** The dashboard, whenever one of its figures changes. */
export const PainelLive = graphql(`
  subscription PainelLive {
    painel {
      ...AbertosHoje
      ...AbertosNoMes
      ...FaturadosNoMes
      ...SeguradorasAtivas
      ...StatusPorSeguradora
    }
  }
`);

/** The totals of a year. A second stream, since a subscription has one root field. */
export const TotaisLive = graphql(`
  subscription TotaisLive($ano: Int!) {
    totaisPorStatus(ano: $ano) {
      ...TotalDoMes @unmask
    }
  }
`);
