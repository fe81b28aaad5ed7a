import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { thisYear } from "../../format/date.ts";
import { graphql } from "../../gql/gql.ts";
import type { ConsultaQueryVariables } from "../../gql/graphql.ts";
import { client, preload } from "../../graph/client.ts";
import { needsMenu } from "../../shell/menu.ts";
import { destinationOf } from "../../shell/loaderContext.ts";
import { CONSULTA } from "../../shell/listAddress.ts";
import { buscaOf, canonicalSearch, ordemOf, filterOf } from "./consulta.address.ts";
import { FIRST_STATUS } from "../../status.ts";
import { cpfCnpjIn } from "../address.ts";
import { type LoadedSegurado, preloadSegurado } from "../segurado/segurado.query.ts";

/** The list, with counts, insurers and menu if they are not cached. */
export const ConsultaQuery = graphql(`
  query Consulta(
    $filtro: FiltroAcionamentos!
    $busca: String
    $ordem: OrdemAcionamentos!
    $after: String
    $first: Int! = 50
    $ano: Int!
    $anoAnterior: Int!
    $comTotais: Boolean!
    $comAnoAnterior: Boolean!
    $comSeguradoras: Boolean!
    $comMenu: Boolean!
  ) {
    ...Menu @include(if: $comMenu)
    ...ConsultaTotais @include(if: $comTotais)
    ...ConsultaTotaisAnteriores @include(if: $comAnoAnterior)
    ...ConsultaSeguradoras @include(if: $comSeguradoras)
    acionamentos(filtro: $filtro, busca: $busca, ordem: $ordem, first: $first, after: $after) {
      ...ConsultaPage @unmask
    }
  }
`);

/** A page with its rows, which are not masked: watching the cache for each of them would be most of the work of drawing them. */
export const PageFragment = graphql(`
  fragment ConsultaPage on AcionamentoConnection {
    ...ConsultaPageHead @unmask
    edges {
      node {
        id
        sinistro
        ...ConsultaRow @unmask
      }
    }
  }
`);

/** What a page says of the list, apart from its rows. */
export const PageHeadFragment = graphql(`
  fragment ConsultaPageHead on AcionamentoConnection {
    totalCount
    valorTotal
    pageInfo {
      endCursor
      hasNextPage
    }
  }
`);

/** Counts by status. */
export const TotaisFragment = graphql(`
  fragment ConsultaTotais on Query {
    totaisPorStatus(ano: $ano) {
      ...TotalDoMes @unmask
    }
  }
`);

/** Last year's counts: in January they know the statuses that no acionamento of this year has had yet. */
export const TotaisAnterioresFragment = graphql(`
  fragment ConsultaTotaisAnteriores on Query {
    anoAnterior: totaisPorStatus(ano: $anoAnterior) {
      ...TotalDoMes @unmask
    }
  }
`);

/** The name of a status, which comes with totals of any year, rows and histories. */
export const StatusNameFragment = graphql(`
  fragment StatusName on Status {
    codigo
    descricao
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

/** What comes with the first list: totals and insurers. Only read from the cache. */
export const PartsFragment = graphql(`
  fragment ConsultaParts on Query {
    ...ConsultaTotais @unmask
    ...ConsultaTotaisAnteriores @unmask
    ...ConsultaSeguradoras @unmask
  }
`);

/** Older counts are reloaded with the next list. */
const COUNTS_TTL_MS = 5 * 60 * 1000;
let countedAt = 0;

/** Starts the query of the list, or of the insured of the history state; redirects to the canonical address first. */
export function loadConsulta({ request, context }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const right = canonicalSearch(search);
  const destination = destinationOf(context);
  const cpfCnpj = cpfCnpjIn(destination.state);
  if (search === "" && cpfCnpj !== undefined) return preloadSegurado(cpfCnpj, thisYear());
  // The initial address is in the history already: replace it, so that going back does not return to it.
  if (right !== undefined) throw (destination.key === "default" ? replace : redirect)(CONSULTA + right);
  const variables: ConsultaQueryVariables = {
    filtro: filterOf(search) ?? { status: FIRST_STATUS },
    busca: buscaOf(destination) || null,
    ordem: ordemOf(search),
    ...missing(thisYear()),
  };
  const queryRef = preload(ConsultaQuery, { variables, fetchPolicy: "cache-and-network", errorPolicy: "all" });
  return { queryRef, variables };
}

/** The loader's data of a list: query reference and variables. */
export type Consulta = Exclude<ReturnType<typeof loadConsulta>, LoadedSegurado>;

/** The variables of a page of so many rows after a cursor, or of the first one: the list only. */
export function pageAfter(
  variables: ConsultaQueryVariables,
  after: string | null,
  first: number,
): ConsultaQueryVariables {
  return { ...variables, after, first, comMenu: false, comTotais: false, comAnoAnterior: false, comSeguradoras: false };
}

/** The parts that are not cached or have failed. */
function missing(ano: number) {
  const anoAnterior = ano - 1;
  const cached = client.readFragment({
    fragment: PartsFragment,
    fragmentName: "ConsultaParts",
    id: "ROOT_QUERY",
    variables: { ano, anoAnterior },
    returnPartialData: true,
  });
  const comTotais = !cached?.totaisPorStatus || Date.now() - countedAt > COUNTS_TTL_MS;
  if (comTotais) countedAt = Date.now();
  return {
    ano,
    anoAnterior,
    comTotais,
    comAnoAnterior: !cached?.anoAnterior,
    comSeguradoras: !cached?.seguradoras,
    comMenu: needsMenu(),
  };
}
