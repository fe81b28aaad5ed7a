import { type FieldPolicy, InMemoryCache, type Reference } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import { possibleTypes } from "./possibleTypes.ts";

/** What of a list the cache keeps: the pages read so far, in one. */
interface Pages {
  readonly edges: readonly { readonly node: Reference }[];
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
 * stood.
 */
function listPages(): FieldPolicy<Pages> {
  const { read, merge, ...rest } = relayStylePagination(["filtro", "busca", "ordem"]) as FieldPolicy<Pages>;
  if (typeof merge !== "function" || !read) throw new Error("Relay's policy reads and merges");
  return {
    ...rest,
    read,
    merge(existing, incoming, options) {
      if (!existing || options.args?.["after"]) return merge(existing, incoming, options);
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
