import { graphql } from "../gql/gql.ts";

/** Its parts are not masked: watching the cache for each of them would be most of the work of drawing them. */
export const PainelFragment = graphql(`
  fragment Painel on Query {
    painel {
      ...AbertosHoje @unmask
      ...AbertosNoMes @unmask
      ...FaturadosNoMes @unmask
      ...SeguradorasAtivas @unmask
      ...StatusPorSeguradora @unmask
    }
  }
`);
