import { useWindowEvent } from "@mantine/hooks";
import { type MouseEvent, type RefObject, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { formatCount } from "../../format/count.ts";
import type { ConsultaPageFragment } from "../../gql/graphql.ts";
import { acionamentoKey } from "../../graph/acionamentoKey.ts";
import { usePreference } from "../../preferences.ts";
import { RetryButton } from "../../ui/RetryButton.tsx";
import { useIsPrinting } from "../../ui/useIsPrinting.ts";
import { rememberList } from "../listNeighbours.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";
import type { ListVariables } from "./consulta.query.ts";
import { ConsultaHead, ConsultaRow, RowSkeletons } from "./ConsultaRow.tsx";
import { listView } from "./listView.ts";
import { indexOf, useCurrentRow } from "./useCurrentRow.ts";
import { useNextPage } from "./usePages.ts";
import { useRowSize, useVirtualRows } from "./useVirtualRows.ts";

/** The next page is loaded when this close to the last row. */
const AHEAD = 20;

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
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [{ hidden }] = usePreference(listView);
  const isPrinting = useIsPrinting();
  const next = useNextPage(variables, pageInfo);
  const count = edges.length;
  const { isNarrow, height, rowsInView } = useRowSize(body);
  const { current, linkOf, onFocus, onKeyDown, rememberRow } = useCurrentRow(edges, body, rowsInView);
  const { rows, top, endIndex } = useVirtualRows(edges, body, { height, current, isPrinting });

  const isNearEnd = Math.max(endIndex, current) + AHEAD >= count;
  useEffect(() => {
    if (isNearEnd && next.errorMessage === undefined) void next.load();
    // oxlint-disable-next-line react/exhaustive-deps -- `next` changes with its rows
  }, [isNearEnd, variables, pageInfo]);

  /** A click anywhere on a row opens it; with Ctrl, or the middle button, in a new tab as a link does. */
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = indexOf(target);
    if (!edges[index]) return;
    rememberRow(index);
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
          onFocus={onFocus}
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
