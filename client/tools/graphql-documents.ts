import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const PREFIX = "virtual:graphql/";
const TABLE_IMPORT = /import \{ graphql \} from "[^"]*\/gql\.ts";/;
const CALL = /\bgraphql\(\s*`([^`]*)`,?\s*\)/g;
const DEFINITION = /\b(query|mutation|subscription|fragment)\s+(\w+)/;
const GENERATED = /^export const (\w+) = (\{.*\}) as unknown as DocumentNode/gm;

/**
 * Replaces every `graphql(…)` call by its generated document, each as a separate module. The
 * generator's table of all documents cannot be split: every screen would load all documents.
 */
export function graphqlDocuments(generated: string): Plugin {
  let documents = new Map<string, string>();
  return {
    name: "graphql-documents",
    apply: "build",
    enforce: "pre",
    buildStart() {
      const text = readFileSync(generated, "utf8");
      documents = new Map(Array.from(text.matchAll(GENERATED), ([, name = "", document = ""]) => [name, document]));
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const document = documents.get(id.slice(id.lastIndexOf("/") + 1));
      return { code: `export default ${document};`, moduleSideEffects: false };
    },
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || id.includes("/src/gql/") || !code.includes("graphql(")) return undefined;
      const imports = new Set<string>();
      const replaced = code.replace(CALL, (_, source: string) => {
        const [, kind, name] = DEFINITION.exec(source) ?? [];
        const document = `${name}${kind === "fragment" ? "FragmentDoc" : "Document"}`;
        if (!documents.has(document)) this.error(`${document} has not been generated: run \`npm run codegen\``);
        imports.add(`import ${document} from "${PREFIX}${kind}/${document}";`);
        return document;
      });
      return { code: [...imports, replaced.replace(TABLE_IMPORT, "")].join("\n"), map: null };
    },
  };
}
