import { build, type InlineConfig, type Plugin, type Rolldown } from "vite";

/** The modules that a module of the portal loads, itself included. A list is all that any of them loads. */
type Root = string | readonly string[];

/** A chunk. A module is in the first one whose rule holds for it; of no rule, in a chunk of the bundler's choice. */
export interface ChunkRule {
  readonly name: string;
  /** Takes what these modules load. */
  readonly of?: Root;
  /** Takes also what two or more of these load. */
  readonly sharedBy?: readonly Root[];
  /** The name of a chunk for those of its modules that are of packages: it changes with them only. */
  readonly packages?: string;
}

/** What each entry or lazily imported module loads with it, by the module's id. */
export type Loads = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Groups modules into chunks by who loads them, so that a screen takes few requests and nothing large that it does not
 * need. Only the bundler knows who loads a module once unused exports are gone, so it builds twice: the first time in
 * memory with the options of `first`, where its own chunks tell.
 */
export function chunks(rules: readonly ChunkRule[], first: InlineConfig): Plugin {
  let planned = plan([], new Map());
  return {
    name: "chunks",
    apply: "build",
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            // Without their dependencies: each has a rule of its own.
            codeSplitting: {
              groups: [{ debugName: "chunks", name: (id) => planned(id) }],
              includeDependenciesRecursively: false,
            },
          },
        },
      },
    }),
    async buildStart() {
      const options = { ...first.build, write: false, minify: false, reportCompressedSize: false };
      const built = await build({ ...first, configFile: false, logLevel: "error", build: options });
      const [output] = [built].flat();
      if (!output || !("output" in output)) throw new Error("chunks: the first build has no output");
      planned = plan(rules, loadsOf(output.output));
    },
  };
}

/** Reads from the bundler's own chunks what each entry and lazily imported module loads. */
export function loadsOf(output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): Loads {
  const all = new Map(output.flatMap((file) => (file.type === "chunk" ? [[file.fileName, file]] : [])));
  const modules = (name: string, seen: Set<string>): readonly string[] => {
    const chunk = all.get(name);
    if (!chunk || seen.has(name)) return [];
    seen.add(name);
    return [...chunk.moduleIds, ...chunk.imports.flatMap((each) => modules(each, seen))];
  };
  const roots = [...all.values()].flatMap((chunk) =>
    chunk.facadeModuleId ? ([[chunk.facadeModuleId, new Set(modules(chunk.fileName, new Set()))]] as const) : [],
  );
  return new Map(roots);
}

/**
 * The chunk of each module. Every root that loads a module loads its imports too, so they are in the same
 * chunk or an earlier one: chunks never import each other in a cycle.
 */
export function plan(rules: readonly ChunkRule[], loads: Loads): (id: string) => string | null {
  const tests = rules.map(({ of = [], sharedBy = [] }) => {
    const own = loaded(of, loads);
    const sets = sharedBy.map((root) => loaded(root, loads));
    return (id: string) => own.has(id) || sets.filter((set) => set.has(id)).length > 1;
  });
  return (id) => {
    const rule = rules[tests.findIndex((test) => test(id))];
    if (!rule) return null;
    return rule.packages && id.includes("/node_modules/") ? rule.packages : rule.name;
  };
}

/** What a root loads; the entry is known by its page. */
function loaded(root: Root, loads: Loads): ReadonlySet<string> {
  const names = typeof root === "string" ? [root] : root;
  const modules = new Set<string>();
  for (const name of names) {
    const id = [...loads.keys()].find((each) => each.endsWith(`/${name}`));
    if (id === undefined) throw new Error(`chunks: nothing imports ${name} lazily`);
    for (const each of loads.get(id) ?? []) modules.add(each);
  }
  return modules;
}
