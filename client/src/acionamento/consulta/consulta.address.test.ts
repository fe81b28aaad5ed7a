import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayHaveCpf } from "../../format/cpfCnpj.ts";
import { thisYear } from "../../format/date.ts";
import { type ListFilter, listTarget } from "../../shell/addresses.ts";
import { DEFAULT_STATUS } from "../../status.ts";
import { numberError } from "../address.ts";
import { buscaOf, canonicalAddress, countedYear, filterOf, ORDENS, ordemOf } from "./consulta.address.ts";

const names = fc.constantFrom(..."status autorizacao sinistro seguradora por de ate ordem busca x".split(" "));
const dates = "2026-11-01 2026-11-30 2026-02-30".split(" ");
const known = "ABERTO 3 abertura A-1 VALOR_ASC 52998224725 529.982.247-25".split(" ");
const odd = ["", " ", "\u0085", "a".repeat(101)];
const values = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom(...dates, ...known, ...odd));
/** Addresses that people and other pages may come with. */
const searches = fc
  .array(fc.tuple(names, values))
  .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`);

/** A code or number as the graph takes it. */
const code = fc
  .string({ minLength: 1, maxLength: 100 })
  .filter((text) => text === text.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "") && text !== "" && !numberError(`${text}1`))
  .filter((text) => !/^\D*(\d\D*){11}$/.test(text));
const periodo = fc.constantFrom<NonNullable<ListFilter["periodo"]>>(
  { por: "ABERTURA", de: "2026-11-01", ate: "2026-11-30" },
  { por: "OCORRENCIA", de: "2024-02-29" },
  { por: "FATURAMENTO", ate: "2026-11-30" },
);
const several = fc.uniqueArray(code, { minLength: 1, maxLength: 10 });
const filters: fc.Arbitrary<ListFilter> = fc.oneof(
  several.map((statuses) => ({ statuses })),
  fc.record({ statuses: several, seguradora: code, periodo }),
  fc.record({ statuses: several, periodo }),
  code.map((autorizacao) => ({ statuses: [], autorizacao })),
  code.map((sinistro) => ({ statuses: [], sinistro })),
  fc.record({ seguradora: code, statuses: several }),
);

describe("every address", () => {
  test("has a valid filter with one question, at once or after one correction", () => {
    fc.assert(
      fc.property(searches, (search) => {
        const right = canonicalAddress(search) ?? search;
        expect(canonicalAddress(right)).toBeUndefined();
        const filter = filterOf(right);
        const { statuses, sinistro, autorizacao, seguradora } = filter;
        const questions = [statuses, sinistro ?? [], autorizacao ?? []].filter(({ length }) => length > 0);
        expect(questions).toHaveLength(1);
        expect(statuses.length).toBeLessThanOrEqual(10);
        for (const text of [...questions.flat(), ...(seguradora ? [seguradora] : [])]) {
          expect(Array.from(text).length).toBeLessThanOrEqual(100);
          expect(text).toMatch(/[^\s\p{Cc}]/u);
        }
      }),
    );
  });

  test("has no CPF and nothing unknown in it once it is corrected", () => {
    fc.assert(
      fc.property(searches, (search) => {
        const right = canonicalAddress(search) ?? search;
        const params = new URLSearchParams(right);
        for (const name of params.keys())
          expect(name).toMatch(/^(status|autorizacao|sinistro|seguradora|por|de|ate|ordem|busca)$/);
        for (const name of ["sinistro", "autorizacao", "busca"]) {
          expect(params.get(name) ?? "").not.toMatch(/^529\.?982\.?247-?25$/);
        }
      }),
    );
  });
});

/** Search texts as the list's field and the top bar send them. */
const buscas = fc
  .oneof(
    values,
    fc.string().map((text) => `${text} 529.982.247-25`),
    fc.string({ minLength: 201, maxLength: 300 }),
  )
  .map((text) => text.trim());

test("a list is read back from its target, whose address has no CPF", () => {
  fc.assert(
    fc.property(filters, fc.constantFrom(...Object.keys(ORDENS)), buscas, (filter, ordem, busca) => {
      const { to, state } = listTarget(filter, ordemOf(`?ordem=${ordem}`), busca);
      expect(filterOf(to.search)).toEqual(filter);
      expect(ordemOf(to.search)).toBe(ordem);
      expect(buscaOf({ search: to.search, state })).toBe(busca);
      expect(mayHaveCpf(new URLSearchParams(to.search).get("busca") ?? "")).toBe(false);
      expect(canonicalAddress(to.search)).toBeUndefined();
    }),
  );
});

test.each([
  ["", { statuses: [DEFAULT_STATUS] }],
  ["?status=", { statuses: [DEFAULT_STATUS] }],
  ["?status=FATURADO&status=NEGADO&status=FATURADO", { statuses: ["FATURADO", "NEGADO"] }],
  ["?status=&status=NEGADO", { statuses: ["NEGADO"] }],
  ["?seguradora=3", { seguradora: "3", statuses: [DEFAULT_STATUS] }],
  ["?seguradora=3&status=NEGADO", { seguradora: "3", statuses: ["NEGADO"] }],
  ["?por=faturamento&de=2026-11-01", { statuses: [DEFAULT_STATUS], periodo: { por: "FATURAMENTO", de: "2026-11-01" } }],
  ["?status=NEGADO&por=abertura", { statuses: ["NEGADO"] }],
  ["?status=NEGADO&por=abertura&de=2026-02-30", { statuses: ["NEGADO"] }],
  ["?status=NEGADO&por=abertura&de=2026-11-02&ate=2026-11-01", { statuses: ["NEGADO"] }],
  ["?status=NEGADO&por=nada&de=2026-11-02", { statuses: ["NEGADO"] }],
  ["?autorizacao=A-1&sinistro=2026", { statuses: [], sinistro: "2026" }],
  ["?autorizacao=A-1&status=NEGADO", { statuses: [], autorizacao: "A-1" }],
  ["?sinistro=529.982.247-25", { statuses: [DEFAULT_STATUS] }],
  ["?autorizacao=52998224725&status=NEGADO", { statuses: ["NEGADO"] }],
  ["?autorizacao=Marina+529.982.247-25&sinistro=529.982.247-25+x", { statuses: [DEFAULT_STATUS] }],
])("“%s” comes to one sensible question", (search, filter) => {
  expect(filterOf(canonicalAddress(search) ?? search)).toEqual(filter);
});

test.each([1999, 2000, 2101])("the year %i has no counts that the graph gives", (ano) => {
  expect(countedYear(filterOf(`?status=ABERTO&por=abertura&de=${ano}-01-01&ate=${ano}-12-31`))).toBe(thisYear());
});

test.each([
  ["nala", true],
  ["Marina Duarte", true],
  ["2026000070213", true],
  ["11.222.333/0001-81", true],
  ["529.982.247-25", false],
  ["marina 52998224725", false],
  ["529 982 247 - 25", false],
  ["５２９.982.247-25", false],
])("the search text %s is in the address: %s", (busca, isThere) => {
  const { to, state } = listTarget({ statuses: ["ABERTO"] }, undefined, busca);
  expect(new URLSearchParams(to.search).get("busca")).toBe(isThere ? busca : null);
  expect(state).toEqual(isThere ? null : { busca });
});
