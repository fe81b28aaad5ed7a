import { graphql } from "../../gql/gql.ts";
import { preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";
import { OPEN_STATUSES } from "../../status.ts";

/**
 * An insured's acionamentos in progress, and the statuses that there are. The services list by status only, so the finished
 * ones, which are many, are asked for on demand.
 */
export const SeguradoAcionamentosQuery = graphql(`
  query SeguradoAcionamentos(
    $cpfCnpj: CpfCnpj!
    $aberto: ID!
    $emAnalise: ID!
    $autorizado: ID!
    $reaberto: ID!
    $ano: Int!
    $anoAnterior: Int!
    $comMenu: Boolean!
  ) {
    ...Menu @include(if: $comMenu)
    ...ConsultaTotais
    ...ConsultaTotaisAnteriores
    segurado(cpfCnpj: $cpfCnpj) {
      cpfCnpj
      nome
      acionamentos(statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], first: 100) {
        totalCount
        nodes {
          id
          sinistro
          ...SeguradoRow
        }
      }
    }
  }
`);

export const EncerradosQuery = graphql(`
  query SeguradoEncerrados($cpfCnpj: CpfCnpj!, $statusEm: [ID!]!, $after: String) {
    segurado(cpfCnpj: $cpfCnpj) {
      cpfCnpj
      acionamentos(statusEm: $statusEm, first: 100, after: $after) {
        totalCount
        nodes {
          id
          sinistro
          ...SeguradoRow
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const SeguradoRowFragment = graphql(`
  fragment SeguradoRow on Acionamento {
    id
    sinistro
    abertoEm
    valorTotal
    status {
      codigo
      descricao
    }
    seguradora {
      id
      nome
    }
    pet {
      id
      nome
    }
  }
`);

/** Starts the query of an insured's acionamentos. */
export function preloadSegurado(cpfCnpj: string, ano: number) {
  const variables = { cpfCnpj, ...OPEN_STATUSES, ano, anoAnterior: ano - 1, comMenu: needsMenu() };
  const queryRef = preload(SeguradoAcionamentosQuery, {
    variables,
    fetchPolicy: "network-only",
    errorPolicy: "all",
  });
  return { cpfCnpj, ano, queryRef };
}

export type LoadedSegurado = ReturnType<typeof preloadSegurado>;
