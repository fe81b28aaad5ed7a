import { readFileSync } from "node:fs";
import { type HtmlTagDescriptor, minifySync, type Plugin } from "vite";
import type { EarlyAnswer } from "../src/graph/earlyAnswer.ts";
import { closure } from "./budgets.ts";

/** What a page loads before its code asks for it. */
export interface FirstLoad {
  /** Modules of every page with a session. */
  readonly frame: readonly string[];
  /** The page modules of addresses with a session. */
  readonly screens: { readonly [path: string]: string };
  /** The page module of every address without one. */
  readonly signedOut: string;
  /** The query of the home page, and the ids of all documents. */
  readonly home: { readonly path: string; readonly operation: string; readonly statuses: object; readonly ids: string };
}

/**
 * Lets the page draw its frame and ask for all code of its screen at once, and for the data of the home page: a script in the
 * page chooses frame and files by address and session, and the style sheet stands below the frame, which it would hold up.
 */
export function firstLoad({ frame, screens, signedOut, home }: FirstLoad): Plugin {
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
        const { path: address, operation, statuses, ids } = home;
        const hash = idOf(operation, readFileSync(ids, "utf8"));
        const query = { path: address, operation, statuses, hash };
        const tags = [script({ screens: Object.fromEntries(found), signedOut: filesOf(signedOut), query })];
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

/** The id of a query in a manifest of documents. */
export function idOf(operation: string, manifest: string): string {
  const documents = Object.entries<string>(JSON.parse(manifest));
  const [id] = documents.find(([, text]) => text.includes(`query ${operation}(`)) ?? [];
  if (!id) throw new Error(`first-load: no query ${operation}`);
  return id.replace(/^sha256:/, "");
}

export interface Files {
  readonly screens: { readonly [path: string]: readonly string[] };
  readonly signedOut: readonly string[];
  /** The home page's query, by its id, and the statuses among its variables. */
  readonly query?: {
    readonly path: string;
    readonly operation: string;
    readonly hash: string;
    readonly statuses: object;
  };
}

function script(files: Files): HtmlTagDescriptor {
  const { code } = minifySync("first-load.js", `(${run.toString()})(${JSON.stringify(files)})`);
  return { tag: "script", children: code, injectTo: "head" };
}

/** Runs in the page, before anything is drawn. It stands alone: nothing outside of it is in the page. */
export function run({ screens, signedOut, query }: Files): void {
  const { dataset } = document.documentElement;
  const path = location.pathname.replace(/\/+$/, "");
  // As src/session.ts and Mantine store them; a browser may forbid the storage.
  try {
    const auth = sessionStorage.getItem("auth");
    if (auth) dataset["signedIn"] = "";
    const scheme = localStorage.getItem("mantine-color-scheme-value");
    if (scheme === "light" || scheme === "dark") dataset["mantineColorScheme"] = scheme;
    if (auth && path === query?.path && !location.search) ask(query, JSON.parse(auth));
  } catch {
    // The frame without a session, in the system's scheme; the code asks later.
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

  /** Sends what src/painel/painelStore.ts would, byte by byte: src/graph/earlyAnswer.ts compares it. */
  function ask(
    { operation, hash, statuses }: NonNullable<Files["query"]>,
    { dsToken, usuario: { nome } }: { readonly dsToken: string; readonly usuario: { readonly nome: string } },
  ): void {
    const hoje = new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Sao_Paulo" }).format();
    const ano = Number(hoje.slice(0, 4));
    const body = JSON.stringify({
      operationName: operation,
      variables: { ano, comMenu: true, hoje, nome, ...statuses, comFila: true },
      extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
    });
    const headers = {
      accept: "application/graphql-response+json,application/json;q=0.9",
      "content-type": "application/json",
      authorization: `Bearer ${dsToken}`,
    };
    const answer = fetch("/graphql", { method: "POST", headers, body });
    // The code that takes the answer handles its failure. Without it the browser would report it as unhandled.
    answer.catch(() => undefined);
    const early: EarlyAnswer = { body, answer };
    window.earlyAnswer = early;
  }
}
