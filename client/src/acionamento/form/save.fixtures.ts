/** Test data of the two screens that save an acionamento. */
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { mockGraph } from "../../test/mockGraph.ts";
import { signIn } from "../../test/portal.tsx";

export const MARINA = "52998224725";
/** A company with one policy and one pet. */
export const CANIL = "11222333000181";

const SEGURADORA = { id: "9", nome: "Buritizal" };
const MINGAU = { id: "2", nome: "Mingau", especie: "Gato", raca: "Siamês" };
const PACOCA = { id: "1", nome: "Paçoca", especie: "Cão", raca: null };
const PETS = [MINGAU, PACOCA];
const CURRENT = { numero: "PET-2026", inicio: "2026-03-21", fim: "2027-03-20", seguradora: SEGURADORA, pets: PETS };
const EXPIRED = { numero: "PET-2025", inicio: "2025-03-21", fim: "2026-03-20", seguradora: SEGURADORA, pets: PETS };
const FUTURE = { numero: "PET-2027", inicio: "2027-03-21", fim: "2028-03-20", seguradora: SEGURADORA, pets: PETS };

export const SEGURADOS: Readonly<Record<string, object>> = {
  [MARINA]: {
    cpfCnpj: MARINA,
    nome: "Marina Duarte",
    email: "marina@correio.example",
    telefone: "11987654321",
    apolices: [FUTURE, CURRENT, EXPIRED],
  },
  [CANIL]: {
    cpfCnpj: CANIL,
    nome: "Canil Boa Vista Ltda.",
    email: null,
    telefone: null,
    apolices: [{ ...CURRENT, numero: "PET-PJ", pets: [PACOCA] }],
  },
};

/** Marina with one policy. */
export const withPets = (pets: readonly object[]) => ({ ...SEGURADOS[MARINA], apolices: [{ ...CURRENT, pets }] });

const PROCEDIMENTOS = [
  { id: "48", descricao: "Anestesia inalatória", categoria: "Cirurgia", valorReferencia: "650.00" },
  { id: "1", descricao: "Consulta clínica geral", categoria: "Consultas", valorReferencia: "180.00" },
  { id: "19", descricao: "Hemograma completo", categoria: "Exames", valorReferencia: "75.00" },
];

const ABERTO = { codigo: "ABERTO", descricao: "Aberto" };

/** An acionamento as returned by the services. */
export function acionamento(sinistro: string, part: object = {}): object {
  return {
    __typename: "Acionamento",
    id: `id-${sinistro}`,
    sinistro,
    autorizacao: null,
    status: ABERTO,
    abertoEm: "2026-11-20T14:03:11-03:00",
    ocorridoEm: "2026-11-19",
    faturadoEm: null,
    valorTotal: "255.00",
    observacao: null,
    seguradora: SEGURADORA,
    segurado: { cpfCnpj: MARINA, nome: "Marina Duarte" },
    apolice: "PET-2026",
    pet: PACOCA,
    procedimentos: [
      { procedimento: PROCEDIMENTOS[1], quantidade: 1, valor: "180.00", total: "180.00" },
      { procedimento: PROCEDIMENTOS[2], quantidade: 1, valor: "75.00", total: "75.00" },
    ],
    historico: [{ em: "2026-11-20T14:03:11-03:00", status: ABERTO, usuario: "Ana Souza", observacao: null }],
    sinistroOrigem: null,
    sinistroReabertura: null,
    origem: null,
    podeReabrir: false,
    ...part,
  };
}

/** The answer to a save. */
export const saved = (sinistro: string) => ({ __typename: "AcionamentoSalvo", acionamento: acionamento(sinistro) });

/** On a day in November signs in and mocks insured and procedures, without open acionamentos. Returns what undoes it. */
export function start(): () => void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:00:00-03:00") });
  signIn();
  const nothing = { nodes: [], edges: [], totalCount: 0, valorTotal: "0.00" };
  mockGraph.respond({
    procedimentos: PROCEDIMENTOS,
    segurado: ({ cpfCnpj }: { readonly cpfCnpj: string }) => SEGURADOS[cpfCnpj] ?? null,
    acionamentos: nothing,
    acionamento: ({ sinistro }: { readonly sinistro: string }) => acionamento(sinistro),
  });
  return () => vi.useRealTimers();
}

/** The inputs of all sent mutations with a name. */
export function inputs(name: string): readonly Readonly<Record<string, unknown>>[] {
  return mockGraph.sent
    .filter((sent) => sent.name === name)
    .map((sent) => sent.variables["input"] as Readonly<Record<string, unknown>>);
}

export function sentNames(): readonly string[] {
  return mockGraph.sent.map(({ name }) => name);
}

/** Adds a procedure by typing and Enter. */
export async function addProcedimento(user: UserEvent, typed: string): Promise<void> {
  await user.click(await screen.findByRole("combobox", { name: "Adicionar procedimento" }));
  await user.keyboard(`${typed}{Enter}`);
}
