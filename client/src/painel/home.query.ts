import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { today } from "../format/date.ts";
import { HomeDocument } from "../gql/graphql.ts";
import { preload } from "../graph/client.ts";
import { currentSession } from "../session.ts";
import { cachedMenu, needsMenu } from "../shell/menu.ts";
import { mayHandle } from "../shell/permission.ts";
import { OPEN_STATUSES } from "../status.ts";
import { chosenYear } from "./year.ts";

/** The variables of the queue. */
export function filaVariables() {
  return { hoje: today(), nome: currentSession()?.usuario.nome ?? "", ...OPEN_STATUSES };
}

/** Starts the query of the home page. The queue is for users who may open or reopen acionamentos. */
export function loadHome({ request }: LoaderFunctionArgs) {
  const ano = chosenYear(new URL(request.url).searchParams);
  const fila = filaVariables();
  const comFila = fila.nome !== "" && mayHandle(cachedMenu());
  const variables = { ano, comMenu: needsMenu(), ...fila, comFila };
  return preload(HomeDocument, { variables, fetchPolicy: "cache-and-network", errorPolicy: "all" });
}

/** Changing the year or the view on the open screen does not reload the dashboard. */
export function isNewVisit({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}
