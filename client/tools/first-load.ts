import { type HtmlTagDescriptor, minifySync, type Plugin } from "vite";
import { closure } from "./budgets.ts";

/** What a page loads before its code asks for it. */
export interface FirstLoad {
  /** Modules of every page with a session. */
  readonly frame: readonly string[];
  /** The page modules of addresses with a session. */
  readonly screens: { readonly [path: string]: string };
  /** The page module of every address without one. */
  readonly signedOut: string;
}

/**
 * Lets the page draw its frame and ask for all code of its screen at once: a script in the page
 * chooses frame and files by address and session, and the style sheet stands below the frame, which it would hold up.
 */
export function firstLoad({ frame, screens, signedOut }: FirstLoad): Plugin {
  return {
    name: "first-load",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle, path }) {
        if (path !== "/index.html") return html;
        if (!bundle) return { html, tags: [script({ screens: {}, signedOut: [] })] };
        const start = closure(bundle, (chunk) => chunk.isEntry);
        const filesOf = (...modules: readonly string[]) => {
          const isOne = (id: string) => modules.some((module) => id.endsWith(`/src/${module}`));
          const all = closure(bundle, (chunk) => chunk.moduleIds.some(isOne), start);
          return [...all].filter((file) => !start.has(file)).map((file) => `/${file}`);
        };
        const found = Object.entries(screens).map(([address, page]) => [address, filesOf(...frame, page)] as const);
        const tags = [script({ screens: Object.fromEntries(found), signedOut: filesOf(signedOut) })];
        return { html: moveSheets(html), tags };
      },
    },
  };
}

/** Moves the style sheets below the frame: a browser draws what stands above them. */
export function moveSheets(html: string): string {
  const sheets: string[] = [];
  const rest = html.replace(/ *<link rel="stylesheet"[^>]*>\n?/g, (sheet) => {
    sheets.push(sheet);
    return "";
  });
  const root = '<div id="root">';
  if (!rest.includes(root)) throw new Error("first-load: index.html has no #root");
  return rest.replace(root, () => `${sheets.map((sheet) => sheet.trim()).join("\n    ")}\n    ${root}`);
}

export interface Files {
  readonly screens: { readonly [path: string]: readonly string[] };
  readonly signedOut: readonly string[];
}

function script(files: Files): HtmlTagDescriptor {
  const { code } = minifySync("first-load.js", `(${run.toString()})(${JSON.stringify(files)})`);
  return { tag: "script", children: code, injectTo: "head" };
}

/** Runs in the page, before anything is drawn. It stands alone: nothing outside of it is in the page. */
export function run({ screens, signedOut }: Files): void {
  const { dataset } = document.documentElement;
  const path = location.pathname.replace(/\/+$/, "");
  // As src/session.ts and Mantine store them; a browser may forbid the storage.
  try {
    if (sessionStorage.getItem("auth")) dataset["signedIn"] = "";
    const scheme = localStorage.getItem("mantine-color-scheme-value");
    if (scheme === "light" || scheme === "dark") dataset["mantineColorScheme"] = scheme;
  } catch {
    // The frame without a session, in the system's scheme.
  }
  const files = "signedIn" in dataset ? screens[path] : signedOut;
  for (const file of files ?? []) {
    const link = document.createElement("link");
    const isSheet = file.endsWith(".css");
    link.rel = isSheet ? "preload" : "modulepreload";
    if (isSheet) link.as = "style";
    link.crossOrigin = "";
    link.href = file;
    document.head.append(link);
  }
}
