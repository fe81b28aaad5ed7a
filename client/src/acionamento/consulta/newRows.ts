import { acionamentoKey, type AcionamentoId } from "../../graph/acionamentoKey.ts";

/** The part of a list that decides what is new in it. */
export interface Page {
  readonly totalCount: number;
  readonly edges: readonly { readonly node: AcionamentoId }[];
}

/**
 * Keys of the rows of a newer first page that are not in the list. Rows at its end are not new: they have moved up from the next
 * page because others have left.
 */
export function newRows(list: Page, page: Page): readonly string[] {
  const known = new Set(list.edges.map(({ node }) => acionamentoKey(node)));
  const keys = page.edges.map(({ node }) => acionamentoKey(node));
  const hasMore = list.totalCount > list.edges.length;
  const last = hasMore ? keys.findLastIndex((key) => known.has(key)) : keys.length;
  return keys.filter((key, at) => !known.has(key) && (at < last || last < 0));
}
