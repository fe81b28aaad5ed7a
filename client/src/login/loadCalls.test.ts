import { expect, onTestFinished, test, vi } from "vitest";
import { reloadIfOutdated } from "../shell/outdated.ts";
import { loadCalls } from "./loadCalls.ts";

vi.mock("../shell/outdated.ts");

test("a login whose calls cannot be loaded looks for a newer version of the portal", async () => {
  await loadCalls();
  expect(reloadIfOutdated).not.toHaveBeenCalled();
  vi.doMock("./login.mutations.ts", () => {
    throw new Error("404");
  });
  onTestFinished(() => vi.doUnmock("./login.mutations.ts"));
  await expect(loadCalls()).rejects.toBeInstanceOf(Error);
  expect(reloadIfOutdated).toHaveBeenCalledOnce();
});
