import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatCpfCnpj } from "../format/cpfCnpj.ts";
import { spread } from "../test/noise.ts";
import { recognizeSearch } from "./recognizeSearch.ts";

const MARINA = "52998224725";
const CLINIC = "11222333000181";

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

const kinds = (text: string) => recognizeSearch(text).matches.map(({ kind }) => kind);
const cnpjMatch = (value: string, label: string) => ({ kind: "CNPJ", value, label });
const values = (text: string) => recognizeSearch(text).matches.map(({ value }) => value);

describe("what a number is", () => {
  test("a CPF is recognised with any characters between its digits", () => {
    fc.assert(
      fc.property(spread(MARINA), (text) => {
        expect(recognizeSearch(text).matches[0]).toEqual({ kind: "CPF", value: MARINA, label: "529.982.247-25" });
      }),
    );
  });

  test("a CPF is never a number that would stand in an address", () => {
    for (const text of [MARINA, "529.982.247-25", `Sinistro nº ${MARINA}`]) expect(kinds(text)).toEqual(["CPF"]);
    for (const text of ["Marina 529.982.247-25", `${MARINA} 1`, `CPF ${MARINA} x`])
      expect(kinds(text)).toEqual(["CPF"]);
    for (const text of [`Sinistro ${MARINA} x`, `${MARINA} e 111.444.777-35`]) expect(kinds(text)).toEqual([]);
  });

  test("a CNPJ is a CNPJ, with letters too, in small or capital ones", () => {
    expect(recognizeSearch("11.222.333/0001-81").matches).toEqual([cnpjMatch(CLINIC, "11.222.333/0001-81")]);
    expect(recognizeSearch("12abc34501de35").matches[0]).toEqual(cnpjMatch("12ABC34501DE35", "12.ABC.345/01DE-35"));
  });

  test("a CNPJ that begins with NO is no label before a number", () => {
    const cnpj = { kind: "CNPJ", value: "NOABC34501DE60", label: "NO.ABC.345/01DE-60" };
    for (const text of [
      "NO.ABC.345/01DE-60",
      "no.abc.345/01de-60",
      "CNPJ: NO.ABC.345/01DE-60",
      "CNPJ NOABC34501DE60",
    ]) {
      expect(recognizeSearch(text).matches).toEqual([cnpj]);
    }
    const errorMessage = "Não é um CNPJ válido: os dígitos verificadores não conferem.";
    expect(recognizeSearch("NO.ABC.345/01DE-61")).toEqual({ matches: [], errorMessage });
  });

  test("any other run of digits is a claim number first, and may be an authorization", () => {
    const others = fc.integer({ min: 1, max: 30 }).filter((length) => length !== 11 && length !== 14);
    fc.assert(
      fc.property(others.chain(digits), (number) => {
        expect(recognizeSearch(number).errorMessage).toBeUndefined();
        expect(kinds(number)).toEqual(["Sinistro", "Autorização"]);
        expect(recognizeSearch(number).matches[0]?.value).toBe(number);
      }),
    );
  });

  test("letters before digits are an authorization as the services write it; as it was typed comes second", () => {
    for (const text of ["A-559102", "a-559102", "A–559102"]) {
      expect(values(text)).toEqual(["A-559102"]);
    }
    for (const text of ["A559102", "a 559102", "a.559102"]) {
      expect(values(text)).toEqual(["A-559102", text]);
    }
  });

  test("another authorization number is as a save sends it; as it was typed comes second", () => {
    expect(values("A-123.456 / x")).toEqual(["A-123.456 / x"]);
    expect(values("Autorização 26.079-7")).toEqual(["260797", "26.079-7"]);
  });

  test("surrounding punctuation is ignored", () => {
    for (const text of ["nº A-559102", "Nº: A-559102", "n. A–559102", "#A-559102", "(A-559102).", "“A-559102”,"]) {
      expect(values(text)).toEqual(["A-559102"]);
    }
    expect(kinds("número 2026000070213;")).toEqual(["Sinistro", "Autorização"]);
    expect(values("número 2026000070213;")[0]).toBe("2026000070213");
    // Two letters of an authorization are no "nº".
    expect(values("NO-559102")).toEqual(["NO-559102"]);
  });

  test("what is longer than any authorization is none", () => {
    fc.assert(
      fc.property(digits(31), (number) => {
        expect(kinds(number)).toEqual(["Sinistro"]);
      }),
    );
    expect(kinds(`A${"1".repeat(40)}`)).toEqual([]);
  });

  test("its name before it decides what it is", () => {
    expect(kinds("CPF: 529.982.247-25")).toEqual(["CPF"]);
    expect(kinds("Sinistro nº 52998224726")).toEqual(["Sinistro"]);
    expect(kinds("Acionamento 2026000070213")).toEqual(["Sinistro"]);
    expect(kinds("autorização: 559102")).toEqual(["Autorização"]);
    expect(kinds("CPF do segurado: 529.982.247-25")).toEqual(["CPF"]);
    expect(kinds("Nº do sinistro: 2026000070213")).toEqual(["Sinistro"]);
    expect(kinds("autorização n.º A-559102")).toEqual(["Autorização"]);
    expect(recognizeSearch("CPF 529").errorMessage).toBe("O CPF tem 11 números e o CNPJ, 14 caracteres.");
  });
});

