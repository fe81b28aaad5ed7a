/** Random documents for a schema, most of them valid, and mutations of their tokens. */
import * as fc from "fast-check";
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  Lexer,
  Source,
  TokenKind,
} from "graphql";

const LITERALS = {
  Int: ["0", "1", "50", "-1", "2147483647"],
  Boolean: ["true", "false"],
  ID: ['"1"', "7", '"""b"""'],
  String: ['"x"', '"é"', '"\\u0041\\n"', '"""\n  bl\n    ock\n"""'],
  CpfCnpj: ['"52998224725"'],
  Date: ['"2026-01-01"'],
  Decimal: ['"1.50"'],
  DateTime: ['"2026-11-20T14:03:11-03:00"'],
};
const FRAGMENTS = ["A", "B", "C"];
/** What mutations put between the tokens of a document. */
const TOKENS = [
  "{ } ( ) [ ] : = ! | & @ ... , % \ufeff \0 $a $b on query mutation subscription fragment extend type",
  '__typename __schema null true 1 -1 1.5 1e3 01 1. 1a - "x" """y""" " """ {a:1} [1] #c',
  "id nome status x A Query Segurado ID! [ID!]! Int ABERTURA_ASC @skip(if:true) @include(if:$a) @deprecated @nada",
].flatMap((line) => line.split(" "));

/** `draw` is fast-check's: it draws a value of an arbitrary. */
function oneOf(draw, of) {
  const found = of[draw(fc.nat, of.length - 1)];
  if (found === undefined) throw new Error("a choice of nothing");
  return found;
}

/** Writes a document. */
class Writer {
  variables = new Map();
  fragments = new Map();

  constructor(draw, objects) {
    this.draw = draw;
    this.objects = objects;
  }

  one(of) {
    return oneOf(this.draw, of);
  }

  /** True once in so many times. */
  rarely(times) {
    return this.draw(fc.nat, times - 1) === 0;
  }

  value(type) {
    if (this.rarely(7)) return this.variable(String(type));
    if (isNonNullType(type)) return this.value(type.ofType);
    if (this.rarely(20)) return "null";
    if (isListType(type)) {
      if (this.rarely(6)) return this.value(type.ofType);
      return `[${Array.from({ length: this.draw(fc.nat, 2) }, () => this.value(type.ofType)).join(", ")}]`;
    }
    if (isEnumType(type)) return this.one(type.getValues()).name;
    if (!isInputObjectType(type)) return this.one(LITERALS[type.name] ?? ['"x"']);
    const fields = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) || this.rarely(3));
    return `{${fields.map((field) => `${field.name}: ${this.value(field.type)}`).join(", ")}}`;
  }

  /** A variable of this type, or rarely of another. */
  variable(type) {
    const name = this.one(["a", "b", "c"]);
    if (!this.variables.has(name)) this.variables.set(name, type);
    return this.variables.get(name) === type || this.rarely(5) ? `$${name}` : "null";
  }

  directive() {
    if (!this.rarely(16)) return "";
    const value = this.rarely(2) ? this.variable("Boolean!") : this.one(["true", "false"]);
    return ` @${this.one(["skip", "include"])}(if: ${value})`;
  }

  field(type, depth) {
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const field = this.one(depth <= 0 && leaves.length > 0 ? leaves : fields);
    const alias = this.rarely(8) ? `${this.one(["x", "y", "id", "nome"])}: ` : "";
    const given = field.args.filter((argument) => isNonNullType(argument.type) || this.rarely(4));
    const list = given.map((argument) => `${argument.name}: ${this.value(argument.type)}`).join(", ");
    const named = getNamedType(field.type);
    const below = isLeafType(named) ? "" : ` ${this.selection(named, depth - 1)}`;
    return `${alias}${field.name}${given.length > 0 ? `(${list})` : ""}${this.directive()}${below}`;
  }

  selection(type, depth) {
    const items = Array.from({ length: 1 + this.draw(fc.nat, depth <= 0 ? 1 : 3) }, () => this.item(type, depth));
    return `{ ${items.join(this.one([" ", ", ", "\n"]))} }`;
  }

  item(type, depth) {
    const kind = this.draw(fc.nat, 15);
    if (kind === 0) return "__typename";
    if (kind === 1 && depth > 0) return `...${this.directive()} ${this.selection(type, depth - 1)}`;
    if (kind === 2) {
      const name = this.one(FRAGMENTS);
      if (!this.fragments.has(name)) this.fragments.set(name, type);
      return this.fragments.get(name) === type || this.rarely(10) ? `...${name}` : "__typename";
    }
    if (isUnionType(type) || (kind === 3 && depth > 0)) {
      const members = isUnionType(type) ? type.getTypes() : this.rarely(10) ? this.objects : [type];
      const member = this.one(members);
      return `... on ${String(member)}${this.directive()} ${this.selection(member, depth - 1)}`;
    }
    return isObjectType(type) ? this.field(type, depth) : "__typename";
  }
}

/** A document of one operation and its fragments. */
export function randomDocument(draw, schema) {
  const objects = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  const writer = new Writer(draw, objects);
  const roots = [schema.getQueryType(), schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const root = writer.one(roots.filter((type) => type !== undefined && type !== null));
  const isSubscription = root === schema.getSubscriptionType();
  const selection = isSubscription ? `{ ${writer.field(root, 2)} }` : writer.selection(root, 3);
  const fragments = [];
  for (const [name, type] of writer.fragments) {
    fragments.push(`fragment ${name} on ${String(type)} ${writer.selection(type, 1)}`);
  }
  const variables = [...writer.variables].map(([name, type]) => `$${name}: ${type}`);
  const list = variables.length > 0 ? `(${variables.join(", ")})` : "";
  return [`${root.name.toLowerCase()} Op${list} ${selection}`, ...fragments].join("\n");
}

/** The same document with one or two tokens removed, repeated, exchanged or replaced. */
export function mutated(draw, text) {
  const tokens = tokensOf(text);
  for (let left = 1 + draw(fc.nat, 1); left > 0; left--) {
    const [at, other] = [draw(fc.nat, tokens.length - 1), draw(fc.nat, tokens.length - 1)];
    const [here = "", there = ""] = [tokens[at], tokens[other]];
    const changes = [
      () => tokens.splice(at, 1),
      () => tokens.splice(at, 0, here),
      () => tokens.splice(at, 1, there),
      () => tokens.splice(at, 1, oneOf(draw, TOKENS)),
      () => tokens.splice(at, 0, oneOf(draw, TOKENS)),
    ];
    oneOf(draw, changes)();
  }
  return tokens.join(" ");
}

function tokensOf(text) {
  const lexer = new Lexer(new Source(text));
  const tokens = [];
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const written = text.slice(token.start, token.end);
    if (tokens.at(-1) === "$") tokens.splice(-1, 1, `$${written}`);
    else tokens.push(written);
  }
  return tokens;
}
