import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import documents from "../src/gql/persisted-documents.json" with { type: "json" };
import { withoutUnmask } from "./codegen-preset.mjs";

const schema = buildSchema(readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8"));

test("a document is stored as it is sent: without Apollo's @unmask", () => {
  expect(withoutUnmask("{ lista { ...Linha @unmask id } }")).toBe("{ lista { ...Linha id } }");
  expect(withoutUnmask('{ ...A @unmask(mode: "migrate") @include(if: $x) }')).toBe("{ ...A @include(if: $x) }");
  expect(withoutUnmask("{ ...A @unmasked }")).toBe("{ ...A @unmasked }");
});

test.each(Object.entries(documents))("%s is the digest of a document that the graph knows", (id, text) => {
  expect(`sha256:${createHash("sha256").update(text).digest("hex")}`).toBe(id);
  expect(validate(schema, parse(text))).toEqual([]);
});
