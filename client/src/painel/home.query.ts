import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { thisYear, today } from "../format/date.ts";
import { HomeDocument } from "../gql/graphql.ts";
import { ownName } from "../shell/addresses.ts";
import { cachedMenu, preloadScreen } from "../shell/menu.ts";
import { mayHandle } from "../shell/permission.ts";

export const YEAR_PARAM = "ano";

const OLDEST = 2000;

/** The year in an address; the current year if it is missing or invalid. */
export function chosenYear(search: URLSearchParams, now?: Date): number {
  const text = search.get(YEAR_PARAM) ?? "";
  const year = /^\d{4}$/.test(text) ? Number(text) : 0;
  return year >= OLDEST && year <= thisYear(now) ? year : thisYear(now);
}

/** The year and number of the month before this one. */
export function lastMonth(day = today()): { readonly ano: number; readonly mes: number } {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return month === 1 ? { ano: year - 1, mes: 12 } : { ano: year, mes: month - 1 };
}

/** Starts the query of the home page. The fila is for users who may open or reopen acionamentos. */
export function loadHome({ request }: LoaderFunctionArgs) {
  const ano = chosenYear(new URL(request.url).searchParams);
  const nome = ownName();
  const fila = { hoje: today(), nome, comMeus: nome !== "" };
  const comFila = mayHandle(cachedMenu());
  const anoDoMesAnterior = lastMonth().ano;
  const years = { ano, anoDoMesAnterior, comAnoDoMesAnterior: anoDoMesAnterior !== ano };
  return { queryRef: preloadScreen(HomeDocument, { ...years, ...fila, comFila }), fila };
}

/** The loader's data: the query's reference, and the variables of its fila. */
export type HomeData = ReturnType<typeof loadHome>;

/** Reloads for the same address only ("Atualizar", or the link again): another year or view is read by `MonthsCard`. */
export function shouldReload({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}
