import { screen } from "@testing-library/react";
import { ABERTO, acionamento, ARAUCARIA, EM_ANALISE, FATURADO } from "../test/acionamento.ts";
import { failing, mockGraph } from "../test/mockGraph.ts";
import { openPortal, signIn } from "../test/portal.tsx";

const EM_PERICIA = { codigo: "EM PERÍCIA", descricao: "Em perícia" };

export const PAINEL = {
  abertosHoje: { quantidade: 6, valor: "15219.40" },
  abertosNoMes: { quantidade: 1231, valor: "305037.55" },
  faturadosNoMes: { quantidade: 145, valor: "187498.15" },
  seguradoras: 12,
  statusPorSeguradoraNoMes: [
    {
      seguradora: ARAUCARIA,
      totais: [
        { status: EM_ANALISE, quantidade: 12 },
        { status: EM_PERICIA, quantidade: 1 },
      ],
    },
    { seguradora: { id: "9", nome: "Buritizal Vida" }, totais: [{ status: ABERTO, quantidade: 3 }] },
  ],
};

export const TOTAIS = [
  { mes: 1, status: FATURADO, quantidade: 1200 },
  { mes: 3, status: FATURADO, quantidade: 40 },
  { mes: 3, status: ABERTO, quantidade: 5 },
  { mes: 3, status: EM_PERICIA, quantidade: 2 },
];

/** An acionamento of the fila. */
export const WAITING = acionamento("2026000000007", {
  abertoEm: new Date(Date.now() - 3 * 86_400_000).toISOString(),
});

export interface Filtro {
  readonly statusEm: readonly string[];
  readonly periodo?: { readonly de: string } | null;
  readonly usuario?: string | null;
}

/** A list of the fila, of so many acionamentos. */
export function filaOf(count: number, rows: readonly object[] = [WAITING, { ...WAITING, id: "8", pet: null }]) {
  const edges = rows.slice(0, count).map((node, index) => ({ node, cursor: String(index) }));
  const pageInfo = { endCursor: null, hasNextPage: count > rows.length, startCursor: null, hasPreviousPage: false };
  return { totalCount: count, valorTotal: "0.00", nodes: [], edges, pageInfo };
}

/** Many wait, one of them has the user's name in its history, none was opened today. */
export const fila = ({ filtro: { periodo, usuario } }: { readonly filtro: Filtro }) =>
  filaOf(periodo ? 0 : usuario ? 1 : 1234);

/** The figures, and the totals of a year, which the live dashboard repeats. */
export const withTotals = (totaisPorStatus: unknown, fields: object = {}) => ({
  painel: { ...PAINEL, totaisPorStatus, ...fields },
  totaisPorStatus,
});

export function openHome(fields: object = {}, address = "/home-page") {
  signIn();
  mockGraph.respond({ ...withTotals(TOTAIS, fields), acionamentos: fila });
  return openPortal(address);
}

export const fails = (message: string) => failing("UPSTREAM_UNAVAILABLE", message);
export const card = (name: string) => screen.findByRole("group", { name });
export const section = (name: string) => screen.findByRole("region", { name });
