import { expect, test } from "vitest";
import { choiceOf, NO_CHOICE } from "./apolice.ts";
import { ValidRow } from "../procedimentos/rows.ts";
import { EMPTY, problemOfDay, rulesOfNovo } from "./novo.ts";

test.each([
  ["", "Informe o CPF ou CNPJ do segurado."],
  ["529.982.247", "O CPF tem 11 números e o CNPJ, 14 caracteres."],
  ["529.982.247-24", "Os dígitos deste CPF não conferem. Se for um CNPJ, continue digitando."],
  ["529.982.247-25", "Espere o segurado ser encontrado."],
])("a save says what is wrong with the CPF “%s”", (cpfCnpj, message) => {
  const { error } = rulesOfNovo(NO_CHOICE).safeParse({ ...EMPTY, cpfCnpj });
  expect(error?.issues).toContainEqual(expect.objectContaining({ path: ["cpfCnpj"], message }));
});

test.each(["0", "100", "0015", "1,5", "-1", "x"])("a quantity of %s is invalid", (quantidade) => {
  const row = { procedimento: "19", descricao: "Hemograma completo", quantidade, valor: "75,00", referencia: null };
  expect(ValidRow.safeParse(row).error?.issues).toMatchObject([{ message: "Informe uma quantidade de 1 a 99." }]);
});

test.each([
  ["Mia", "Mia"],
  ["Rex", undefined],
])("the pet 1 of another acionamento, %s, is the pet 1 of the policy in force by its name too", (petNome, chosen) => {
  const pets = ["Mia", "Tom"].map((nome, index) => ({ id: String(index + 1), nome }));
  const segurado = { apolices: [{ inicio: null, fim: null, pets }] } as unknown as Parameters<typeof choiceOf>[0];
  expect(choiceOf(segurado, { apolice: null, pet: "1", petNome }, undefined).pet?.nome).toBe(chosen);
});

test.each([
  ["31022026", "Esta data não existe."],
  ["19 nov 2026", "Informe a data da ocorrência, como 19/11/2026."],
  ["191120267", "Informe a data da ocorrência, como 19/11/2026."],
  ["21/11/2026", "A data da ocorrência não pode estar no futuro."],
  ["27/11/0026", "A data da ocorrência não pode ter mais de 20 anos."],
  ["19/11/2006", "A data da ocorrência não pode ter mais de 20 anos."],
  ["21/11", undefined],
])("of the date %s the form says at once: %s", (typed, problem) => {
  expect(problemOfDay(typed, "2026-11-20")).toBe(problem);
});
