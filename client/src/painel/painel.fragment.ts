import { graphql } from "../gql/gql.ts";

/** The figures of the dashboard. They are not masked: watching the cache for each of them would be most of the work of drawing them. */
export const PainelFiguresFragment = graphql(`
  fragment PainelFigures on Painel {
    ...AbertosHoje @unmask
    ...AbertosNoMes @unmask
    ...FaturadosNoMes @unmask
    ...SeguradorasAtivas @unmask
    ...StatusPorSeguradora @unmask
  }
`);

export const PainelFragment = graphql(`
  fragment Painel on Query {
    painel {
      ...PainelFigures @unmask
    }
  }
`);
