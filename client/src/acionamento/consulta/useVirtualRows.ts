import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ConsultaPageFragment } from "../../gql/graphql.ts";
import { acionamentoKey } from "../../graph/acionamentoKey.ts";
import { CARD_REM, ROW_REM } from "./listView.ts";

/** In a narrower table rows are cards, as in tableSizes.css. */
const CARDS_REM = 40;

/** The width of the window from which the table is wide enough, with the menu folded. */
const CARDS_WINDOW = "(max-width: 47.99em)";

/** Height of the sticky top bar and column headers. */
const COVERED_REM = 3.5 + 2.5;

/** Rows rendered outside the viewport, above and below. */
const OVERSCAN = 12;

/** The form of the rows, and their height in pixels: all have the same, which depends on the table's width. */
export function useRowSize(body: RefObject<HTMLElement | null>) {
  // Depends on the user's font size.
  const [rem] = useState(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
  const isNarrow = useIsNarrow(body, CARDS_REM * rem);
  const height = Math.round((isNarrow ? CARD_REM : ROW_REM) * rem);
  const rowsInView = () => Math.floor((window.innerHeight - COVERED_REM * rem) / height);
  return { isNarrow, height, rowsInView };
}

interface VirtualRowsOptions {
  readonly height: number;
  /** Index of the row that stays rendered while it is scrolled out of view. */
  readonly current: number;
  /** On paper all rows are rendered. */
  readonly isPrinting: boolean;
}

/** The rows to render, with their distance from the page's top; `top` is that of the first row. */
export function useVirtualRows(
  edges: ConsultaPageFragment["edges"],
  body: RefObject<HTMLElement | null>,
  { height, current, isPrinting }: VirtualRowsOptions,
) {
  const [top, setTop] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count: edges.length,
    estimateSize: () => height,
    getItemKey: (index) => {
      const row = edges[index]?.node;
      return row ? acionamentoKey(row) : index;
    },
    overscan: OVERSCAN,
    // So that the first render has rows.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    rangeExtractor: (range) => {
      if (isPrinting) return Array.from(edges.keys());
      const rows = defaultRangeExtractor(range);
      if (rows.includes(current)) return rows;
      return [...rows, current].toSorted((a, b) => a - b);
    },
  });
  const rows = virtualizer.getVirtualItems();

  const measured = useRef(height);
  useLayoutEffect(() => {
    if (measured.current === height) return;
    measured.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);

  // After every render, since the content above the rows may have another height: measures their offset.
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

  return { rows, top, endIndex: virtualizer.range?.endIndex ?? 0 };
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
