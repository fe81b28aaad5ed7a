// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { idOf, moveSheets, run } from "./first-load.ts";

const FILES = {
  screens: { "/home-page": ["/assets/home.js", "/assets/home.css"] },
  signedOut: ["/assets/login.js"],
};

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.earlyAnswer;
  sessionStorage.clear();
  localStorage.clear();
  document.head.replaceChildren();
  for (const name of Object.keys(document.documentElement.dataset)) delete document.documentElement.dataset[name];
});

/** The files that the page asks for at an address. */
function preloaded(path: string): readonly string[] {
  window.history.replaceState(null, "", path);
  run(FILES);
  const links = document.querySelectorAll<HTMLLinkElement>("link");
  return Array.from(links, ({ rel, as, href }) => [rel, as, new URL(href).pathname].filter(Boolean).join(" "));
}

test("without a session the page asks for the code of the login, whatever its address", () => {
  expect(preloaded("/home-page")).toEqual(["modulepreload /assets/login.js"]);
  expect(document.documentElement.dataset).not.toHaveProperty("signedIn");
});

test("with a session it asks for the code and styles of its screen, and shows that frame in the chosen scheme", () => {
  sessionStorage.setItem("auth", "{}");
  localStorage.setItem("mantine-color-scheme-value", "dark");
  expect(preloaded("/home-page/")).toEqual(["modulepreload /assets/home.js", "preload style /assets/home.css"]);
  expect(document.documentElement.dataset).toMatchObject({ signedIn: "", mantineColorScheme: "dark" });
});

test("an unknown address and an unknown scheme ask for nothing", () => {
  sessionStorage.setItem("auth", "{}");
  localStorage.setItem("mantine-color-scheme-value", "auto");
  expect(preloaded("/nada")).toEqual([]);
  expect(document.documentElement.dataset).not.toHaveProperty("mantineColorScheme");
});

const QUERY = { path: "/home-page", operation: "Home", hash: "abc", statuses: { aberto: "ABERTO" } };

/** The requests of the page at an address, with a stored session. */
function asked(address: string, auth: string): readonly unknown[] {
  const sent = vi.fn<typeof fetch>(async () => new Response("{}"));
  vi.stubGlobal("fetch", sent);
  sessionStorage.setItem("auth", auth);
  window.history.replaceState(null, "", address);
  run({ ...FILES, query: QUERY });
  return sent.mock.calls.map(([, options]) => options);
}

test("with a session the page asks for the data of the home page at once", () => {
  const auth = JSON.stringify({ dsToken: "t", usuario: { nome: "Ana" } });
  expect(asked("/home-page", auth)).toMatchObject([
    { method: "POST", headers: { authorization: "Bearer t" }, body: window.earlyAnswer?.body },
  ]);
  expect(JSON.parse(window.earlyAnswer?.body ?? "")).toMatchObject({
    operationName: "Home",
    variables: { nome: "Ana", aberto: "ABERTO", comMenu: true },
    extensions: { persistedQuery: { sha256Hash: "abc" } },
  });
});

test("it asks for no data of another year or screen, and none with a session that cannot be read", () => {
  const auth = JSON.stringify({ dsToken: "t", usuario: { nome: "Ana" } });
  expect(asked("/home-page?ano=2025", auth)).toEqual([]);
  expect(asked("/novo-acionamento", auth)).toEqual([]);
  expect(asked("/home-page", "{}")).toEqual([]);
  expect(window.earlyAnswer).toBeUndefined();
});

test("a query is found by its name", () => {
  const manifest = JSON.stringify({
    "sha256:1": "query HomeLive($a: Int)",
    "sha256:2": "fragment F query Home($a: Int)",
  });
  expect(idOf("Home", manifest)).toBe("2");
  expect(() => idOf("Casa", manifest)).toThrow("no query Casa");
});

test("style sheets stand below the frame, which they would hold up", () => {
  const html =
    '<head>\n  <link rel="stylesheet" crossorigin href="/a.css">\n</head><div id="frame"></div><div id="root"></div>';
  expect(moveSheets(html)).toBe(
    '<head>\n</head><div id="frame"></div><link rel="stylesheet" crossorigin href="/a.css">\n    <div id="root"></div>',
  );
  expect(() => moveSheets("<body></body>")).toThrow("no #root");
});
