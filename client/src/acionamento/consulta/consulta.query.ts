import { type LoaderFunctionArgs, redirect, replace } from "react-router";
import { serverNow } from "../../clock.ts";
import {
  ConsultaDocument,
  ConsultaFilterDataFragmentDoc,
  type ConsultaQueryVariables,
  type FiltroAcionamentos,
} from "../../gql/graphql.ts";
import { client } from "../../graph/client.ts";
import { fieldStateOf } from "../../graph/fieldStates.ts";
import { preloadScreen } from "../../shell/menu.ts";
import { destinationOf } from "../../shell/loaderContext.ts";
import { type ListFilter, ownName } from "../../shell/addresses.ts";
import { buscaOf, canonicalAddress, countedYear, filterOf, ordemOf } from "./consulta.address.ts";

/** Older counts are loaded again with the next list. */
const COUNTS_TTL_MS = 5 * 60_000;

/** What identifies a list, also in the cache: filter, search and order. */
export type ListVariables = Pick<ConsultaQueryVariables, "filtro" | "busca" | "ordem">;

/** Starts the query of the list; redirects to the canonical address first. */
export function loadConsulta({ request, context }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const right = canonicalAddress(search);
  const destination = destinationOf(context);
  // A tab's first address is already in the history: `redirect` would leave it there, and Back would return to it.
  if (right !== undefined) throw (destination.key === "default" ? replace : redirect)(`/consulta-acionamento${right}`);
  const filter = filterOf(search);
  const ano = countedYear(filter);
  const list: ListVariables = {
    filtro: filtroOf(filter),
    busca: buscaOf(destination) || null,
    ordem: ordemOf(search),
  };
  const filterData = { ano, anoAnterior: ano - 1, comFiltro: !isFilterDataFresh(ano) };
  return { queryRef: preloadScreen(ConsultaDocument, { ...list, ...filterData }), variables: list, ano };
}

/** The filter as the graph takes it. */
function filtroOf({ sinistro, autorizacao, statuses, seguradora, periodo, isMine }: ListFilter): FiltroAcionamentos {
  if (sinistro) return { sinistro };
  if (autorizacao) return { autorizacao };
  const mine = isMine && { usuario: ownName() };
  const limits = { ...(seguradora && { seguradora }), ...(periodo && { periodo }), ...mine };
  return { statusEm: [...statuses], ...limits };
}

/** The loader's data: the query's reference, the variables of the list, and the year of the counts. */
export type Consulta = ReturnType<typeof loadConsulta>;

/** Whether the cache has all of the filter's data, with counts that are not too old. A part that failed is missing. */
function isFilterDataFresh(ano: number): boolean {
  const cached = client.readFragment({
    fragment: ConsultaFilterDataFragmentDoc,
    fragmentName: "ConsultaFilterData",
    id: "ROOT_QUERY",
    variables: { ano, anoAnterior: ano - 1 },
  });
  return areCountsFresh(ano) && !!cached?.totaisPorStatus && !!cached.anoAnterior && !!cached.seguradoras;
}

/** Whether the counts that were loaded last are those of `ano`, are not too old, and have not failed since. */
function areCountsFresh(ano: number): boolean {
  const last = fieldStateOf("totaisPorStatus");
  const age = serverNow() - (last.loadedAt?.getTime() ?? 0);
  return last.ano === ano && last.errorMessage === null && age <= COUNTS_TTL_MS;
}
