import { readFileSync } from "node:fs";
import { buildSchema, getVariableValues, Kind, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { EXAMPLES, SCREENS, STORED_EXAMPLES } from "./examples.ts";

const schema = buildSchema(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"));

describe.each(EXAMPLES)("$screen: $title", ({ query, variables }) => {
  const document = parse(query);
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const declared = operation?.variableDefinitions ?? [];
  const values: Record<string, unknown> = JSON.parse(variables);

  it("is a valid operation of the graph", () => {
    expect(validate(schema, document)).toEqual([]);
  });

  it("has a value, of the right shape, for every variable and for nothing else", () => {
    expect(Object.keys(values)).toEqual(declared.map((definition) => definition.variable.name.value));
    expect(getVariableValues(schema, declared, values)).not.toHaveProperty("errors");
  });
});

it("lists every operation of the folder, once", () => {
  expect(new Set(EXAMPLES.map((example) => example.query)).size).toBe(STORED_EXAMPLES);
});

it("has an example for each screen", () => {
  expect(new Set(EXAMPLES.map((example) => example.screen))).toEqual(new Set(SCREENS.map((screen) => screen.name)));
});
