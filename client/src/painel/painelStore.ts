/**
 * How the reading of the dashboard stands: what is under way, since when the figures are there, and what could not be
 * read. The figures themselves are in the cache; this outlives the screen as they do, so that whoever comes back finds
 * them with the time that they are from.
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

/** Where in the answer each part of the dashboard stands. */
const PATHS = {
  abertosHoje: ["painel", "abertosHoje"],
  abertosNoMes: ["painel", "abertosNoMes"],
  faturadosNoMes: ["painel", "faturadosNoMes"],
  seguradoras: ["painel", "seguradoras"],
  statusPorSeguradoraNoMes: ["painel", "statusPorSeguradoraNoMes"],
  totaisPorStatus: ["totaisPorStatus"],
} as const;

/** A part of the dashboard, which may fail while the others are there. */
export type Part = keyof typeof PATHS;

export interface PartState {
  /** When it was last read. */
  readonly loadedAt: Date | null;
  /** Why it could not be read since, in words for people. */
  readonly errorMessage: string | null;
}

export interface PainelState {
  readonly isLoading: boolean;
  /** When an answer last came, be it in part. */
  readonly loadedAt: Date | null;
  /** Why no answer has come since, in words for people. */
  readonly loadError: string | null;
  /** The year that was asked for last. */
  readonly ano: number | null;
  /** Whether that year alone is being asked for. */
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

// What was read goes with the session that it was read in.
client.onClearStore(async () => change(INITIAL));

export function usePainel(): PainelState {
  return useSyncExternalStore(subscribe, () => state);
}

/** Reads the whole dashboard, with the totals of a year. */
export async function loadPainel(ano: number): Promise<void> {
  change({ isLoading: true, ano });
  const variables = { ano, comMenu: needsMenu() };
  const { data, error } = await client
    .query({ query: HomeQuery, variables, fetchPolicy: "network-only", errorPolicy: "all" })
    // The session ended meanwhile, and the cache with it.
    .catch(() => ({ data: undefined, error: undefined }));
  const answered = data ? { loadedAt: new Date(), loadError: null, parts: partsAfter(error, ano) } : loadErrorOf(error);
  change({ isLoading: false, ...answered });
  if (state.loadError !== null && variables.comMenu) markMenuFailed();
}

/** Reads it anew, with the totals of the year that is shown, unless that is under way. */
export function refresh(): void {
  if (state.ano !== null && !state.isLoading) void loadPainel(state.ano);
}

/** Reads the totals of a year and nothing else. */
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

/** The year on the screen: asked for by itself, unless it was the last one to be asked for. */
export function showYear(ano: number): void {
  if (state.ano !== ano) void loadYear(ano);
}

/** The old figures stay, as old as they are. An ended session is told elsewhere. */
function loadErrorOf(error: unknown): Partial<PainelState> {
  return { loadError: error && !isUnauthenticated(error) ? messageOf(error) : null };
}

/** What is known of each part after an answer with these errors. The totals may be of a year that is shown no more. */
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
