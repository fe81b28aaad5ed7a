import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { mockLogin } from "./login.fixtures.ts";

beforeEach(mockLogin);

function refuse(): never {
  throw new DOMException("no", "SecurityError");
}

/** Firefox refuses the channel to other tabs too. */
function block() {
  vi.stubGlobal("BroadcastChannel", refuse);
  return (["localStorage", "sessionStorage"] as const).map((name) => vi.spyOn(window, name, "get"));
}

test.each([
  ["blocked", block],
  ["full", () => [vi.spyOn(Storage.prototype, "setItem")]],
])("with the storage %s the session stays in memory, and a notice says that a reload ends it", async (_, spies) => {
  for (const spy of spies()) spy.mockImplementation(refuse);
  // The portal as a page that has just been loaded.
  vi.resetModules();
  const { enterPassword, openAtPassword } = await import("./login.fixtures.ts");
  const { alertText } = await import("../test/portal.tsx");
  const { currentToken } = await import("../session.ts");
  const { user, address } = await openAtPassword();
  await enterPassword(user);
  await waitFor(() => expect(address()).toBe("/home-page"));
  expect(currentToken()).toBe("token-novo");
  expect(await alertText()).toHaveTextContent(
    /ficam só na memória desta aba e se perdem se você a recarregar ou fechar/,
  );
  expect(screen.getAllByRole("alertdialog")).toHaveLength(1);
});
