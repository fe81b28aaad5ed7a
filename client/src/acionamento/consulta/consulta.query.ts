import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { serverNow } from "../../clock.ts";
import {
  ConsultaDocument,
  ConsultaFilterDataFragmentDoc,
  type ConsultaQueryVariables,
  type FiltroAcionamentos,
} from "../../gql/graphql.ts";
import { client, preload } from "../../graph/client.ts";
import { fieldStateOf } from "../../graph/fieldStates.ts";
import { needsMenu } from "../../shell/menu.ts";
import { destinationOf } from "../../shell/loaderContext.ts";
import { ownName } from "../../shell/listAddress.ts";
import { buscaOf, canonicalSearch, countedYear, type Filter, filterOf, ordemOf } from "./consulta.address.ts";

/** Older counts are reloaded with the next list. */
const COUNTS_TTL_MS = 5 * 60_000;

/** Starts the query of the list; redirects to the canonical address first. */
export function loadConsulta({ request, context }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const right = canonicalSearch(search);
  const destination = destinationOf(context);
  // The first address of a tab is in the history already: without `replace`, going back would return to it.
  if (right !== undefined) throw (destination.key === "default" ? replace : redirect)(`/consulta-acionamento${right}`);
  const filter = filterOf(search);
  const variables: ConsultaQueryVariables = {
    filtro: filtroOf(filter),
    busca: buscaOf(destination) || null,
    ordem: ordemOf(search),
    ...missing(countedYear(filter)),
  };
  const queryRef = preload(ConsultaDocument, { variables, fetchPolicy: "cache-and-network", errorPolicy: "all" });
  return { queryRef, variables };
}

/** The filter as the graph takes it. */
function filtroOf({ sinistro, autorizacao, statuses, seguradora, periodo, isMine }: Filter): FiltroAcionamentos {
  if (sinistro) return { sinistro };
  if (autorizacao) return { autorizacao };
  const mine = isMine && { usuario: ownName() };
  const limits = { ...(seguradora && { seguradora }), ...(periodo && { periodo }), ...mine };
  return { statusEm: [...statuses], ...limits };
}

/** The loader's data of a list: query reference and variables. */
export type Consulta = ReturnType<typeof loadConsulta>;

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
    fragment: ConsultaFilterDataFragmentDoc,
    fragmentName: "ConsultaFilterData",
    id: "ROOT_QUERY",
    variables: { ano, anoAnterior },
    returnPartialData: true,
  });
  const counted = fieldStateOf("totaisPorStatus");
  const isFresh = counted.ano === ano && serverNow() - (counted.loadedAt?.getTime() ?? 0) <= COUNTS_TTL_MS;
  const comTotais = !cached?.totaisPorStatus || counted.errorMessage !== null || !isFresh;
  return {
    ano,
    anoAnterior,
    comTotais,
    comAnoAnterior: !cached?.anoAnterior,
    comSeguradoras: !cached?.seguradoras,
    comMenu: needsMenu(),
  };
}
