// Compares the graph with that of the last release: a change that breaks a document of the portal or of a tool fails.
//
// Usage: node client/tools/schema-check.mjs [--released FOLDER] [--schema FILE] [--tools FOLDER]
//
// The released folder has `schema.graphql` and manifests, each named after who sends its documents (`portal.json`). The folder
// of tools is that of GATEWAY_TOOLS. Of a tool with a manifest it is known what it uses. What a tool with any document uses
// is not, so for it a part of the graph has to be deprecated in one release before another removes it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  typeFromAST,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { parse as parseToml } from "smol-toml";

const root = resolve(import.meta.dirname, "../..");
const { values: options } = parseArgs({
  options: {
    released: { type: "string", default: join(root, "docs/released") },
    schema: { type: "string", default: join(root, "schema.graphql") },
    tools: { type: "string" },
  },
});

const released = readSchema(join(options.released, "schema.graphql"));
const next = readSchema(options.schema);
const { documents, toolsWithAny } = readClients();
const uses = usesOf(documents);

const failures = [];
const blamed = new Set();
for (const change of await diff(released, next)) {
  if (change.criticality.level !== CriticalityLevel.Breaking) continue;
  const users = usersOf(change.path ?? "");
  for (const user of users) blamed.add(user);
  const undeprecated = toolsWithAny.length > 0 && !isDeprecated(change.path ?? "");
  if (users.length > 0) failures.push(`${change.message}\n    used by ${users.join(", ")}`);
  else if (undeprecated) {
    failures.push(
      `${change.message}\n    was not deprecated in the last release, and may be used by ${toolsWithAny.join(", ")}, which may send any document`,
    );
  } else console.log(`unused: ${change.message}`);
}
// What the comparison does not classify.
for (const { user, text } of documents) {
  const [error] = validate(next, parse(text));
  if (error && !blamed.has(user)) failures.push(`${error.message}\n    used by ${user}`);
}

for (const failure of failures) console.error(`breaks: ${failure}`);
console.log(
  `${documents.length} documents of ${new Set(documents.map(({ client }) => client)).size} manifests, ${failures.length} broken`,
);
if (failures.length > 0) {
  console.error('Keep it with @deprecated(reason: "…") until no manifest uses it. After a release: `make released`.');
  process.exitCode = 1;
}

/** @param {string} path */
function readSchema(path) {
  return buildSchema(readFileSync(path, "utf8"));
}

/** The documents of all manifests, and the tools that may send any document. */
function readClients() {
  const read = [];
  const any = [];
  for (const name of readdirSync(options.released).filter((file) => file.endsWith(".json"))) {
    read.push(...readManifest(basename(name, ".json"), join(options.released, name)));
  }
  // The portal's next documents are checked by its own build.
  if (options.tools) {
    for (const name of readdirSync(options.tools).filter((file) => file.endsWith(".toml"))) {
      const path = join(options.tools, name);
      const tool = basename(name, ".toml");
      const { documents: allowed, manifest } = parseToml(readFileSync(path, "utf8"));
      if (allowed === "any") any.push(tool);
      if (typeof manifest === "string") read.push(...readManifest(tool, resolve(dirname(path), manifest)));
    }
  }
  return { documents: read, toolsWithAny: any };
}

/** Documents of a manifest: Apollo's form, or that of graphql-codegen, whose names are those of the operations. */
function readManifest(client, path) {
  if (!existsSync(path)) throw new Error(`${path}: no such manifest`);
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const texts = Array.isArray(manifest.operations)
    ? manifest.operations.map(({ body }) => body)
    : Object.values(manifest);
  if (!texts.every((text) => typeof text === "string")) throw new Error(`${path}: not a manifest of documents`);
  return texts.map((text) => {
    const operation = parse(text).definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    return { client, user: `${client}: ${operation?.name?.value ?? "an operation without a name"}`, text };
  });
}

/** Who uses each coordinate of the released schema: a type, `Type.field`, `Type.field.argument`, `Enum.VALUE`. */
function usesOf(read) {
  const found = new Map();
  for (const { user, text } of read) {
    const mark = (...names) => {
      const coordinate = names.join(".");
      if (!found.has(coordinate)) found.set(coordinate, new Set());
      found.get(coordinate).add(user);
    };
    const markType = (type, seen = new Set()) => {
      const named = getNamedType(type);
      if (!named || seen.has(named)) return;
      seen.add(named);
      mark(named.name);
      // Any value may come, or be in a variable.
      if (isEnumType(named)) for (const { name } of named.getValues()) mark(named.name, name);
      if (isInputObjectType(named)) {
        for (const field of Object.values(named.getFields())) {
          mark(named.name, field.name);
          markType(field.type, seen);
        }
      }
    };
    const info = new TypeInfo(released);
    visit(
      parse(text),
      visitWithTypeInfo(info, {
        Field() {
          const [parent, field] = [info.getParentType(), info.getFieldDef()];
          if (!parent || !field) return;
          mark(parent.name);
          mark(parent.name, field.name);
          markType(field.type);
        },
        Argument() {
          const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()];
          if (parent && field && argument) mark(parent.name, field.name, argument.name);
        },
        // The fields of a written object; all of a variable's.
        ObjectValue() {
          const type = getNamedType(info.getInputType());
          if (type) mark(type.name);
        },
        ObjectField(node) {
          const parent = getNamedType(info.getParentInputType());
          if (parent) mark(parent.name, node.name.value);
        },
        EnumValue(node) {
          const type = getNamedType(info.getInputType());
          if (type) mark(type.name, node.value);
        },
        VariableDefinition(node) {
          markType(typeFromAST(released, node.type));
        },
        InlineFragment(node) {
          if (node.typeCondition) mark(node.typeCondition.name.value);
        },
        FragmentDefinition(node) {
          mark(node.typeCondition.name.value);
        },
      }),
    );
  }
  return found;
}

/** The documents that use a changed coordinate. A new one (a required argument) concerns the users of its parent. */
function usersOf(path) {
  const known = isKnown(path) ? path : path.slice(0, Math.max(path.lastIndexOf("."), 0));
  return [...(uses.get(known) ?? [])].toSorted();
}

function isKnown(path) {
  return element(path) !== undefined;
}

function isDeprecated(path) {
  return typeof element(path)?.deprecationReason === "string";
}

/** What a coordinate names in the released schema. */
function element(path) {
  const [name, member, argument] = path.split(".");
  const type = released.getType(name);
  if (member === undefined || type === undefined) return type;
  if (isEnumType(type)) return type.getValue(member) ?? undefined;
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return undefined;
  const field = type.getFields()[member];
  return argument === undefined ? field : field?.args?.find(({ name: own }) => own === argument);
}
