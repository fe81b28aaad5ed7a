import { describe, expect, it } from "vitest";
import { fillVariables, extractValues, tokenOf } from "./exampleValues.ts";

describe("learn", () => {
  it("keeps the challenge of a login step", () => {
    expect(extractValues({ validarEmail: { __typename: "CodigoEnviado", desafio: "abc" } })).toEqual({
      desafio: "abc",
    });
  });

  it("keeps the first claim of a list", () => {
    const nodes = [
      { sinistro: "2026-2", segurado: { cpfCnpj: "11144477735" } },
      { sinistro: "2026-1", segurado: { cpfCnpj: "52998224725" } },
    ];
    expect(extractValues({ acionamentos: { nodes } })).toEqual({ sinistro: "2026-2", cpfCnpj: "11144477735" });
  });

  it("keeps policy, insurer and pet of a policy that is valid, not of an expired one", () => {
    const apolices = [
      { numero: "A-1", vigente: false, seguradora: { id: "1" }, pets: [{ id: "p1" }] },
      { numero: "A-2", vigente: true, seguradora: { id: "2" }, pets: [{ id: "p2" }] },
    ];
    expect(extractValues({ segurado: { apolices } })).toEqual({ apolice: "A-2", seguradora: "2", pet: "p2" });
  });

  it("keeps the first procedure of the list with its reference value", () => {
    expect(extractValues({ procedimentos: [{ id: "7", valorReferencia: "120.00" }] })).toEqual({
      procedimento: "7",
      valor: "120.00",
    });
  });

  it.each([null, undefined, {}, { painel: null }])("learns nothing from %j", (data) => {
    expect(extractValues(data)).toEqual({});
  });
});

describe("fill", () => {
  it("fills in known values by name, at any depth, and leaves the others", () => {
    const variables = { filtro: { sinistro: "" }, first: 10, procedimentos: [{ procedimento: "", quantidade: 1 }] };
    expect(fillVariables(variables, { sinistro: "2026-1", procedimento: "7" })).toEqual({
      filtro: { sinistro: "2026-1" },
      first: 10,
      procedimentos: [{ procedimento: "7", quantidade: 1 }],
    });
  });
});

describe("tokenOf", () => {
  it("finds the token under an alias too", () => {
    expect(tokenOf({ login: { token: "t0k3n", usuario: { nome: "Ana" } } })).toBe("t0k3n");
  });

  it("is undefined for any other answer", () => {
    expect(tokenOf({ entrar: { __typename: "Recusa", mensagem: "Senha inválida" } })).toBeUndefined();
  });
});
