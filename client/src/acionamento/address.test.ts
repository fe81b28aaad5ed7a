import { expect, test } from "vitest";
import { reopenAddress, viewAddress } from "../shell/addresses.ts";
import { numberError, sinistroIn } from "./address.ts";

test.each([
  ["?sinistro=2026000070213", "2026000070213"],
  ["?sinistro=%202026000070213%20", "2026000070213"],
  ["?sinistro=2026%2F000.070-213", "2026/000.070-213"],
  ["?sinistro=%3Cscript%3E", "<script>"],
  ["?sinistro=%20", ""],
  ["?sinistro=%00", ""],
  ["?sinistro=", ""],
  ["", ""],
])("the claim number in %s is %s", (search, sinistro) => {
  expect(sinistroIn(search)).toBe(sinistro);
});

test("a text that the graph takes for no number is none", () => {
  expect(sinistroIn(`?sinistro=${"9".repeat(100)}`)).toHaveLength(100);
  expect(sinistroIn(`?sinistro=${"9".repeat(101)}`)).toBe("");
});

test("a number with a mark in it comes through its address", () => {
  for (const addressOf of [viewAddress, reopenAddress]) {
    for (const sinistro of ["A&B=1 <+>", "2026/000.123-4", "Nº 5", "A–1", "nº 70213"])
      expect(sinistroIn(new URL(addressOf(sinistro), "http://x").search)).toBe(sinistro);
  }
});

test("a CPF or a name is not looked up as a number", () => {
  expect(numberError("529.982.247-25")).toMatch("Isto é um CPF");
  expect(numberError("Marina 529.982.247-25")).toMatch("CPF");
  expect(numberError("Marina Duarte")).toMatch("Um número tem algarismos");
  expect(numberError("A-553470")).toBeUndefined();
  expect(numberError("1".repeat(100))).toBeUndefined();
  expect(numberError("1".repeat(101))).toBe("Um número tem no máximo 100 caracteres.");
});
