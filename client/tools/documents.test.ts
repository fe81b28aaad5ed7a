import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import documents from "../src/gql/persisted-documents.json" with { type: "json" };

const schema = buildSchema(readFileSync(new URL("../../schema.graphql", import.meta.url), "utf8"));

test.each(Object.entries(documents))("%s is the digest of a document that the graph knows", (id, text) => {
  expect(`sha256:${createHash("sha256").update(text).digest("hex")}`).toBe(id);
  expect(validate(schema, parse(text))).toEqual([]);
});
