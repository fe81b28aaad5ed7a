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
  const known = new Set(keysOf(list));
  const keys = keysOf(page);
  const hasMore = list.totalCount > list.edges.length;
  const last = hasMore ? keys.findLastIndex((key) => known.has(key)) : keys.length;
  return keys.filter((key, at) => !known.has(key) && (at < last || last < 0));
}

/**
 * Whether the loaded rows below a newer first page are still those of the list: what came to its head and what left it
 * explains the new total.
 */
export function hasKnownRest(list: Page, page: Page): boolean {
  const [keys, now] = [keysOf(list), keysOf(page)];
  const overlap = keys.lastIndexOf(now.at(-1) ?? "");
  if (overlap < 0) return true;
  const [known, kept] = [new Set(keys), new Set(now)];
  const came = now.filter((key) => !known.has(key)).length;
  const left = keys.slice(0, overlap).filter((key) => !kept.has(key)).length;
  return page.totalCount === list.totalCount + came - left;
}

function keysOf({ edges }: Page): readonly string[] {
  return edges.map(({ node }) => acionamentoKey(node));
}
