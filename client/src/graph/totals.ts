import { graphql } from "../gql/gql.ts";

/** The number of acionamentos of a month and status. The dashboard and the list count by it. */
export const TotalDoMesFragment = graphql(`
  fragment TotalDoMes on TotalMensal {
    mes
    status {
      codigo
      descricao
    }
    quantidade
  }
`);
