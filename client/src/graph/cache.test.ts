import { gql, type InMemoryCache } from "@apollo/client";
import {
  type ASTNode,
  buildSchema,
  type DocumentNode,
  getOperationAST,
  type GraphQLCompositeType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { beforeEach, describe, expect, test } from "vitest";
import sdl from "../../../schema.graphql?raw";
import documents from "../gql/persisted-documents.json" with { type: "json" };
import { createCache, KEY_FIELDS } from "./cache.ts";

const List = gql`
  query List($status: ID!, $busca: String, $ordem: OrdemAcionamentos, $after: String) {
    acionamentos(filtro: { status: $status }, busca: $busca, ordem: $ordem, first: 3, after: $after) {
      totalCount
      edges {
        node {
          id
          sinistro
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`;

interface Read {
  readonly acionamentos: {
    readonly totalCount: number;
    readonly edges: readonly { readonly node: { readonly id: string; readonly sinistro: string } }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  } | null;
}

const schema = buildSchema(sdl);
const question = { status: "ABERTO", busca: null, ordem: "ABERTURA_DESC" };
let cache: InMemoryCache;

beforeEach(() => {
  cache = createCache();
});

/** Writes a page of rows with these claim numbers; the last one is also the cursor. */
function arrives(sinistros: string, { hasNextPage = true, ...variables }: Record<string, unknown> = {}): void {
  cache.writeQuery({
    query: List,
    variables: { ...question, ...variables },
    data: {
      acionamentos: {
        __typename: "AcionamentoConnection",
        totalCount: 9,
        edges: Array.from(sinistros, (sinistro) => ({
          __typename: "AcionamentoEdge",
          node: { __typename: "Acionamento", id: sinistro.toLowerCase(), sinistro },
        })),
        pageInfo: { __typename: "PageInfo", endCursor: sinistros.at(-1) ?? null, hasNextPage },
      },
    },
  });
}

function list(variables: Record<string, unknown> = {}): Read["acionamentos"] | undefined {
  return cache.readQuery<Read>({ query: List, variables: { ...question, ...variables } })?.acionamentos;
}

function rows(variables?: Record<string, unknown>): string | undefined {
  return list(variables)
    ?.edges.map(({ node }) => node.sinistro)
    .join("");
}

test("pages of a list follow each other", () => {
  arrives("abc");
  arrives("def", { after: "c" });
  arrives("g", { after: "f", hasNextPage: false });
  expect(rows()).toBe("abcdefg");
  expect(list()?.pageInfo).toMatchObject({ endCursor: "g", hasNextPage: false });
});

test.each([{ status: "FATURADO" }, { busca: "nala" }, { ordem: "VALOR_DESC" }])("%o is another list", (other) => {
  arrives("abc");
  arrives("xyz", other);
  expect(rows()).toBe("abc");
  expect(rows(other)).toBe("xyz");
});

test("acionamentos to which an API gives one code are two rows", () => {
  arrives("aAb");
  expect(rows()).toBe("aAb");
});

test("an acionamento that moved down the list appears once, at its new position", () => {
  arrives("abc");
  arrives("dbe", { after: "c" });
  expect(rows()).toBe("acdbe");
});

describe("a reloaded first page", () => {
  beforeEach(() => {
    arrives("abc");
    arrives("def", { after: "c" });
  });

  test("keeps the rows below it when it overlaps", () => {
    arrives("nab");
    expect(rows()).toBe("nabcdef");
    expect(list()?.pageInfo).toMatchObject({ endCursor: "f", hasNextPage: true });
  });

  test("leaves the list unchanged if nothing has changed, so that loading more continues", () => {
    arrives("abc");
    arrives("ghi", { after: "f" });
    expect(rows()).toBe("abcdefghi");
  });

  test("drops rows that have left the list", () => {
    arrives("acd");
    expect(rows()).toBe("acdef");
  });

  test("drops the rows below it when it does not overlap: what is between is not known", () => {
    arrives("xyz");
    expect(rows()).toBe("xyz");
    expect(list()?.pageInfo).toMatchObject({ endCursor: "z", hasNextPage: true });
  });

  test("drops the rows below it when it has the last one, after which the next page was", () => {
    arrives("fab");
    expect(rows()).toBe("fab");
    arrives("cde", { after: "b" });
    expect(rows()).toBe("fabcde");
  });

  test("drops the rows below it when it is the whole list", () => {
    arrives("ab", { hasNextPage: false });
    expect(rows()).toBe("ab");
    expect(list()?.pageInfo).toMatchObject({ endCursor: "b", hasNextPage: false });
  });

  test("ignores a page that was requested before it", () => {
    arrives("xyz");
    arrives("ghi", { after: "f" });
    expect(rows()).toBe("xyz");
  });

  test("loses nothing when it could not be read", () => {
    cache.writeQuery({ query: List, variables: question, data: { acionamentos: null } });
    expect(rows()).toBe("abcdef");
  });
});

test("a list that could never be read is not an empty one", () => {
  cache.writeQuery({ query: List, variables: question, data: { acionamentos: null } });
  expect(list()).toBeNull();
});

const People = gql`
  query People {
    acionamentos(filtro: { status: "ABERTO" }) {
      nodes {
        id
        sinistro
        segurado {
          cpfCnpj
          nome
        }
        pet {
          id
          nome
          raca
        }
      }
    }
  }
`;

function people(parts: readonly object[]) {
  const nodes = parts.map((part, index) => ({
    __typename: "Acionamento",
    id: `${index}`,
    sinistro: `${index}`,
    ...part,
  }));
  return { acionamentos: { __typename: "AcionamentoConnection", nodes } };
}

test.each(["00000000000", "11111111111", "", "0", "52998224724"])(
  "insured to which an API gives the tax id “%s” keep their names: it identifies nobody",
  (cpfCnpj) => {
    const data = people(
      ["Ana", "Bia"].map((nome) => ({ segurado: { __typename: "Segurado", cpfCnpj, nome }, pet: null })),
    );
    cache.writeQuery({ query: People, data });
    expect(cache.readQuery({ query: People })).toEqual(data);
  },
);

test.each([
  ["Seguradora", "id", "nome"],
  ["Procedimento", "id", "descricao"],
  ["Status", "codigo", "descricao"],
])("a %s that comes without a name keeps the one that it had", (type, key, name) => {
  const fragment = gql`fragment Named on ${type} { ${key} ${name} }`;
  const named = (text: string) => ({ __typename: type, [key]: "1", [name]: text });
  const id = cache.identify(named("")) ?? "";
  for (const text of ["Antes", "Depois", ""]) cache.writeFragment({ id, fragment, data: named(text) });
  expect(cache.readFragment({ id, fragment })).toEqual(named("Depois"));
});

test("pets to which an API gives one code keep their data, those of one name too", () => {
  const segurado = { __typename: "Segurado", cpfCnpj: "52998224725", nome: "Ana" };
  const data = people(
    [
      { nome: "Rex", raca: "Poodle" },
      { nome: "Rex", raca: "Boxer" },
      { nome: "Mia", raca: null },
    ].map((pet) => ({ segurado, pet: { __typename: "Pet", id: "1", ...pet } })),
  );
  cache.writeQuery({ query: People, data });
  expect(cache.readQuery({ query: People })).toEqual(data);
});

function personOf(cpfCnpj: string, nome: string, telefone?: string | null, raca?: string | null) {
  return {
    acionamento: {
      __typename: "Acionamento",
      id: "0",
      sinistro: "0",
      segurado: { __typename: "Segurado", cpfCnpj, nome, telefone },
      pet: { __typename: "Pet", id: "1", nome, raca },
    },
  };
}

/** A query of the insured and the pet of an acionamento. */
const personWith = (more: readonly [ofSegurado: string, ofPet: string] = ["", ""]) => gql`
  query Person {
    acionamento(sinistro: "0") {
      id
      sinistro
      segurado { cpfCnpj nome ${more[0]} }
      pet { id nome ${more[1]} }
    }
  }
`;

test("what has no identity keeps what was read of it before within its parent, and is never merged into another", () => {
  const names = personWith();
  const view = personWith(["telefone", "raca"]);
  const read = () => cache.readQuery({ query: view });
  const failed = { extensions: { failed: ["acionamento", "segurado", "telefone", "pet", "raca"] } };
  cache.writeQuery({ query: view, data: personOf("0", "Ana", "11", "Poodle") });
  cache.writeQuery({ query: names, data: personOf("0", "Ana") });
  expect(read()).toEqual(personOf("0", "Ana", "11", "Poodle"));
  cache.writeQuery({ query: view, data: personOf("0", "Ana", null, null), ...failed });
  expect(read()).toEqual(personOf("0", "Ana", "11", "Poodle"));
  cache.writeQuery({ query: view, data: personOf("0", "Bia", null, null), ...failed });
  expect(read()).toEqual(personOf("0", "Bia", null, null));
  cache.writeQuery({ query: names, data: personOf("0", "Caio") });
  expect(read()).toBeNull();
  cache.writeQuery({ query: view, data: personOf("52998224725", "Ana", "11", "Poodle") });
  cache.writeQuery({ query: view, data: personOf("0", "Bia", null, null), ...failed });
  expect(read()).toEqual(personOf("0", "Bia", null, null));
});

/** Read without the cache. */
const NOT_CACHED = new Set(["ConsultaExport", "OpenAcionamentos"]);

test("every object is selected with its keys, by which the cache finds it", () => {
  const missing = Object.values(documents).flatMap((text) => missingKeys(parse(text)));
  expect(missing).toEqual([]);
});

function missingKeys(document: DocumentNode): readonly string[] {
  const operation = getOperationAST(document)?.name?.value ?? "";
  if (NOT_CACHED.has(operation)) return [];
  const types = new TypeInfo(schema);
  const missing: string[] = [];
  const SelectionSet = ({ selections }: SelectionSetNode, _: unknown, parent: unknown) => {
    if ((parent as ASTNode).kind === Kind.FRAGMENT_DEFINITION) return;
    const type = types.getParentType();
    const selected = new Set(selections.map((each) => (each.kind === Kind.FIELD ? each.name.value : "")));
    for (const key of keysOf(type)) if (!selected.has(key)) missing.push(`${operation}: ${String(type)}.${key}`);
  };
  visit(document, visitWithTypeInfo(types, { SelectionSet }));
  return missing;
}

function keysOf(type: GraphQLCompositeType | null | undefined): readonly string[] {
  if (!isObjectType(type)) return [];
  const keys = Object.entries(KEY_FIELDS).find(([name]) => name === type.name)?.[1];
  return keys ?? (type.getFields()["id"] ? ["id"] : []);
}
