/**
 * Loads the dashboard, and what Apollo's cache does not hold of it: when each part was loaded, and what failed since. Like the
 * cache, this outlives the screen.
 */
import { useSyncExternalStore } from "react";
import { serverNow } from "../clock.ts";
import type { Day } from "../format/date.ts";
import { client } from "../graph/client.ts";
import { errorMessageAt, isUnauthenticated, messageOf } from "../graph/errors.ts";
import { needsMenu, markMenuFailed } from "../shell/menu.ts";
import { filaVariables } from "./fila.query.ts";
import { FilaDocument, HomeDocument, TotaisPorMesDocument } from "../gql/graphql.ts";

/** Path of each part in the response. */
const PATHS = {
  abertosHoje: ["painel", "abertosHoje"],
  abertosNoMes: ["painel", "abertosNoMes"],
  faturadosNoMes: ["painel", "faturadosNoMes"],
  seguradoras: ["painel", "seguradoras"],
  statusPorSeguradoraNoMes: ["painel", "statusPorSeguradoraNoMes"],
  totaisPorStatus: ["totaisPorStatus"],
  esperando: ["esperando"],
  deHoje: ["deHoje"],
  meus: ["meus"],
} as const;

/** The same in an event of the subscription, whose one root field is `painel`. */
const LIVE_PATHS: Readonly<Record<Part, readonly string[]>> = {
  ...PATHS,
  totaisPorStatus: ["painel", "totaisPorStatus"],
};

/** A part of the dashboard, which may fail alone. */
export type Part = keyof typeof PATHS;

const PARTS = Object.keys(PATHS) as readonly Part[];

/** The parts of `painel`. */
const PAINEL_PARTS = PARTS.filter((part) => PATHS[part].length > 1);

/** The lists of the queue. */
export const FILA_PARTS = ["esperando", "deHoje", "meus"] as const satisfies readonly Part[];

export interface PartState {
  /** When it was last loaded. */
  readonly loadedAt: Date | null;
  /** Error message of a later failed load. */
  readonly errorMessage: string | null;
}

export interface PainelState {
  readonly isLoading: boolean;
  /** Time of the last response, complete or partial. */
  readonly loadedAt: Date | null;
  /** Error message if the last load failed as a whole. */
  readonly loadError: string | null;
  /** The last requested year. */
  readonly ano: number | null;
  /** The last requested day of the queue. */
  readonly hoje: Day | null;
  /** Whether only the year's totals are loading. */
  readonly isYearLoading: boolean;
  readonly parts: Readonly<Record<Part, PartState>>;
}

const NOT_LOADED: PartState = { loadedAt: null, errorMessage: null };

const INITIAL: PainelState = {
  isLoading: false,
  loadedAt: null,
  loadError: null,
  ano: null,
  hoje: null,
  isYearLoading: false,
  parts: {
    abertosHoje: NOT_LOADED,
    abertosNoMes: NOT_LOADED,
    faturadosNoMes: NOT_LOADED,
    seguradoras: NOT_LOADED,
    statusPorSeguradoraNoMes: NOT_LOADED,
    totaisPorStatus: NOT_LOADED,
    esperando: NOT_LOADED,
    deHoje: NOT_LOADED,
    meus: NOT_LOADED,
  },
};

let state = INITIAL;
const listeners = new Set<() => void>();

// Reset at the end of the session, with the cache.
client.onClearStore(async () => change(INITIAL));

