import { graphql } from "../../gql/gql.ts";

/** The first page of the list, whenever it changes. */
export const ConsultaLive = graphql(`
  subscription ConsultaLive($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {
    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {
      ...ConsultaPage @unmask
    }
  }
`);

/** The counts of the statuses, which may have changed with the list. */
export const ContagemQuery = graphql(`
  query ContagemPorStatus($ano: Int!) {
    ...ConsultaTotais
  }
`);

/** Writes a first page where the list's query reads it; never sent. */
export const FirstPageQuery = graphql(`
  query FirstPage($filtro: FiltroAcionamentos!, $busca: String, $ordem: OrdemAcionamentos!) {
    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50) {
      ...ConsultaPageHead @unmask
      edges {
        node {
          id
          sinistro
        }
      }
    }
  }
`);
