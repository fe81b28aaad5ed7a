import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useApolloClient } from "@apollo/client/react";
import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isUnauthenticated } from "./errors.ts";

/** The pause before a stream is opened again: this long, doubled with each failure, at most the second value. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

export interface LiveEvent<TData> {
  /** Null if the services could not be read. */
  readonly data: TData | null;
  /** Errors of the services. The stream goes on. */
  readonly error: unknown;
  /** False for the first event of a stream, which is the state when it opened. */
  readonly isChange: boolean;
  /** Whether anything may have changed since the last event: also true of the first one after a break. */
  readonly mayHaveChanged: boolean;
}

export interface LiveOptions<TData> {
  /** Whether the screen's query has its answer. */
  readonly isReady?: boolean;
  readonly onEvent?: (event: LiveEvent<TData>) => void;
}

/** `lost`: the stream broke, and could not be opened again yet. */
export type LiveState = "opening" | "open" | "lost";

/**
 * Subscribes while the tab is visible, so that many tabs do not use up the connections that a browser opens to one
 * server (6 with HTTP/1.1). A stream that ends is opened again, with backoff and jitter; its first event catches up.
 */
export function useLive<TData, TVariables extends OperationVariables>(
  query: TypedDocumentNode<TData, TVariables>,
  variables: TVariables,
  { isReady = true, onEvent }: LiveOptions<TData>,
): LiveState {
  const client = useApolloClient();
  const [state, setState] = useState<LiveState>("opening");
  const isVisible = useDocumentVisibility() === "visible";
  const isWanted = isReady && isVisible;
  const key = JSON.stringify(variables);
  /** The variables of the stream that was open last. */
  const followed = useRef<string>(undefined);
  const handle = useEffectEvent((event: LiveEvent<TData>) => onEvent?.(event));

  useEffect(() => {
    if (!isWanted) return undefined;
    let stream: { unsubscribe: () => void } | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;

    function openStream(): void {
      clearTimeout(timer);
      window.removeEventListener("online", openStream);
      let isChange = false;
      let isOver = false;
      // What came without an error is written to the cache.
      const options = { query, variables: JSON.parse(key) as TVariables, errorPolicy: "all" as const };
      stream = client.subscribe(options).subscribe({
        next: ({ data, error }) => {
          // The session ended, which the router handles.
          isOver = isUnauthenticated(error);
          // Any other error but those of the services ends the stream.
          if (isOver || (error && !CombinedGraphQLErrors.is(error))) return;
          if (data) failures = 0;
          setState("open");
          const mayHaveChanged = isChange || followed.current === key;
          handle({ data: (data as TData | undefined) ?? null, error, isChange, mayHaveChanged });
          isChange = true;
          followed.current = key;
        },
        complete: () => {
          if (isOver) return;
          // The first time a gateway that restarts may have said goodbye.
          if (failures > 0) setState("lost");
          timer = setTimeout(openStream, pauseAfter(failures));
          failures += 1;
          window.addEventListener("online", openStream);
        },
      });
    }

    openStream();
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", openStream);
      stream?.unsubscribe();
      setState("opening");
    };
  }, [client, query, key, isWanted]);

  return state;
}

/** With jitter, so that the clients of a gateway that restarted do not come back at once. */
function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.25 + 0.75 * Math.random());
}
