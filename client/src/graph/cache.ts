import { type FieldPolicy, InMemoryCache, type Reference } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import { possibleTypes } from "./possibleTypes.ts";

/** What of a list the cache keeps: the pages read so far, in one. */
interface Pages {
  readonly edges: readonly { readonly node: Reference; readonly cursor?: string | null }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** The cache, with what it cannot know of the graph by itself. */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          acionamentos: listPages(),
          totaisPorStatus: lastKnown,
        },
      },
      Painel: {
        // There is one: cards that are read at different times stand side by side.
        keyFields: [],
        fields: {
          abertosHoje: lastKnown,
          abertosNoMes: lastKnown,
          faturadosNoMes: lastKnown,
          seguradoras: lastKnown,
          statusPorSeguradoraNoMes: lastKnown,
        },
      },
      Segurado: { keyFields: ["cpfCnpj"] },
    },
  });
}

/** A figure that is null could not be read, and says nothing: what was known before stays. */
const lastKnown: FieldPolicy<unknown> = {
  merge: (existing: unknown, incoming: unknown) => incoming ?? existing ?? null,
};

/**
 * Pages of one list follow each other; another question, search or order is another list. A first page that is read
 * anew replaces the head of the list and leaves what was read below it, so that whoever comes back stands where they
 * stood. One that could not be read replaces nothing.
 */
function listPages(): FieldPolicy<Pages | null> {
  const { read, merge, ...rest } = relayStylePagination(["filtro", "busca", "ordem"]) as FieldPolicy<Pages | null>;
  if (typeof merge !== "function" || !read) throw new Error("Relay's policy reads and merges");
  return {
    ...rest,
    read,
    merge(existing, incoming, options) {
      if (!incoming) return existing ?? null;
      const after: unknown = options.args?.["after"];
      if (after) return follow(existing, after, merge(existing, incoming, options) as Pages);
      if (!existing) return merge(undefined, incoming, options);
      const head = merge(undefined, incoming, options) as Pages;
      const refs = head.edges.map((edge) => edge.node.__ref);
      const overlap = existing.edges.findLastIndex((edge) => edge.node.__ref === refs.at(-1));
      const tail = existing.edges.slice(overlap + 1).filter((edge) => !refs.includes(edge.node.__ref));
      if (overlap < 0 || !head.pageInfo.hasNextPage || tail.length === 0) return head;
      const { endCursor, hasNextPage } = existing.pageInfo;
      return { ...head, edges: [...head.edges, ...tail], pageInfo: { ...head.pageInfo, endCursor, hasNextPage } };
    },
  };
}

/** A page below those that it follows. An acionamento that has moved down the list meanwhile stands where it is now. */
function follow(existing: Pages | null | undefined, after: unknown, joined: Pages): Pages | null {
  // The list has been read anew meanwhile, and no longer has the place that this page begins at.
  if (!existing?.edges.some((edge) => edge.cursor === after)) return existing ?? null;
  const last = new Map(joined.edges.map((edge, at) => [edge.node.__ref, at]));
  return { ...joined, edges: joined.edges.filter((edge, at) => last.get(edge.node.__ref) === at) };
}
