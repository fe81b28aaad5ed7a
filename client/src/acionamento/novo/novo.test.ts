import { expect, test } from "vitest";
import { NO_CHOICE } from "./ApoliceSection.tsx";
import { EMPTY, rulesOfNovo } from "./novo.ts";

test.each([
  ["", "Informe o CPF ou CNPJ do segurado."],
  ["529.982.247", "O CPF tem 11 números e o CNPJ, 14 caracteres."],
  ["529.982.247-24", "Os dígitos deste CPF não conferem. Se for um CNPJ, continue digitando."],
  ["529.982.247-25", "Espere o segurado ser encontrado."],
])("a save says what is wrong with the CPF “%s”", (cpfCnpj, message) => {
  const { error } = rulesOfNovo(NO_CHOICE).safeParse({ ...EMPTY, cpfCnpj });
  expect(error?.issues).toContainEqual(expect.objectContaining({ path: ["cpfCnpj"], message }));
});
