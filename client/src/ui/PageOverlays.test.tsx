import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { holding } from "../test/mockGraph.ts";
import { PageOverlays } from "./PageOverlays.tsx";
import { showAlert, withBusyOverlay } from "./overlays.ts";

function open() {
  render(
    <MantineProvider env="test">
      <PageOverlays>
        <button type="button">Enviar</button>
      </PageOverlays>
    </MantineProvider>,
  );
  return userEvent.setup();
}

describe("alert", () => {
  test("has the title Atenção!, its text and one button", async () => {
    open();
    act(() => showAlert("Código inválido."));
    const dialog = await screen.findByRole("alertdialog", { name: "Atenção!" });
    expect(dialog).toHaveAccessibleDescription("Código inválido.");
    expect(screen.getByRole("button", { name: "Fechar" })).toHaveFocus();
  });

  test("is closed by its button alone, which gives the focus back", async () => {
    const user = open();
    const sender = screen.getByRole("button", { name: "Enviar" });
    sender.focus();
    act(() => showAlert("Código inválido."));
    const dialog = await screen.findByRole("alertdialog");

    await user.keyboard("{Escape}{Escape}");
    // The events of browsers with and without `closedby`.
    expect(fireEvent(dialog, new Event("cancel", { cancelable: true }))).toBe(false);
    fireEvent(dialog, new Event("close"));
    // A click on the backdrop arrives at the dialog itself.
    await user.click(dialog);
    expect(screen.getByRole("alertdialog")).toHaveAttribute("open");
    expect(dialog).toHaveAttribute("closedby", "none");

    await user.click(screen.getByRole("button", { name: "Fechar" }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
    expect(sender).toHaveFocus();
  });

  test("several are read one after the other, and the same one not twice", async () => {
    const user = open();
    act(() => {
      showAlert("Primeiro.");
      showAlert("Segundo.");
      showAlert("Primeiro.");
    });
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription("Primeiro.");
    await user.click(screen.getByRole("button", { name: "Fechar" }));
    expect(await screen.findByRole("alertdialog")).toHaveAccessibleDescription("Segundo.");
    expect(screen.getByRole("button", { name: "Fechar" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Fechar" }));
    expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  });
});

describe("busy", () => {
  test("the page is inert meanwhile, and then has the focus again where it was", async () => {
    const user = open();
    const sender = screen.getByRole("button", { name: "Enviar" });
    await user.click(sender);
    const [work, finish] = holding();
    act(() => void withBusyOverlay(work));
    expect(sender.closest("[inert]")).toBeInTheDocument();
    // As browsers do; jsdom ignores `inert`.
    sender.blur();
    await act(async () => finish());
    expect(sender.closest("[inert]")).not.toBeInTheDocument();
    expect(sender).toHaveFocus();
  });

  test("is shown until the last promise settles", async () => {
    open();
    const [first, finishFirst] = holding();
    const [second, finishSecond] = holding();
    const failure = new Error("sem rede");
    let outcomes: Promise<unknown> | undefined;
    act(() => {
      const failing = second.then(() => Promise.reject(failure));
      outcomes = Promise.allSettled([withBusyOverlay(first), withBusyOverlay(failing)]);
    });
    expect(screen.getByRole("status")).toHaveTextContent("Aguarde…");
    await act(async () => finishFirst());
    expect(screen.getByRole("status")).toHaveTextContent("Aguarde…");
    await act(async () => finishSecond());
    expect(screen.getByRole("status")).toBeEmptyDOMElement();
    expect(await outcomes).toEqual([
      { status: "fulfilled", value: undefined },
      { status: "rejected", reason: failure },
    ]);
  });
});
