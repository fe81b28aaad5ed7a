import { today } from "../format/date.ts";
import { graphql } from "../gql/gql.ts";
import { currentSession } from "../session.ts";
import { mayHandle } from "../shell/permission.ts";
import { cachedMenu } from "../shell/menu.ts";
import { OPEN_STATUSES } from "../status.ts";

/**
 * The queue: acionamentos in progress that wait longest, those opened today, and those with an event of the user. All three
 * are taken from the same lists of the services. The statuses are variables each, so that the graph counts their calls.
 */
export const FilaFragment = graphql(`
  fragment Fila on Query {
    esperando: acionamentos(
      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto] }
      ordem: ABERTURA_ASC
      first: 4
    ) {
      ...FilaList @unmask
    }
    deHoje: acionamentos(
      filtro: {
        statusEm: [$aberto, $emAnalise, $autorizado, $reaberto]
        periodo: { por: ABERTURA, de: $hoje, ate: $hoje }
      }
      ordem: ABERTURA_ASC
      first: 4
    ) {
      ...FilaList @unmask
    }
    meus: acionamentos(
      filtro: { statusEm: [$aberto, $emAnalise, $autorizado, $reaberto], usuario: $nome }
      ordem: ABERTURA_ASC
      first: 4
    ) {
      ...FilaList @unmask
    }
  }
`);

/** With its rows, which are not masked, as those of the list. */
export const FilaListFragment = graphql(`
  fragment FilaList on AcionamentoConnection {
    totalCount
    edges {
      node {
        id
        sinistro
        ...FilaRow @unmask
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
`);

export const FilaRowFragment = graphql(`
  fragment FilaRow on Acionamento {
    id
    sinistro
    abertoEm
    status {
      codigo
      descricao
    }
    segurado {
      cpfCnpj
      nome
    }
    pet {
      id
      nome
    }
  }
`);

export const FilaQuery = graphql(`
  query Fila($hoje: Date!, $nome: String!, $aberto: ID!, $emAnalise: ID!, $autorizado: ID!, $reaberto: ID!) {
    ...Fila
  }
`);

/** The statuses of the queue. */
export const IN_PROGRESS = Object.values(OPEN_STATUSES);

/** The variables of the queue. It is for users who may open or reopen acionamentos. */
export function filaVariables() {
  const nome = currentSession()?.usuario.nome ?? "";
  return { hoje: today(), nome, ...OPEN_STATUSES, comFila: nome !== "" && mayHandle(cachedMenu()) };
}
