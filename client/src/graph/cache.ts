import {
  type ApolloLink,
  type FieldMergeFunction,
  type FieldPolicy,
  InMemoryCache,
  isReference,
  type Reference,
  type StoreObject,
} from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import { isCpfCnpj } from "../format/cpfCnpj.ts";
import { possibleTypes } from "../gql/possibleTypes.json" with { type: "json" };

/** A cached connection: all pages loaded so far. */
interface Pages {
  readonly edges: readonly { readonly node: Reference; readonly cursor?: string | null }[];
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

/** The fields by which objects are cached that are not known by their `id` alone. */
export const KEY_FIELDS = {
  // An API may give the same code to several.
  Acionamento: ["id", "sinistro"],
  ItemMenu: ["id", "rota"],
  Segurado: ["cpfCnpj"],
  // Keyed, so that a status has the same name on all screens.
  Status: ["codigo"],
};

export function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          acionamentos: listPages(),
          acionamento: mayFail,
          procedimentos: mayFail,
          reabertura: mayFail,
          segurado: mayFail,
          seguradoras: mayFail,
          totaisPorStatus: mayFail,
        },
      },
      // Each event replaces the one before; what the screens show is read from `Query`.
      Subscription: { fields: { acionamentos: { merge: false } } },
      Painel: {
        // A singleton: results of different queries are merged.
        keyFields: [],
        fields: {
          abertosHoje: mayFail,
          abertosNoMes: mayFail,
          faturadosNoMes: mayFail,
          seguradoras: mayFail,
          statusPorSeguradoraNoMes: mayFail,
          totaisPorStatus: mayFail,
        },
      },
      Acionamento: { keyFields: KEY_FIELDS.Acionamento, fields: { seguradora: mayFail } },
      ItemMenu: { keyFields: KEY_FIELDS.ItemMenu },
      // An API may count its pets within a policy.
      Pet: { keyFields: false, merge: withinParent, fields: { raca: mayFail, nascimento: mayFail } },
      Segurado: {
        // Without a tax id an API may send a placeholder, the same one for all. A row without a name would overwrite the name
        // in all other rows.
        keyFields: ({ cpfCnpj, nome }) => nome !== "" && isCpfCnpj(String(cpfCnpj)) && KEY_FIELDS.Segurado,
        merge: withinParent,
        fields: { acionamentos: mayFail, apolices: mayFail, email: mayFail, telefone: mayFail },
      },
      Procedimento: { fields: { descricao: mayBeUnnamed } },
      Seguradora: { fields: { nome: mayBeUnnamed } },
      Status: { keyFields: KEY_FIELDS.Status, fields: { descricao: mayBeUnnamed } },
    },
  });
}

/** An object without a key is stored within its parent: the same one keeps what was read before, another replaces it. */
const withinParent: FieldMergeFunction<StoreObject | Reference> = (existing, incoming, { extensions, readField }) => {
  if (!existing || isReference(incoming)) return incoming;
  const isAnother = ["cpfCnpj", "id", "nome"].some(
    (key) => key in incoming && readField(key, existing) !== incoming[key],
  );
  // If the existing value is a reference, Apollo merges the fields into that object itself.
  if (!isAnother) return isReference(existing) ? incoming : { ...existing, ...incoming };
  // `mayFail` gave failed fields the previous object's values; another object must not have them.
  const failed = failedFields(extensions).filter((name) => name in incoming);
  return { ...incoming, ...Object.fromEntries(failed.map((name) => [name, null])) };
};

/** Names the fields of a response that failed, for the cache: `null` in them is no value. */
export function markFailed<T extends ApolloLink.Result>(result: T): T {
  const failed = result.errors?.flatMap(({ path }) => path ?? []);
  return failed ? { ...result, extensions: { ...result.extensions, failed } } : result;
}

function failedFields(extensions: Record<string, unknown> | undefined): readonly (string | number)[] {
  return (extensions?.["failed"] as readonly (string | number)[] | undefined) ?? [];
}

/** A field that keeps its value if it fails. A policy does not see its row, so errors are known by the field's name. */
const mayFail: FieldPolicy<unknown> = {
  merge(_, incoming: unknown, { existingData, extensions, field, fieldName }) {
    const name = field?.alias?.value ?? fieldName;
    return incoming === null && failedFields(extensions).includes(name) ? (existingData ?? null) : incoming;
  },
};

/** A name that keeps its value where an object of the same key comes without one. */
const mayBeUnnamed: FieldPolicy<string> = {
  merge: (existing = "", incoming) => incoming || existing,
};

/**
 * Cursor pagination, with one list for each filter, search and order. A reloaded first page replaces the head of the list and
 * keeps the pages below it, to keep the scroll position. A failed (null) page changes nothing.
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
      const head = merge(undefined, incoming, options) as Pages;
      if (!existing) return head;
      const refs = head.edges.map((edge) => edge.node.__ref);
      const overlap = existing.edges.findLastIndex((edge) => edge.node.__ref === refs.at(-1));
      const tail = existing.edges.slice(overlap + 1).filter((edge) => !refs.includes(edge.node.__ref));
      const { endCursor, hasNextPage } = existing.pageInfo;
      // If the last row has moved into the head, its cursor no longer ends the list: no next page could be asked for.
      const isEndKept = tail.at(-1)?.cursor === endCursor;
      if (overlap < 0 || !head.pageInfo.hasNextPage || !isEndKept) return head;
      return { ...head, edges: [...head.edges, ...tail], pageInfo: { ...head.pageInfo, endCursor, hasNextPage } };
    },
  };
}

/** Appends a page. An acionamento that moved down the list is kept at its new position only. */
function follow(existing: Pages | null | undefined, after: unknown, joined: Pages): Pages | null {
  // The list was reloaded meanwhile and no longer has this cursor.
  if (!existing?.edges.some((edge) => edge.cursor === after)) return existing ?? null;
  const last = new Map(joined.edges.map((edge, index) => [edge.node.__ref, index]));
  return { ...joined, edges: joined.edges.filter((edge, index) => last.get(edge.node.__ref) === index) };
}
