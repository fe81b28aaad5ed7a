import { useWindowEvent } from "@mantine/hooks";
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { formatCount } from "../../format/count.ts";
import type { ConsultaPageFragment } from "../../gql/graphql.ts";
import { type AcionamentoId, acionamentoKey } from "../../graph/acionamentoKey.ts";
import { usePreference } from "../../preferences.ts";
import { RetryButton } from "../../ui/RetryButton.tsx";
import { useIsPrinting } from "../../ui/useIsPrinting.ts";
import { rememberList } from "../listNeighbours.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import type { ListVariables } from "./consulta.query.ts";
import { ConsultaHead, ConsultaRow, RowSkeletons } from "./ConsultaRow.tsx";
import { CARD_REM, listView, ROW_REM } from "./listView.ts";
import { useNextPage } from "./usePages.ts";

/** In a narrower table rows are cards, as in tableSizes.css. */
const CARDS_REM = 40;

/** The width of the window from which the table is wide enough, with the menu folded. */
const CARDS_WINDOW = "(max-width: 47.99em)";

/** Height of the sticky top bar and column headers. */
const COVERED_REM = 3.5 + 2.5;

/** The next page is loaded when this close to the last row. */
const AHEAD = 20;

/** Rows rendered outside the viewport, above and below. */
const OVERSCAN = 12;

/** A row, and where it stood in the list of a history entry. */
interface Place {
  readonly row: AcionamentoId;
  readonly index: number;
  readonly key: string;
}

/** The opened row of each history entry; it gets the focus after going back. */
const lastRows = new Map<string, Place>();

interface ConsultaTableProps {
  readonly list: ConsultaPageFragment;
  readonly variables: ListVariables;
  readonly criteria: ConsultaCriteria;
  /** The rows. */
  readonly body: RefObject<HTMLDivElement | null>;
  /** Keys of the rows that have just come. */
  readonly added: ReadonlySet<string>;
}