describe("what is wrong with a number", () => {
  test("a wrong digit of a CPF is always reported, and no insured is offered", () => {
    const wrong = fc.tuple(fc.nat(10), fc.integer({ min: 1, max: 9 })).map(([index, by]) => {
      const digit = (Number(MARINA[index]) + by) % 10;
      return MARINA.slice(0, index) + digit + MARINA.slice(index + 1);
    });
    fc.assert(
      fc.property(wrong, (number) => {
        expect(recognizeSearch(number).errorMessage).toBe(
          "Não é um CPF válido: os dígitos verificadores não conferem.",
        );
        // Without points it may be something else.
        expect(kinds(number)).toEqual(["Sinistro", "Autorização"]);
        expect(kinds(formatCpfCnpj(number))).toEqual([]);
      }),
    );
  });

  test("a name, or the number of a policy, is searched for", () => {
    for (const text of ["Marina Duarte", " Paçoca "]) {
      const value = text.trim();
      expect(recognizeSearch(text)).toEqual({ matches: [{ kind: "Texto", value, label: value }] });
    }
    expect(kinds("PET-2026-006215")).toEqual(["Autorização", "Texto"]);
    expect(kinds("A-559102")).toEqual(["Autorização"]);
  });

  test("a claim number among words is found if it is the only one that they name", () => {
    for (const text of [
      "Sinistro 2026000070213 da Paçoca",
      "Sinistro nº 2026.0000.70213 · Faturado Autorização: A-559102 Segurado: Marina Duarte",
      "Acionamento aberto: sinistro 2026000070213.",
    ]) {
      expect([kinds(text), values(text)]).toEqual([["Sinistro"], ["2026000070213"]]);
    }
    for (const text of ["A Paçoca passou por 2 exames e uma consulta", "Sinistro 2026000070213 e sinistro 70214"]) {
      expect(recognizeSearch(text)).toMatchObject({
        matches: [],
        errorMessage: expect.stringMatching(/^Digite um CPF/),
      });
    }
  });

  test("a name has 2 to 100 characters", () => {
    expect(kinds("Zé")).toEqual(["Texto"]);
    expect(kinds("x".repeat(100))).toEqual(["Texto"]);
    expect(recognizeSearch("x".repeat(101))).toEqual({
      matches: [],
      errorMessage: "O texto tem mais de 100 caracteres.",
    });
  });

  test("nothing, and the start of an authorization, are no fault", () => {
    for (const text of ["", "  ", "A", "A-"]) expect(recognizeSearch(text)).toEqual({ matches: [] });
  });

  test("no text breaks it, and what it reads is never empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const { value } of recognizeSearch(text).matches) expect(value).not.toBe("");
      }),
    );
  });
});
