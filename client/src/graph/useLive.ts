import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { CombinedGraphQLErrors } from "@apollo/client/errors";
import { useDocumentVisibility } from "@mantine/hooks";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { client } from "./client.ts";
import { isUnauthenticated } from "./errors.ts";

/** The pause before a stream is opened again: this long, doubled with each failure, at most the second value. */
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

/** A screen reader is not interrupted more often. */
const ANNOUNCEMENT_PAUSE_MS = 60_000;

export interface LiveEvent<TData> {
  /** Null if the services could not be read. */
  readonly data: TData | null;
  /** Errors of the services. The stream goes on. */
  readonly error: unknown;
  /** False only for the first event after the variables changed: a stream that was opened again may have missed changes. */
  readonly mayHaveChanged: boolean;
}

export interface LiveOptions<TData> {
  /** Whether the screen's query has its answer. */
  readonly isReady?: boolean;
  /** Returns what to tell screen readers. They are not told of a stream's first event, its state when it opened. */
  readonly onEvent: (event: LiveEvent<TData>) => string | undefined;
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
) {
  const [state, setState] = useState<LiveState>("opening");
  const isVisible = useDocumentVisibility() === "visible";
  const isWanted = isReady && isVisible;
  const key = JSON.stringify(variables);
  /** The variables of the stream that was open last. */
  const followed = useRef<string>(undefined);
  const [announcement, announce] = useAnnouncement();
  const handle = useEffectEvent(onEvent);

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
          // An error that is not the services' ends the stream: `complete` follows.
          if (isOver || (error && !CombinedGraphQLErrors.is(error))) return;
          if (data) failures = 0;
          setState("open");
          const mayHaveChanged = isChange || followed.current === key;
          const text = handle({ data: (data as TData | undefined) ?? null, error, mayHaveChanged });
          if (isChange && text) announce(text);
          isChange = true;
          followed.current = key;
        },
        complete: () => {
          if (isOver) return;
          // The first end may be a gateway that restarts: not shown as lost.
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
  }, [announce, query, key, isWanted]);

  return { state, announcement };
}

/** A text for a live region, at most one a minute. The empty text between equal ones makes them two changes. */
function useAnnouncement(): readonly [announcement: string, announce: (text: string) => void] {
  const [announcement, setAnnouncement] = useState("");
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const announce = useCallback((text: string) => {
    const say = () => {
      saidAt.current = Date.now();
      setAnnouncement(text);
    };
    clearTimeout(timer.current);
    setAnnouncement("");
    timer.current = setTimeout(say, Math.max(0, saidAt.current + ANNOUNCEMENT_PAUSE_MS - Date.now()));
  }, []);
  return [announcement, announce];
}

/** With jitter, so that the clients of a gateway that restarted do not come back at once. */
function pauseAfter(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.25 + 0.75 * Math.random());
}
