import { useApolloClient } from "@apollo/client/react";
import { type RefObject, useState } from "react";
import {
  ConsultaDocument,
  ConsultaLiveDocument,
  type ConsultaLiveSubscription,
  type ConsultaQueryVariables,
  ContagemPorStatusDocument,
} from "../../gql/graphql.ts";
import { acionamentoKey } from "../../graph/acionamentoKey.ts";
import { type LiveState, useLive } from "../../graph/useLive.ts";
import { useAnnouncement } from "../../ui/useAnnouncement.ts";
import { hasKnownRest, newRows, type Page } from "./newRows.ts";
import { pageAfter } from "./consulta.query.ts";
import { loadPage, PAGE } from "./useNextPage.ts";

type LivePage = NonNullable<ConsultaLiveSubscription["acionamentos"]>;
/** A newer first page that is not shown yet: it would move the rows under the reader. */
interface WaitingPage {
  readonly of: ConsultaQueryVariables;
  readonly page: LivePage;
  /** Number of rows that are not in the list yet. */
  readonly added: number;
}

export interface LiveList {
  readonly state: LiveState;
  /** Said to screen readers. */
  readonly announcement: string;
  /** Number of new rows that wait; 0 if others only left or moved, undefined if nothing waits. */
  readonly waiting: number | undefined;
  /** Shows the waiting page. */
  readonly show: () => void;
  /** Keys of the rows that came last, to be highlighted. */
  readonly added: ReadonlySet<string>;
}

/**
 * Follows the first page of the list. Apollo writes the rows of each event to the cache, so changed values show at once. Rows
 * that come, leave or move wait, unless the list stands at its top with neither pointer nor focus in it.
 */
export function useLiveList(
  variables: ConsultaQueryVariables,
  shown: Page,
  rows: RefObject<HTMLElement | null>,
): LiveList {
  const client = useApolloClient();
  const { filtro, busca = null, ordem, ano } = variables;
  const list = { filtro, busca, ordem };
  const [waiting, setWaiting] = useState<WaitingPage>();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [announcement, announce] = useAnnouncement();
  const current = waiting?.of === variables ? waiting : undefined;

  function write(page: LivePage): void {
    setWaiting(undefined);
    const came = newRows(shown, page);
    if (came.length > 0 || added.size > 0) setAdded(new Set(came));
    const data = { __typename: "Query", acionamentos: page } as const;
    client.writeQuery({ query: ConsultaDocument, variables: pageAfter(variables, null, PAGE), data });
    // Rows that cannot be read stay as they are.
    if (!hasKnownRest(shown, page)) void loadPage(client, variables, null, shown.edges.length).catch(() => undefined);
  }

  /** The counts of the statuses may have changed too. Counts that cannot be read stay as they are. */
  async function loadCounts(): Promise<void> {
    const query = client.query({ query: ContagemPorStatusDocument, variables: { ano }, fetchPolicy: "network-only" });
    await query.catch(() => undefined);
  }

  const state = useLive(ConsultaLiveDocument, list, {
    isReady: true,
    onEvent: ({ data, isFirst }) => {
      const page = data?.acionamentos;
      if (!page) return;
      if (!isFirst) void loadCounts();
      const count = newRows(shown, page).length;
      if (!isFirst) announce(count > 0 ? newsOf(count) : "A lista mudou.");
      if (isSameOrder(shown, page) || mayMove(rows.current)) write(page);
      else setWaiting({ of: variables, page, added: count });
    },
  });
  return { state, announcement, waiting: current?.added, show: () => current && write(current.page), added };
}

/** “3 novos acionamentos” */
export function newsOf(count: number): string {
  return count === 1 ? "1 novo acionamento" : `${count} novos acionamentos`;
}

function isSameOrder(shown: Page, page: Page): boolean {
  if (shown.edges.length < page.edges.length || shown.totalCount !== page.totalCount) return false;
  return page.edges.every(({ node }, at) => {
    const there = shown.edges[at]?.node;
    return there !== undefined && acionamentoKey(node) === acionamentoKey(there);
  });
}

/** Whether the rows may move: the first one is in sight, and none is pointed at or has the focus. */
function mayMove(rows: HTMLElement | null): boolean {
  if (!rows) return true;
  // Narrow screens hide the head, which scrolls with the rows then.
  const head = Math.max(0, rows.previousElementSibling?.getBoundingClientRect().bottom ?? 0);
  return Math.ceil(rows.getBoundingClientRect().top) >= Math.floor(head) && !rows.matches(":hover, :focus-within");
}