/** Reads a value of the state. A component is rendered again only when the value that it reads has changed. */
export function usePainel<T>(read: (painel: PainelState) => T): T {
  return useSyncExternalStore(subscribe, () => read(state));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the whole dashboard, with the totals of a year. */
export async function loadPainel(ano: number): Promise<void> {
  const variables = { ano, comMenu: needsMenu(), ...filaVariables() };
  change({ isLoading: true, ano, hoje: variables.hoje });
  const { data, error } = await client
    .query({ query: HomeDocument, variables, fetchPolicy: "network-only", errorPolicy: "all" })
    // The session ended meanwhile, which clears the cache.
    .catch(() => ({ data: undefined, error: undefined }));
  // Another year may be shown by now.
  const answered = [...PAINEL_PARTS, ...FILA_PARTS, ...(state.ano === ano ? ["totaisPorStatus" as const] : [])];
  if (data) recordAnswer(error, answered);
  else change(loadErrorOf(error));
  change({ isLoading: false });
  if (state.loadError !== null && variables.comMenu) markMenuFailed();
}

/** Records an event with the figures, and with the totals of a year. */
export function recordEvent(error: unknown, ano: number): void {
  recordAnswer(error, [...PAINEL_PARTS, ...(state.ano === ano ? ["totaisPorStatus" as const] : [])], LIVE_PATHS);
}

/** Records an answer with these parts. */
function recordAnswer(
  error: unknown,
  answered: readonly Part[],
  paths: Readonly<Record<Part, readonly string[]>> = PATHS,
): void {
  const loadedAt = new Date(serverNow());
  const parts = { ...state.parts };
  for (const part of answered) {
    const errorMessage = errorMessageAt(error, ...paths[part]);
    parts[part] = errorMessage === undefined ? { loadedAt, errorMessage: null } : { ...parts[part], errorMessage };
  }
  change({ loadedAt, loadError: null, parts });
}

/** Records that these parts could not be loaded. */
function recordFailure(error: unknown, failed: readonly Part[]): void {
  if (!error || isUnauthenticated(error)) return;
  const parts = { ...state.parts };
  for (const part of failed) parts[part] = { ...parts[part], errorMessage: messageOf(error) };
  change({ parts });
}

/** Reloads the dashboard with the current year, unless it is loading. */
export function refresh(): void {
  const { ano, isLoading } = state;
  if (ano !== null && !isLoading) void loadPainel(ano);
}

/** Loads only the totals of a year. */
export async function loadYear(ano: number): Promise<void> {
  const report = (isYearLoading: boolean, totaisPorStatus: PartState) =>
    change({ ano, isYearLoading, parts: { ...state.parts, totaisPorStatus } });
  report(true, NOT_LOADED);
  const { data, error } = await client
    .query({ query: TotaisPorMesDocument, variables: { ano }, fetchPolicy: "network-only", errorPolicy: "all" })
    .catch(() => ({ data: undefined, error: undefined }));
  // Another year may have been chosen since.
  if (state.ano !== ano) return;
  const loadedAt = data && !error ? new Date(serverNow()) : null;
  report(false, { loadedAt, errorMessage: error && !isUnauthenticated(error) ? messageOf(error) : null });
}

/** Loads only the queue. */
export async function loadFila(): Promise<void> {
  const variables = filaVariables();
  if (!variables.comFila) return;
  change({ hoje: variables.hoje });
  const { data, error } = await client
    .query({ query: FilaDocument, variables, fetchPolicy: "network-only", errorPolicy: "all" })
    .catch(() => ({ data: undefined, error: undefined }));
  // Another day may have been asked for since.
  if (state.hoje !== variables.hoje) return;
  if (data) recordAnswer(error, FILA_PARTS);
  else recordFailure(error, FILA_PARTS);
}

/** Loads the queue of the day, unless it was the last requested one: the first query has the day of the computer's clock. */
export function showDay(hoje: Day): void {
  if (state.hoje !== null && state.hoje !== hoje) void loadFila();
}

/** Loads the totals of the shown year, unless it was the last requested one. */
export function showYear(ano: number): void {
  if (state.ano !== ano) void loadYear(ano);
}

/** The old figures stay. An expired session is handled by the router. */
function loadErrorOf(error: unknown): Partial<PainelState> {
  return { loadError: error && !isUnauthenticated(error) ? messageOf(error) : null };
}

function change(part: Partial<PainelState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}