export function ConsultaTable({ list, variables, criteria, body, added }: ConsultaTableProps) {
  const { edges, totalCount, pageInfo } = list;
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  // Depends on the user's font size.
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  const isNarrow = useIsNarrow(body, CARDS_REM * rem);
  const [{ hidden }] = usePreference(listView);
  const height = Math.round((isNarrow ? CARD_REM : ROW_REM) * rem);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState(() => lastRows.get(key));
  const isPrinting = useIsPrinting();
  const next = useNextPage(variables, pageInfo);
  const count = edges.length;
  const placeAt = (index: number): Place | undefined => edges[index] && { row: edges[index].node, index, key };
  const found = edges.findIndex(({ node }) => node.id === focused?.row.id && node.sinistro === focused.row.sinistro);
  // If the focused row has left its list: the row now at its index. In another list: the first row.
  const substitute = focused?.key === key ? Math.min(focused.index, count - 1) : 0;
  const current = found >= 0 ? found : substitute;

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = edges[index]?.node;
      return row ? acionamentoKey(row) : index;
    },
    overscan: OVERSCAN,
    // So that the first render has rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    // On paper all rows are rendered; else the focused one stays rendered while it is scrolled out of view.
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from(edges.keys());
      const rows = defaultRangeExtractor(range);
      if (rows.includes(current)) return rows;
      return [...rows, current].toSorted((a, b) => a - b);
    },
  });
  const rows = virtualizer.getVirtualItems();

  // All rows have the same height, which depends on the window's width.
  const measured = useRef(height);
  useLayoutEffect(() => {
    if (measured.current === height) return;
    measured.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);

  // The content above the rows changes its height, so measure their offset after every render, once the page is laid out.
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => {
    if (virtualizer.isScrolling) return;
    const { scrollY } = window;
    const { top: inWindow = 0 } = body.current?.getBoundingClientRect() ?? {};
    const measuredTop = Math.round(inWindow + scrollY);
    if (measuredTop === top) return;
    // At the top of the page the right rows are rendered already.
    if (scrollY === 0) startTransition(() => setTop(measuredTop));
    else setTop(measuredTop);
  });

  const endIndex = virtualizer.range?.endIndex ?? 0;
  const isNearEnd = Math.max(endIndex, current) + AHEAD >= count;
  useEffect(() => {
    if (isNearEnd && next.errorMessage === undefined) void next.load();
    // oxlint-disable-next-line react/exhaustive-deps -- `next` changes with its rows
  }, [isNearEnd, variables, pageInfo]);

  const linkOf = (index: number) => body.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`);
  useEffect(() => {
    if (lastRows.has(key)) linkOf(current)?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- on mount only
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const page = Math.max(1, Math.floor((window.innerHeight - COVERED_REM * rem) / height) - 1);
    const to = targetOf(event.key, current, count, page);
    if (to === undefined) return;
    event.preventDefault();
    flushSync(() => setFocused(placeAt(to)));
    // Not by the virtualizer, which may still be on the way to another row. The current row is rendered.
    const link = linkOf(to);
    link?.scrollIntoView({ block: "nearest" });
    link?.focus({ preventScroll: true });
  };

  /** A click anywhere on a row opens it; with Ctrl, or the middle button, in a new tab as a link does. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = indexOf(target);
    const place = placeAt(index);
    if (!place) return;
    lastRows.set(key, place);
    rememberList({
      address: pathname + search,
      state: state as unknown,
      sinistros: edges.map(({ node }) => node.sinistro),
    });
    const isLink = !!target?.closest("a");
    // Not when text is selected.
    const selection = getSelection();
    const isCopying = selection?.isCollapsed === false && event.currentTarget.contains(selection.anchorNode);
    const address = linkOf(index)?.getAttribute("href");
    if (!address || isLink || isCopying) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey) window.open(address, "_blank", "noopener");
    else if (event.button === 0) void navigate(address);
  };

  return (
    <>
      <div
        role="table"
        className="consulta-table"
        aria-labelledby="consulta-list"
        aria-rowcount={totalCount + 1}
        aria-busy={criteria.isChanging}
      >
        <ConsultaHead criteria={criteria} isNarrow={isNarrow} />
        {/* Handles events of the links in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          ref={body}
          role="rowgroup"
          className="consulta-body"
          style={{ height: count * height }}
          onFocus={({ target }) => setFocused(placeAt(indexOf(target)) ?? focused)}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onAuxClick={onClick}
          // The middle button would scroll.
          onMouseDown={(event) => {
            if (event.button === 1) event.preventDefault();
          }}
        >
          {rows.map(({ key: row, index, start }) => {
            const loaded = edges[index]?.node;
            if (!loaded) return null;
            return (
              <ConsultaRow
                key={String(row)}
                row={loaded}
                index={index}
                start={start - top}
                isCurrent={index === current}
                hidden={hidden}
                isNew={added.has(acionamentoKey(loaded))}
              />
            );
          })}
        </div>
      </div>
      {isPrinting && pageInfo.hasNextPage && (
        <p>{`Impressos os primeiros ${formatCount(count)} de ${formatCount(totalCount)}. “Exportar CSV” tem todos.`}</p>
      )}
      {pageInfo.hasNextPage && (
        <End
          errorMessage={next.errorMessage}
          onOnline={() => void next.load()}
          onRetry={() => {
            // The button disappears, below the last row.
            linkOf(count - 1)?.focus({ preventScroll: true });
            void next.load();
          }}
        />
      )}
    </>
  );
}

interface EndProps {
  readonly errorMessage: string | undefined;
  readonly onOnline: () => void;
  readonly onRetry: () => void;
}

/** Below the loaded rows: the loading or error state of the next page. */
function End({ errorMessage, onOnline, onRetry }: EndProps) {
  useWindowEvent("online", () => {
    if (errorMessage !== undefined) onOnline();
  });
  if (errorMessage === undefined) {
    return (
      <div className="consulta-table no-print" role="status" aria-label="Carregando mais acionamentos">
        <RowSkeletons rows={3} />
      </div>
    );
  }
  return (
    <div className="notice no-print" role="alert">
      <p>
        Não foi possível carregar mais acionamentos.
        {"\n"}
        {errorMessage}
      </p>
      <RetryButton variant="default" size="sm" onRetry={onRetry} />
    </div>
  );
}

/** Whether an element is narrower than so many pixels. Until it is laid out the window's width tells. */
function useIsNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(CARDS_WINDOW).matches);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && !matchMedia("print").matches) setNarrow(entry.contentRect.width <= width);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, width]);
  return isNarrow;
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
function indexOf(element: Element | null): number {
  return Number(element?.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? -1);
}
