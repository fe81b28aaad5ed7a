/** The part of a list that decides what is new in it. */
export interface Page {
  readonly totalCount: number;
  readonly edges: readonly { readonly node: { readonly id: string } }[];
}

/**
 * The rows of a newer first page that are not in the list. Rows at its end are not new: they have moved up from the next
 * page because others have left.
 */
export function newRows(list: Page, page: Page): readonly string[] {
  const known = new Set(list.edges.map(({ node }) => node.id));
  const ids = page.edges.map(({ node }) => node.id);
  const hasMore = list.totalCount > list.edges.length;
  const last = hasMore ? ids.findLastIndex((id) => known.has(id)) : ids.length;
  return ids.filter((id, at) => !known.has(id) && (at < last || last < 0));
}
