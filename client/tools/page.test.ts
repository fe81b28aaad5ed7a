// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { moveSheets, run } from "./first-load.ts";

const FILES = {
  screens: { "/home-page": ["/assets/home.js", "/assets/home.css"] },
  signedOut: ["/assets/login.js"],
};

afterEach(() => {
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

test("style sheets stand below the frame, which they would hold up", () => {
  const html =
    '<head>\n  <link rel="stylesheet" crossorigin href="/a.css">\n</head><div id="frame"></div><div id="root"></div>';
  expect(moveSheets(html)).toBe(
    '<head>\n</head><div id="frame"></div><link rel="stylesheet" crossorigin href="/a.css">\n    <div id="root"></div>',
  );
  expect(() => moveSheets("<body></body>")).toThrow("no #root");
});
