import { act, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createMemoryRouter, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { renderRouter } from "../test/portal.tsx";
import { RootErrorBoundary } from "./ErrorBoundaries.tsx";

let isBroken = true;

function Consulta() {
  const state = useLocation().state as { readonly busca: string };
  if (isBroken) throw new Error("The screen is broken");
  return <h1>Consulta de {state.busca}</h1>;
}

/** Offline: online the page would be reloaded, which jsdom cannot. */
function open(): void {
  const routes = [
    { path: "/", Component: Consulta, ErrorBoundary: RootErrorBoundary },
    { path: "/home-page", Component: () => <h1>Início</h1> },
  ];
  renderRouter(createMemoryRouter(routes, { initialEntries: [{ pathname: "/", state: { busca: "Marina" } }] }));
}

beforeEach(() => {
  isBroken = true;
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
});

test("a screen that throws says so, in place of the page's frame, and can be tried again with its history state", async () => {
  document.body.insertAdjacentHTML("beforeend", '<div id="frame"></div>');
  open();
  expect(screen.getByRole("alert")).toHaveTextContent("Esta tela não pôde ser aberta");
  expect(document.querySelector("#frame")).not.toBeInTheDocument();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Tentar novamente" }));
  expect(await screen.findByRole("heading", { name: "Consulta de Marina" })).toBeVisible();
});

test("it is tried again once the browser is online again", async () => {
  open();
  isBroken = false;
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByRole("heading", { name: "Consulta de Marina" })).toBeVisible();
});

test("the way home is open", async () => {
  open();
  await userEvent.click(screen.getByRole("button", { name: "Ir para o início" }));
  expect(await screen.findByRole("heading", { name: "Início" })).toBeVisible();
});
