/** Test data of the view. */
import { screen } from "@testing-library/react";
import { mockGraph } from "../../test/mockGraph.ts";
import { openPortal, signIn } from "../../test/portal.tsx";

export const SINISTRO = "2026000075661";
export const ADDRESS = `/visualiza-acionamento?sinistro=${SINISTRO}`;

export const ABERTO = { codigo: "ABERTO", descricao: "Aberto" };
export const NEGADO = { codigo: "NEGADO", descricao: "Negado" };

export const ACIONAMENTO = {
  id: "75661",
  sinistro: SINISTRO,
  autorizacao: "A-559102",
  status: NEGADO,
  abertoEm: "2026-11-10T12:30:00-03:00",
  ocorridoEm: "2026-11-09",
  faturadoEm: null,
  valorTotal: "353.50",
  observacao: "Paciente estável.",
  seguradora: { id: "3", nome: "Araucária Seguros" },
  segurado: { cpfCnpj: "52998224725", nome: "Marina Duarte", email: "marina@example.com", telefone: "11987654321" },
  apolice: "PET-2026-1",
  pet: { id: "8", nome: "Paçoca", especie: "Cão", raca: "Sem raça definida", nascimento: "2020-02-29" },
  procedimentos: [
    { procedimento: { id: "1", descricao: "Consulta" }, quantidade: 1, valor: "89.50", total: "89.50" },
    { procedimento: { id: "2", descricao: "Hemograma completo" }, quantidade: 2, valor: "132.00", total: "264.00" },
  ],
  historico: [
    { em: "2026-11-10T12:30:00-03:00", status: ABERTO, usuario: "Ana Souza", observacao: null },
    { em: "2026-11-12T09:05:00-03:00", status: NEGADO, usuario: "Renata Albuquerque", observacao: "Carência." },
  ],
  sinistroOrigem: null,
  sinistroReabertura: null,
  podeReabrir: true,
};

export function open(acionamento: unknown = ACIONAMENTO, address = ADDRESS) {
  signIn();
  mockGraph.respond({ acionamento });
  return openPortal(address);
}

/** The value of a labelled field. */
export async function fact(name: string) {
  return (await screen.findByText(name, { selector: "dt" })).nextElementSibling;
}
