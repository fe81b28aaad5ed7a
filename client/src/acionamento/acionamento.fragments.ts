/** Fields that several screens read of an acionamento. A screen spreads a fragment with `@unmask` to read its fields itself. */
import { graphql } from "../gql/gql.ts";

/** What an acionamento is about, as in an e-mail of it. */
export const AcionamentoResumoFragment = graphql(`
  fragment AcionamentoResumo on Acionamento {
    sinistro
    autorizacao
    status {
      codigo
      descricao
    }
    abertoEm
    ocorridoEm
    valorTotal
    seguradora {
      id
      nome
    }
    segurado {
      cpfCnpj
      nome
    }
    pet {
      id
      nome
      especie
    }
    procedimentos {
      procedimento {
        id
        descricao
      }
      quantidade
      valor
    }
  }
`);

/** What the view shows, but for the contact data, which are another call to the services. */
export const AcionamentoViewFragment = graphql(`
  fragment AcionamentoView on Acionamento {
    id
    sinistro
    ...VisualizaSummary
    ...AcionamentoResumo
    ...VisualizaDetails
    ...VisualizaSegurado
    ...VisualizaProcedimentos
    ...VisualizaHistorico
  }
`);
