import { readdirSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/** A word of code: `camelCase`, `PascalCase` or `snake_case`. */
const IDENTIFIER = /\p{L}*\p{Ll}\p{Lu}[\p{L}\d]*|[\p{L}\d]+_[\p{L}\d_]+/gu;

/** Words that are written so. */
const NAMES = new Set(["GraphQL", "GraphiQL"]);

/** Attributes that are shown or read aloud. */
const SHOWN =
  /^(alt|aria-(label|description|roledescription|valuetext)|description|label|placeholder|title|[a-z]+Title)$/;

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The texts of a module that people may read: of elements, of attributes that are shown, and all with two words or more. */
function textsIn(code: string, lang: "ts" | "tsx" = "tsx"): readonly string[] {
  const texts: string[] = [];
  const visit = (value: unknown, isShown: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, isShown);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as Node;
    // Messages of exceptions are for developers.
    if (node.type === "NewExpression" && String((node["callee"] as Node)["name"]).endsWith("Error")) return;
    const raw = node.type === "TemplateElement" ? (node["value"] as { readonly cooked: string }).cooked : node["value"];
    if (typeof raw === "string") {
      const text = raw.trim();
      if (isShown || node.type === "JSXText" || /\p{L}\S* +\S*\p{L}/u.test(text)) texts.push(text);
    }
    const name = node.type === "JSXAttribute" ? node["name"] : node.type === "Property" ? node["key"] : undefined;
    const isBelowShown = isShown || SHOWN.test(String((name as Node | undefined)?.["name"]));
    for (const child of Object.values(node)) visit(child, isBelowShown);
  };
  visit(parseAst(code, { lang }).body, false);
  return texts;
}

function identifiersIn(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => text.match(IDENTIFIER)?.some((word) => !NAMES.has(word)));
}

test.each([
  ["an element", "<p>Um WebSocketConnection: Upgrade</p>"],
  ["an attribute", 'const field = <Input label="nomeCompleto" />;'],
  ["an attribute with a condition", 'const field = <Input label={isLong ? "nome_completo" : "Nome"} />;'],
  ["a property", 'const column = { title: "valorTotal" };'],
  ["a constant", 'const TEXT = "Informe o cpfCnpj do segurado.";'],
  ["a template", "const text = (name: string): string => `O campo valorTotal de ${name} falta.`;"],
])("an identifier in the text of %s is found", (_, code) => {
  expect(identifiersIn(textsIn(code))).toHaveLength(1);
});

test("no text for people holds an identifier of the code", () => {
  const source = new URL("../src/", import.meta.url);
  const modules = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixtures)\.tsx?$|(^|\/)gql\/|^test\//.test(file))
    .map((file) => textsIn(readFileSync(new URL(file, source), "utf8"), file.endsWith("x") ? "tsx" : "ts"));
  expect(modules.length).toBeGreaterThan(150);
  const texts = modules.flat();
  expect(texts).toEqual(expect.arrayContaining(["Não foi possível carregar os acionamentos.", "Tentar novamente"]));
  expect(identifiersIn(texts)).toEqual([]);
});
