import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRules, type PasswordContext, strengthOf } from "./password.ts";

const KNOWN: PasswordContext = { email: "Ana.Souza@patas.example", senhaAtual: "Atual1234" };
const broken = (password: string) =>
  checkRules(password, KNOWN)
    .filter((rule) => !rule.isMet)
    .map((rule) => rule.text);

describe("the rules are the gateway's", () => {
  test.each(["Nova12345", "çãéíóú12", "a1".repeat(128), "senha com espaço 1", "🐶🐶🐶🐶🐶🐶a1"])(
    "%s is accepted",
    (password) => {
      expect(broken(password)).toEqual([]);
    },
  );

  test.each([
    ["abc1234", "De 8 a 256 caracteres"],
    [`${"a1".repeat(128)}x`, "De 8 a 256 caracteres"],
    ["1234567890", "Ao menos uma letra"],
    ["semnumero", "Ao menos um número"],
    ["Atual1234", "Diferente da senha atual"],
  ])("%s is refused for one reason: %s", (password, rule) => {
    expect(broken(password)).toEqual([rule]);
  });

  test("the e-mail is refused in any case", () => {
    const known = { ...KNOWN, email: "ana1@patas.example" };
    expect(checkRules("ANA1@patas.example", known).filter(({ isMet }) => !isMet)).toHaveLength(1);
  });

  test("nothing typed meets nothing", () => {
    expect(broken("")).toHaveLength(5);
  });
});

describe("the meter", () => {
  test.each(["Senha123", "aaaaaaaa1", "abcdefgh12345678", "ana.souza1", "qwerty12", "Atual1234!"])(
    "%s is weak",
    (password) => {
      expect(strengthOf(password, KNOWN)).toBe("fraca");
    },
  );

  test.each(["cavalo7 bateria grampo", "xK9#mQ2$vL7!"])("%s is strong", (password) => {
    expect(strengthOf(password, KNOWN)).toBe("forte");
  });

  test("no length makes one repeated character strong", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 1 }), fc.integer({ min: 1, max: 256 }), (character, count) => {
        expect(strengthOf(character.repeat(count), KNOWN)).toBe("fraca");
      }),
    );
  });
});
