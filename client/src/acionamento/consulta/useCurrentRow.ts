import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import type { ConsultaPageFragment } from "../../gql/graphql.ts";
import type { AcionamentoId } from "../../graph/acionamentoKey.ts";

/** A row, and where it stood in the list of a history entry. */
interface Place {
  readonly row: AcionamentoId;
  readonly index: number;
  readonly key: string;
}

/** The opened row of each history entry; it gets the focus after going back. */
const lastRows = new Map<string, Place>();

/** The row that is in the tab order: the one that had the focus last, or its substitute. Keys move the focus. */
export function useCurrentRow(
  edges: ConsultaPageFragment["edges"],
  body: RefObject<HTMLElement | null>,
  rowsInView: () => number,
) {
  const { key } = useLocation();
  const [focused, setFocused] = useState(() => lastRows.get(key));
  const count = edges.length;
  const placeAt = (index: number): Place | undefined => edges[index] && { row: edges[index].node, index, key };
  const found = edges.findIndex(({ node }) => node.id === focused?.row.id && node.sinistro === focused.row.sinistro);
  // If the focused row has left its list: the row now at its index. In another list: the first row.
  const substitute = focused?.key === key ? Math.min(focused.index, count - 1) : 0;
  const current = found >= 0 ? found : substitute;

  const linkOf = (index: number) => body.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`);
  useEffect(() => {
    if (lastRows.has(key)) linkOf(current)?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- on mount only
  }, []);

  return {
    /** Its index. */
    current,
    linkOf,
    onFocus: ({ target }: FocusEvent) => setFocused(placeAt(indexOf(target)) ?? focused),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const to = targetOf(event.key, current, count, Math.max(1, rowsInView() - 1));
      if (to === undefined) return;
      event.preventDefault();
      flushSync(() => setFocused(placeAt(to)));
      // Not by the virtualizer, which may still be on the way to another row. The current row is rendered.
      const link = linkOf(to);
      link?.scrollIntoView({ block: "nearest" });
      link?.focus({ preventScroll: true });
    },
    /** Keeps an opened row for when the user comes back. */
    rememberRow: (index: number) => {
      const place = placeAt(index);
      if (place) lastRows.set(key, place);
    },
  };
}

/** The target row of a key. */
function targetOf(key: string, from: number, count: number, page: number): number | undefined {
  if (key === "ArrowDown") return Math.min(from + 1, count - 1);
  if (key === "ArrowUp") return Math.max(from - 1, 0);
  if (key === "PageDown") return Math.min(from + page, count - 1);
  if (key === "PageUp") return Math.max(from - page, 0);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/** Index of the row that contains an element; -1 outside of them. */
export function indexOf(element: Element | null): number {
  return Number(element?.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
}
