/**
 * How the reading of the dashboard stands: what is under way, since when the figures are there, and what could not be
 * read. The figures themselves are in the cache; this outlives the screen as they do, so that whoever comes back finds
 * them with the time that they are from.
 */
import { useSyncExternalStore } from "react";
import { client } from "../graph/client.ts";
import { faultAt, isUnauthenticated, messageOf } from "../graph/fault.ts";
import { graphql } from "../gql/gql.ts";
import { mustAskMenu, menuFailed } from "../shell/menu.ts";

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

export interface PartReading {
  /** When it was last read. */
  readonly readAt: Date | null;
  /** Why it could not be read since, in words for people. */
  readonly fault: string | null;
}

export interface Reading {
  readonly isUnderWay: boolean;
  /** When an answer last came, be it in part. */
  readonly readAt: Date | null;
  /** Why no answer has come since, in words for people. */
  readonly failure: string | null;
  /** The year that was asked for last. */
  readonly ano: number | null;
  /** Whether that year alone is being asked for. */
  readonly isYearUnderWay: boolean;
  readonly parts: Readonly<Record<Part, PartReading>>;
}

const UNREAD: PartReading = { readAt: null, fault: null };

const NOTHING: Reading = {
  isUnderWay: false,
  readAt: null,
  failure: null,
  ano: null,
  isYearUnderWay: false,
  parts: {
    abertosHoje: UNREAD,
    abertosNoMes: UNREAD,
    faturadosNoMes: UNREAD,
    seguradoras: UNREAD,
    statusPorSeguradoraNoMes: UNREAD,
    totaisPorStatus: UNREAD,
  },
};

let reading = NOTHING;
const listeners = new Set<() => void>();

// What was read goes with the session that it was read in.
client.onClearStore(async () => change(NOTHING));

export function useReading(): Reading {
  return useSyncExternalStore(subscribe, () => reading);
}

/** Reads the whole dashboard, with the totals of a year. */
export async function readPainel(ano: number): Promise<void> {
  change({ isUnderWay: true, ano });
  const variables = { ano, comMenu: mustAskMenu() };
  const { data, error } = await client
    .query({ query: HomeQuery, variables, fetchPolicy: "network-only", errorPolicy: "all" })
    // The session ended meanwhile, and the cache with it.
    .catch(() => ({ data: undefined, error: undefined }));
  const answered = data ? { readAt: new Date(), failure: null, parts: partsAfter(error, ano) } : failureOf(error);
  change({ isUnderWay: false, ...answered });
  if (reading.failure !== null && variables.comMenu) menuFailed();
}

/** Reads it anew, with the totals of the year that is shown, unless that is under way. */
export function refresh(): void {
  if (reading.ano !== null && !reading.isUnderWay) void readPainel(reading.ano);
}

/** Reads the totals of a year and nothing else. */
export async function readYear(ano: number): Promise<void> {
  const report = (isYearUnderWay: boolean, totaisPorStatus: PartReading) =>
    change({ ano, isYearUnderWay, parts: { ...reading.parts, totaisPorStatus } });
  report(true, UNREAD);
  const { data, error } = await client
    .query({ query: TotaisQuery, variables: { ano }, fetchPolicy: "network-only", errorPolicy: "all" })
    .catch(() => ({ data: undefined, error: undefined }));
  // Another year may have been chosen since.
  if (reading.ano !== ano) return;
  const readAt = data && !error ? new Date() : null;
  report(false, { readAt, fault: error && !isUnauthenticated(error) ? messageOf(error) : null });
}

/** The year on the screen: asked for by itself, unless it was the last one to be asked for. */
export function showYear(ano: number): void {
  if (reading.ano !== ano) void readYear(ano);
}

/** The old figures stay, as old as they are. An ended session is told elsewhere. */
function failureOf(error: unknown): Partial<Reading> {
  return { failure: error && !isUnauthenticated(error) ? messageOf(error) : null };
}

/** What is known of each part after an answer with these errors. The totals may be of a year that is shown no more. */
function partsAfter(error: unknown, ano: number): Reading["parts"] {
  const now = new Date();
  const after = (part: Part): PartReading => {
    const fault = faultAt(error, ...PATHS[part]);
    return fault === undefined ? { readAt: now, fault: null } : { ...reading.parts[part], fault };
  };
  return {
    abertosHoje: after("abertosHoje"),
    abertosNoMes: after("abertosNoMes"),
    faturadosNoMes: after("faturadosNoMes"),
    seguradoras: after("seguradoras"),
    statusPorSeguradoraNoMes: after("statusPorSeguradoraNoMes"),
    totaisPorStatus: reading.ano === ano ? after("totaisPorStatus") : reading.parts.totaisPorStatus,
  };
}

function change(part: Partial<Reading>): void {
  reading = { ...reading, ...part };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
