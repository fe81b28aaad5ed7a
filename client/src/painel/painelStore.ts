/**
 * Loads the dashboard and keeps its loading state: what is loading, when the figures were loaded, what failed. The figures
 * are in Apollo's cache; like the cache, this state outlives the screen.
 */
import { useSyncExternalStore } from "react";
import { client } from "../graph/client.ts";
import { errorMessageAt, isUnauthenticated, messageOf } from "../graph/errors.ts";
import { graphql } from "../gql/gql.ts";
import { needsMenu, markMenuFailed } from "../shell/menu.ts";

const HomeQuery = graphql(`
  query Home($ano: Int!, $comMenu: Boolean!) {
    ...Menu @include(if: $comMenu)
    ...Painel
    ...TotaisDoAno
  }
`);

const TotaisQuery = graphql(`
  query TotaisPorMes($ano: Int!) {
    ...TotaisDoAno
  }
`);

/** Path of each part in the response. */
const PATHS = {
  abertosHoje: ["painel", "abertosHoje"],
  abertosNoMes: ["painel", "abertosNoMes"],
  faturadosNoMes: ["painel", "faturadosNoMes"],
  seguradoras: ["painel", "seguradoras"],
  statusPorSeguradoraNoMes: ["painel", "statusPorSeguradoraNoMes"],
  totaisPorStatus: ["totaisPorStatus"],
} as const;

/** A part of the dashboard, which may fail alone. */
export type Part = keyof typeof PATHS;

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
  isYearLoading: false,
  parts: {
    abertosHoje: NOT_LOADED,
    abertosNoMes: NOT_LOADED,
    faturadosNoMes: NOT_LOADED,
    seguradoras: NOT_LOADED,
    statusPorSeguradoraNoMes: NOT_LOADED,
    totaisPorStatus: NOT_LOADED,
  },
};

let state = INITIAL;
const listeners = new Set<() => void>();

// Reset at the end of the session, with the cache.
client.onClearStore(async () => change(INITIAL));

export function usePainel(): PainelState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Loads the whole dashboard, with the totals of a year. */
export async function loadPainel(ano: number): Promise<void> {
  change({ isLoading: true, ano });
  const variables = { ano, comMenu: needsMenu() };
  const { data, error } = await client
    .query({ query: HomeQuery, variables, fetchPolicy: "network-only", errorPolicy: "all" })
    // The session ended meanwhile, which clears the cache.
    .catch(() => ({ data: undefined, error: undefined }));
  const answered = data ? { loadedAt: new Date(), loadError: null, parts: partsAfter(error, ano) } : loadErrorOf(error);
  change({ isLoading: false, ...answered });
  if (state.loadError !== null && variables.comMenu) markMenuFailed();
}

/** Reloads the dashboard with the current year, unless it is loading. */
export function refresh(): void {
  if (state.ano !== null && !state.isLoading) void loadPainel(state.ano);
}

/** Loads only the totals of a year. */
export async function loadYear(ano: number): Promise<void> {
  const report = (isYearLoading: boolean, totaisPorStatus: PartState) =>
    change({ ano, isYearLoading, parts: { ...state.parts, totaisPorStatus } });
  report(true, NOT_LOADED);
  const { data, error } = await client
    .query({ query: TotaisQuery, variables: { ano }, fetchPolicy: "network-only", errorPolicy: "all" })
    .catch(() => ({ data: undefined, error: undefined }));
  // Another year may have been chosen since.
  if (state.ano !== ano) return;
  const loadedAt = data && !error ? new Date() : null;
  report(false, { loadedAt, errorMessage: error && !isUnauthenticated(error) ? messageOf(error) : null });
}

/** Loads the totals of the shown year, unless it was the last requested one. */
export function showYear(ano: number): void {
  if (state.ano !== ano) void loadYear(ano);
}

/** The old figures stay. An expired session is handled by the router. */
function loadErrorOf(error: unknown): Partial<PainelState> {
  return { loadError: error && !isUnauthenticated(error) ? messageOf(error) : null };
}

/** The state of each part after a response with these errors. The totals may be of a year that is no longer shown. */
function partsAfter(error: unknown, ano: number): PainelState["parts"] {
  const now = new Date();
  const after = (part: Part): PartState => {
    const errorMessage = errorMessageAt(error, ...PATHS[part]);
    return errorMessage === undefined ? { loadedAt: now, errorMessage: null } : { ...state.parts[part], errorMessage };
  };
  return {
    abertosHoje: after("abertosHoje"),
    abertosNoMes: after("abertosNoMes"),
    faturadosNoMes: after("faturadosNoMes"),
    seguradoras: after("seguradoras"),
    statusPorSeguradoraNoMes: after("statusPorSeguradoraNoMes"),
    totaisPorStatus: state.ano === ano ? after("totaisPorStatus") : state.parts.totaisPorStatus,
  };
}

function change(part: Partial<PainelState>): void {
  state = { ...state, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
