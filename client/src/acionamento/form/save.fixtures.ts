/** Test data of the two screens that save an acionamento. */
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { acionamento, CONSULTA_CLINICA, HEMOGRAMA, MARINA as marina, PACOCA } from "../../test/acionamento.ts";
import { mockGraph } from "../../test/mockGraph.ts";
import { signIn } from "../../test/portal.tsx";

export const MARINA = marina.cpfCnpj;
/** A company with one policy and one pet. */
export const CANIL = "11222333000181";

const SEGURADORA = { id: "9", nome: "Buritizal" };
const MINGAU = { id: "2", nome: "Mingau", especie: "Gato", raca: "Siamês" };
const PETS = [MINGAU, PACOCA];
const CURRENT = { numero: "PET-2026", inicio: "2026-03-21", fim: "2027-03-20", seguradora: SEGURADORA, pets: PETS };
/** As they are numbered within another policy. */
const OTHER_PETS = PETS.map((pet) => ({ ...pet, id: pet === MINGAU ? "1" : "2" }));
const EXPIRED = { ...CURRENT, numero: "PET-2025", inicio: "2025-03-21", fim: "2026-03-20", pets: OTHER_PETS };
const FUTURE = { numero: "PET-2027", inicio: "2027-03-21", fim: "2028-03-20", seguradora: SEGURADORA, pets: PETS };

export const SEGURADOS: Readonly<Record<string, object>> = {
  [MARINA]: {
    ...marina,
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

export const withPets = (pets: readonly object[]) => ({ ...SEGURADOS[MARINA], apolices: [{ ...CURRENT, pets }] });

const PROCEDIMENTOS = [
  { id: "48", descricao: "Anestesia inalatória", categoria: "Cirurgia", valorReferencia: "650.00" },
  { ...CONSULTA_CLINICA, categoria: "Consultas", valorReferencia: "180.00" },
  { ...HEMOGRAMA, categoria: "Exames", valorReferencia: "75.00" },
];

export const saved = (sinistro: string) => ({ __typename: "AcionamentoSalvo", acionamento: acionamento(sinistro) });

/** On a day in November signs in and mocks insured and procedures, without open acionamentos. */
export function mockForms(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-20T14:00:00-03:00") });
  signIn();
  const nothing = { nodes: [], edges: [], totalCount: 0, valorTotal: "0.00" };
  mockGraph.respond({
    procedimentos: PROCEDIMENTOS,
    segurado: ({ cpfCnpj }: { readonly cpfCnpj: string }) => SEGURADOS[cpfCnpj] ?? null,
    acionamentos: nothing,
    acionamento: ({ sinistro }: { readonly sinistro: string }) => acionamento(sinistro),
  });
}

export function inputs(name: string): readonly Readonly<Record<string, unknown>>[] {
  return mockGraph.sentAs(name).map(({ variables }) => variables["input"] as Readonly<Record<string, unknown>>);
}

export async function addProcedimento(user: UserEvent, typed: string): Promise<void> {
  await user.click(await screen.findByRole("combobox", { name: "Adicionar procedimento" }));
  await user.keyboard(`${typed}{Enter}`);
}
