import { type RefObject, useState } from "react";
import { counted } from "../../format/count.ts";
import {
  ConsultaLiveDocument,
  type ConsultaLiveSubscription,
  ConsultaPaginaDocument,
  TotaisDoAnoDocument,
} from "../../gql/graphql.ts";
import { acionamentoKey, type AcionamentoId } from "../../graph/acionamentoKey.ts";
import { client } from "../../graph/client.ts";
import { useLive } from "../../graph/useLive.ts";
import type { Consulta, ListVariables } from "./consulta.query.ts";
import { loadPage, PAGE } from "./usePages.ts";

type LivePage = NonNullable<ConsultaLiveSubscription["acionamentos"]>;

/** The part of a list that decides what is new in it. */
export interface Page {
  readonly totalCount: number;
  readonly edges: readonly { readonly node: AcionamentoId }[];
}

/** A newer first page that is not shown yet: it would move the rows under the reader. `news` says what it has. */
interface WaitingPage {
  readonly variables: ListVariables;
  readonly page: LivePage;
  readonly news: string;
}

/**
 * Follows the first page of the list. Apollo writes the rows of each event to the cache, so changed values show at once. Rows
 * that come, leave or move wait, unless the list stands at its top with neither pointer nor focus in it.
 */
export function useLiveList(
  shown: Page,
  rows: RefObject<HTMLElement | null>,
  { variables, ano }: Omit<Consulta, "queryRef">,
) {
  const [waiting, setWaiting] = useState<WaitingPage>();
  /** Keys of the rows that came last, to be highlighted. */
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  // Drop the waiting page if the list now has the same rows.
  const current = waiting?.variables === variables && !isSameOrder(shown, waiting.page) ? waiting : undefined;

  function write(page: LivePage): void {
    setWaiting(undefined);
    const came = newRows(shown, page);
    if (came.length > 0 || added.size > 0) setAdded(new Set(came));
    const data = { __typename: "Query", acionamentos: page } as const;
    client.writeQuery({ query: ConsultaPaginaDocument, variables: { ...variables, first: PAGE }, data });
    // The rows below may have changed too. Those that cannot be read stay as they are.
    if (shown.edges.length > page.edges.length && !isSameOrder(shown, page))
      void loadPage(variables, null, shown.edges.length).catch(() => undefined);
  }

  /** The counts of the statuses may have changed too. Counts that cannot be read stay as they are. */
  async function loadCounts(): Promise<void> {
    const query = client.query({ query: TotaisDoAnoDocument, variables: { ano }, fetchPolicy: "network-only" });
    await query.catch(() => undefined);
  }

  const live = useLive(ConsultaLiveDocument, variables, {
    onEvent: ({ data, mayHaveChanged }) => {
      const page = data?.acionamentos;
      if (!page) return undefined;
      const news = newsOf(shown, page);
      const hasSameRows = isSameOrder(shown, page);
      if (mayHaveChanged) void loadCounts();
      if (hasSameRows || mayMove(rows.current)) write(page);
      else setWaiting({ variables, page, news });
      return hasSameRows ? "Os valores da lista mudaram." : `${news}.`;
    },
  });
  return { live, news: current?.news, show: () => current && write(current.page), added };
}

/** `2 novos e 1 saiu`: what a newer list has. */
export function newsOf(list: Page, page: Page): string {
  const came = newRows(list, page).length;
  const elsewhere = page.totalCount - list.totalCount - came;
  const counts = [
    [came + Math.max(0, elsewhere), "novo", "novos"],
    [Math.max(0, -elsewhere), "saiu", "saíram"],
  ] as const;
  const news = counts.flatMap(([count, one, several]) => (count > 0 ? [counted(count, one, several)] : []));
  return news.length > 0 ? new Intl.ListFormat("pt-BR").format(news) : "A ordem mudou";
}

function isSameOrder(shown: Page, page: Page): boolean {
  if (shown.edges.length < page.edges.length || shown.totalCount !== page.totalCount) return false;
  return page.edges.every(({ node }, index) => {
    const there = shown.edges[index]?.node;
    return there !== undefined && acionamentoKey(node) === acionamentoKey(there);
  });
}

/** Whether the rows may move: the first one is in sight, and none is pointed at or has the focus. */
function mayMove(rows: HTMLElement | null): boolean {
  if (!rows) return true;
  const isAtTop = Math.ceil(rows.getBoundingClientRect().top) >= Math.floor(headBottom(rows));
  return isAtTop && !rows.matches(":hover, :focus-within");
}

/** The lower edge of the column headers. Cards hide them; they scroll with the rows then. */
function headBottom(rows: HTMLElement): number {
  return Math.max(0, rows.previousElementSibling?.getBoundingClientRect().bottom ?? 0);
}

/** Keys of what is new in a newer first page. Rows at its end are not: they have moved up from the next page. */
export function newRows(list: Page, page: Page): readonly string[] {
  const known = new Set(keysOf(list));
  const keys = keysOf(page);
  const hasMore = list.totalCount > list.edges.length;
  const last = hasMore ? keys.findLastIndex((key) => known.has(key)) : keys.length;
  return keys.filter((key, index) => !known.has(key) && (index < last || last < 0));
}

function keysOf({ edges }: Page): readonly string[] {
  return edges.map(({ node }) => acionamentoKey(node));
}
