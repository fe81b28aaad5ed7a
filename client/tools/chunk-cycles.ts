import type { Plugin, Rolldown } from "vite";

/**
 * Fails the build if chunks import each other in a cycle: one of them would run before its imports and find
 * their constants undefined. The cause is a module missing in the groups of `codeSplitting`.
 */
export function chunkCycles(): Plugin {
  return {
    name: "chunk-cycles",
    apply: "build",
    generateBundle(_, bundle) {
      const cycle = findCycle(bundle);
      if (cycle) this.error(`chunks import each other in a cycle: ${cycle.join(" → ")}`);
    },
  };
}

function findCycle(bundle: Rolldown.OutputBundle): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    const chunk = bundle[name];
    if (done.has(name) || chunk?.type !== "chunk") return undefined;
    for (const each of chunk.imports) {
      const cycle = visit(each, [...path, name]);
      if (cycle) return cycle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(bundle)) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}
