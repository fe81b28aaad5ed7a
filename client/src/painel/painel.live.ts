import { graphql } from "../gql/gql.ts";

/**
 * The dashboard with the totals of a year, whenever one of its figures changes: one stream, since a browser opens few
 * connections to a server.
 */
export const PainelLive = graphql(`
  subscription PainelLive($ano: Int!) {
    painel {
      ...PainelFigures @unmask
      totaisPorStatus(ano: $ano) {
        ...TotalDoMes @unmask
      }
    }
  }
`);
