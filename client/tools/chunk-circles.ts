import type { Plugin, Rolldown } from "vite";

/**
 * Ends the build where chunks import each other in a circle: one of them would then run before what it imports, and find
 * its constants undefined. It comes from groups in `codeSplitting` that leave a module out.
 */
export function chunkCircles(): Plugin {
  return {
    name: "chunk-circles",
    apply: "build",
    generateBundle(_, bundle) {
      const circle = findCircle(bundle);
      if (circle) this.error(`chunks import each other in a circle: ${circle.join(" → ")}`);
    },
  };
}

function findCircle(bundle: Rolldown.OutputBundle): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    const chunk = bundle[name];
    if (done.has(name) || chunk?.type !== "chunk") return undefined;
    for (const each of chunk.imports) {
      const circle = visit(each, [...path, name]);
      if (circle) return circle;
    }
    done.add(name);
    return undefined;
  };
  for (const name of Object.keys(bundle)) {
    const circle = visit(name, []);
    if (circle) return circle;
  }
  return undefined;
}
