/** The screens, for the build, the budgets of first loads, and the tests in a browser. */
import type { Locator, Page } from "@playwright/test";

export interface Screen {
  readonly path: string;
  /** Of the address that the tests open. */
  readonly search?: string;
  /** Whether it shows an acionamento, whose number is in the address. */
  readonly isOfSinistro?: true;
  /** File names of what a first load needs beside the code of every address. */
  readonly modules: readonly string[];
  /** KiB of code and styles of a first load, gzipped: some three percent above what it is. */
  readonly codeKib: number;
  /** The query that a first load sends. */
  readonly operation?: string;
  /** What shows that it can be used. */
  readonly arrived: (page: Page) => Locator;
}

const withMenu = (page: string, loader = "menu.ts") => ["GraphLayout.tsx", "Shell.tsx", loader, page];

export const SCREENS: readonly Screen[] = [
  {
    path: "/login-pg",
    modules: ["LoginPage.tsx"],
    codeKib: 180,
    arrived: (page) => page.getByRole("textbox", { name: /e-mail/i }),
  },
  {
    path: "/home-page",
    modules: withMenu("HomePage.tsx", "home.query.ts"),
    codeKib: 232,
    operation: "Home",
    arrived: (page) => page.getByText(/Atualizado às/),
  },
  {
    path: "/consulta-acionamento",
    search: "?status=FATURADO",
    modules: withMenu("ConsultaPage.tsx", "consulta.query.ts"),
    codeKib: 256,
    operation: "Consulta",
    arrived: (page) => page.getByRole("link", { name: SINISTRO }).first(),
  },
  {
    path: "/novo-acionamento",
    modules: withMenu("NovoPage.tsx", "novo.query.ts"),
    codeKib: 268,
    operation: "Novo",
    arrived: (page) => page.getByLabel("Adicionar procedimento"),
  },
  {
    path: "/visualiza-acionamento",
    isOfSinistro: true,
    modules: withMenu("VisualizaPage.tsx", "visualiza.query.ts"),
    codeKib: 237,
    operation: "Visualiza",
    arrived: (page) => page.getByRole("heading", { name: /Histórico/ }),
  },
  {
    path: "/reabre-acionamento",
    isOfSinistro: true,
    modules: withMenu("ReaberturaPage.tsx", "reabertura.query.ts"),
    codeKib: 264,
    operation: "Reabertura",
    arrived: (page) => page.getByLabel(/Motivo/),
  },
  {
    path: "/minhaconta-pg",
    modules: withMenu("MinhaContaPage.tsx"),
    codeKib: 251,
    operation: "MenuDoUsuario",
    arrived: (page) => page.getByLabel("Nome"),
  },
  {
    path: "/trocasenha-pg",
    modules: withMenu("TrocaSenhaPage.tsx"),
    codeKib: 250,
    operation: "MenuDoUsuario",
    arrived: (page) => page.getByLabel("Nova senha", { exact: true }),
  },
];

/** A claim number in a link. */
export const SINISTRO = /^\d{8,}$/;

/** The address of a screen, with the number of an acionamento that it can show. */
export function addressOf({ path, search = "", isOfSinistro }: Screen, sinistro: string): string {
  return isOfSinistro ? `${path}?sinistro=${sinistro}` : path + search;
}
