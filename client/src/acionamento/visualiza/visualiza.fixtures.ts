import { screen } from "@testing-library/react";
import { ABERTO, acionamento, CONSULTA_CLINICA, HEMOGRAMA, MARINA, NEGADO, PACOCA } from "../../test/acionamento.ts";
import { mockGraph } from "../../test/mockGraph.ts";
import { openPortal, signIn } from "../../test/portal.tsx";

export const SINISTRO = "2026000075661";
export const ADDRESS = `/visualiza-acionamento?sinistro=${SINISTRO}`;

export const ACIONAMENTO = {
  ...acionamento(SINISTRO),
  autorizacao: "A-559102",
  status: NEGADO,
  abertoEm: "2026-11-10T12:30:00-03:00",
  ocorridoEm: "2026-11-09",
  valorTotal: "353.50",
  observacao: "Paciente estável.",
  segurado: { ...MARINA, email: "marina@example.com", telefone: "11987654321" },
  pet: { ...PACOCA, raca: "Sem raça definida", nascimento: "2020-02-29" },
  procedimentos: [
    { procedimento: CONSULTA_CLINICA, quantidade: 1, valor: "89.50", total: "89.50" },
    { procedimento: HEMOGRAMA, quantidade: 2, valor: "132.00", total: "264.00" },
  ],
  historico: [
    { em: "2026-11-10T12:30:00-03:00", status: ABERTO, usuario: "Ana Souza", observacao: null },
    { em: "2026-11-12T09:05:00-03:00", status: NEGADO, usuario: "Renata Albuquerque", observacao: "Carência." },
  ],
  podeReabrir: true,
};

export function open(shown: unknown = ACIONAMENTO, address = ADDRESS) {
  signIn();
  mockGraph.respond({ acionamento: shown });
  return openPortal(address);
}

/** The value of a labelled field. */
export async function fact(name: string) {
  return (await screen.findByText(name, { selector: "dt" })).nextElementSibling;
}
