import type { Plugin } from "vite";
import type { Replacement } from "./graphiql-texts.ts";

/**
 * Replaces texts in modules of packages. A text or module that is not there fails the build: another version has come, whose
 * texts must be read.
 */
export function translate(modules: Readonly<Record<string, readonly Replacement[]>>): Plugin {
  const missing = new Set(Object.keys(modules));
  return {
    name: "translate",
    apply: "build",
    transform(code, id) {
      const name = Object.keys(modules).find((each) => id.endsWith(`/node_modules/${each}`));
      if (name === undefined) return undefined;
      missing.delete(name);
      return { code: translated(name, code, modules[name] ?? []), map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`translate: the build has no ${[...missing].join(", ")}`);
    },
  };
}

/** The code of a module with its texts replaced. */
export function translated(name: string, code: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((before, [from, to]) => {
    if (!before.includes(from)) throw new Error(`translate: ${name} has no ${from}`);
    return before.replaceAll(from, () => to);
  }, code);
}
