import { expect, test } from "vitest";
import { EMPTY, problemsOfNovo } from "./novo.ts";

test.each([
  ["", "Informe o CPF ou CNPJ do segurado."],
  ["529.982.247", "O CPF tem 11 números e o CNPJ, 14 caracteres."],
  ["529.982.247-24", "Os dígitos deste CPF não conferem. Se for um CNPJ, continue digitando."],
  ["529.982.247-25", "Espere o segurado ser encontrado."],
])("a save says what is wrong with the CPF “%s”", (cpfCnpj, problem) => {
  const none = { apolices: null, apolice: undefined, pet: undefined, nome: undefined };
  expect(problemsOfNovo({ ...EMPTY, cpfCnpj }, none)["cpfCnpj"]).toBe(problem);
});
