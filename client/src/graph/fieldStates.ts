/** When each field of `Query` and `Painel` last came, and why a later load failed. The cache keeps the values, but not this. */
import { type ApolloLink, makeVar, type OperationVariables } from "@apollo/client";
import { useReactiveVar } from "@apollo/client/react";
import { serverNow } from "../clock.ts";

export interface FieldState {
  readonly loadedAt: Date | null;
  /** Error message of a later failed load. */
  readonly errorMessage: string | null;
  /** The year of the operation, if it has one. */
  readonly ano?: unknown;
}

const NOT_LOADED: FieldState = { loadedAt: null, errorMessage: null };

/** By the name in the response. */
const states = makeVar<Readonly<Record<string, FieldState>>>({});

export function useFieldState(name: string): FieldState {
  return useReactiveVar(states)[name] ?? NOT_LOADED;
}

export function useFieldStates(names: readonly string[]): readonly FieldState[] {
  const all = useReactiveVar(states);
  return names.map((name) => all[name] ?? NOT_LOADED);
}

/** The state of a field at this moment. */
export function fieldStateOf(name: string): FieldState {
  return states()[name] ?? NOT_LOADED;
}

/** Takes note of the fields of a response. */
export function noteFields({ data, errors = [] }: ApolloLink.Result, { ano }: OperationVariables): void {
  const next = { ...states() };
  const loadedAt = new Date(serverNow());
  for (const name of Object.keys({ ...data, ...(data?.["painel"] as object | null) })) {
    const error = errors.find(({ path }) => path?.includes(name));
    next[name] = error
      ? { ...(next[name] ?? NOT_LOADED), errorMessage: error.message }
      : { loadedAt, errorMessage: null, ano: ano as unknown };
  }
  states(next);
}

/** At the end of the session, as the cache. */
export function forgetFields(): void {
  states({});
}
