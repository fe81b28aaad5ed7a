import { buildSchema, isAbstractType } from "graphql";
import { expect, test } from "vitest";
import sdl from "../../../schema.graphql?raw";
import { possibleTypes } from "./possibleTypes.ts";

test("possibleTypes has every union and interface of the schema", () => {
  const schema = buildSchema(sdl);
  const abstract = Object.values(schema.getTypeMap()).filter(
    (type) => isAbstractType(type) && !type.name.startsWith("__"),
  );
  const known = abstract.map((type) => [
    type.name,
    isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [],
  ]);
  expect(possibleTypes).toEqual(Object.fromEntries(known));
});
