import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { today } from "../../format/date.ts";
import { graphql } from "../../gql/gql.ts";
import type { ConsultaQueryVariables } from "../../gql/graphql.ts";
import { client, preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";
import { destinationOf } from "../../shell/loaderContext.ts";
import { buscaOf, CONSULTA, canonicalSearch, FIRST_STATUS, ordemOf, filterOf } from "./consulta.address.ts";

/** The list, and what stands above it and beside it where that is not there yet. */
export const ConsultaQuery = graphql(`
  query Consulta(
    $filtro: FiltroAcionamentos!
    $busca: String
    $ordem: OrdemAcionamentos!
    $after: String
    $ano: Int!
    $comTotais: Boolean!
    $comSeguradoras: Boolean!
    $comMenu: Boolean!
  ) {
    ...Menu @include(if: $comMenu)
    ...ConsultaTotais @include(if: $comTotais)
    ...ConsultaSeguradoras @include(if: $comSeguradoras)
    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: 50, after: $after) {
      totalCount
      valorTotal
      edges {
        node {
          id
          ...ConsultaRow
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** How many acionamentos each status has. */
export const TotaisFragment = graphql(`
  fragment ConsultaTotais on Query {
    totaisPorStatus(ano: $ano) {
      mes
      quantidade
      status {
        codigo
        descricao
      }
    }
  }
`);

export const SeguradorasFragment = graphql(`
  fragment ConsultaSeguradoras on Query {
    seguradoras {
      id
      nome
      ativa
    }
  }
`);

/** Counts that are older come along with the next list: the services count all day. */
const COUNTS_LAST_MS = 5 * 60 * 1000;
let countedAt = 0;

/** Starts the query of the list, at an address that asks one question. */
export function loadConsulta({ request, context }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const right = canonicalSearch(search);
  const { key, state } = destinationOf(context);
  // Where the address is what the page was opened at, it is in the history already: going back must not lead to it.
  if (right !== undefined) throw (key === "default" ? replace : redirect)(CONSULTA + right);
  const variables: ConsultaQueryVariables = {
    filtro: filterOf(search) ?? { status: FIRST_STATUS },
    busca: buscaOf(state) || null,
    ordem: ordemOf(search),
    ...missing(thisYear()),
  };
  const queryRef = preload(ConsultaQuery, { variables, fetchPolicy: "cache-and-network", errorPolicy: "all" });
  return { queryRef, variables };
}

/** What the loader hands on: the query under way, and what it asks. */
export type Consulta = ReturnType<typeof loadConsulta>;

/** The variables of a page that follows: the list alone. */
export function pageAfter(variables: ConsultaQueryVariables, after: string): ConsultaQueryVariables {
  return { ...variables, after, comMenu: false, comTotais: false, comSeguradoras: false };
}

/** The year that it is in São Paulo. */
export function thisYear(): number {
  return Number(today().slice(0, 4));
}

/** What of the frame the cache does not have yet, or its service failed. */
function missing(ano: number) {
  const root = { id: "ROOT_QUERY", variables: { ano } };
  const hasCounts = !!client.readFragment({ ...root, fragment: TotaisFragment })?.totaisPorStatus;
  const comTotais = !hasCounts || Date.now() - countedAt > COUNTS_LAST_MS;
  if (comTotais) countedAt = Date.now();
  const comSeguradoras = !client.readFragment({ ...root, fragment: SeguradorasFragment })?.seguradoras;
  return { ano, comTotais, comSeguradoras, comMenu: needsMenu() };
}
