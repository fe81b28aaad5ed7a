import { expect, onTestFinished, test, vi } from "vitest";

vi.mock("../shell/outdated.ts");

test("a login whose calls cannot be loaded looks for a newer version of the portal", async () => {
  vi.resetModules();
  onTestFinished(() => {
    vi.resetModules();
  });
  const { loadCalls } = await import("./loadCalls.ts");
  const { reloadIfOutdated } = await import("../shell/outdated.ts");
  await loadCalls();
  expect(reloadIfOutdated).not.toHaveBeenCalled();
  vi.doMock("./login.mutations.ts", () => {
    throw new Error("404");
  });
  onTestFinished(() => vi.doUnmock("./login.mutations.ts"));
  await expect(loadCalls()).rejects.toBeInstanceOf(Error);
  expect(reloadIfOutdated).toHaveBeenCalledOnce();
});
