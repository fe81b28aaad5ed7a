/** Test data of the list screen: rows in pages, counts and insurers. */
import { screen } from "@testing-library/react";
import { ABERTO, acionamento, ARAUCARIA, FATURADO, MARINA, PACOCA } from "../../test/acionamento.ts";
import { mockGraph } from "../../test/mockGraph.ts";
import { openPortal, signIn } from "../../test/portal.tsx";

export const CONSULTA = "/consulta-acionamento";

export const TOTAIS = [
  { mes: 1, status: ABERTO, quantidade: 2, valor: "10.00" },
  { mes: 1, status: FATURADO, quantidade: 1200, valor: "10.00" },
  { mes: 2, status: FATURADO, quantidade: 34, valor: "10.00" },
];
export const SEGURADORAS = [
  { ...ARAUCARIA, ativa: true },
  { id: "13", nome: "Pantaneira Seguros Rurais", ativa: false },
];

export interface Args {
  readonly filtro: Readonly<Record<string, unknown>>;
  readonly first: number;
  readonly after?: string | null;
}

const rowOf = (index: number) =>
  acionamento(String(2026000000000 + index), {
    id: String(index),
    autorizacao: index % 2 ? `A-${index}` : null,
    procedimentos: [
      { quantidade: 2, valor: "320.00", total: "640.00", procedimento: { id: "12", descricao: "Ultrassonografia" } },
      { quantidade: 1, valor: "640.50", total: "640.50", procedimento: { id: "13", descricao: "Cirurgia; grande" } },
    ],
    valorTotal: "1280.50",
    segurado: index
      ? { cpfCnpj: `529982${10000 + index}`, nome: `Segurado ${index}` }
      : { ...MARINA, nome: '=Marina; "Duarte"' },
    pet: index === 1 ? null : { ...PACOCA, id: String(index) },
  });

/** A resolver for a list of so many rows, with pages. `part`: what all rows have instead. */
export function listOf(count: number, part: object = {}) {
  return ({ first, after }: Args) => {
    const from = after ? Number(after) + 1 : 0;
    const to = Math.min(from + first, count);
    const nodes = Array.from({ length: to - from }, (_, index) => ({ ...rowOf(from + index), ...part }));
    return {
      totalCount: count,
      valorTotal: "1543.20",
      nodes,
      edges: nodes.map((node) => ({ node, cursor: node.id })),
      pageInfo: { hasNextPage: to < count, endCursor: String(to - 1) },
    };
  };
}

export const lists = () => mockGraph.sentAs("Consulta");
export const pages = () => mockGraph.sentAs("ConsultaPagina");
export const firstRow = () => screen.findByRole("link", { name: "2026000000000" });

export async function openList(search = "") {
  const portal = openPortal(CONSULTA + search);
  await firstRow();
  return portal;
}

/** Signs in and mocks a list of three acionamentos. */
export function mockList(): void {
  signIn();
  mockGraph.respond({ acionamentos: listOf(3), totaisPorStatus: TOTAIS, seguradoras: SEGURADORAS });
}
