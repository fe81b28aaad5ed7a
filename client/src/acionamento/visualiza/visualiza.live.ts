import { graphql } from "../../gql/gql.ts";

/** The selection of the view's query, whenever it changes. */
export const VisualizaLive = graphql(`
  subscription VisualizaLive($sinistro: String!) {
    acionamento(sinistro: $sinistro) {
      id
      sinistro
      ...AcionamentoView @unmask
      ...VisualizaRegister
    }
  }
`);
