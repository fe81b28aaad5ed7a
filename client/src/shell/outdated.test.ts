import { afterEach, expect, test, vi } from "vitest";
import { endSession } from "../session.ts";
import { localStore } from "../storage.ts";
import { fillStorage } from "../test/storage.ts";
import { reloadIfOutdated } from "./outdated.ts";

afterEach(() => {
  document.head.innerHTML = "";
});

test("an outdated page is reloaded once, and never where the browser would forget that it was", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/index-old.js"></script>';
  vi.spyOn(window, "fetch").mockImplementation(async () => new Response("/assets/index-new.js"));
  const reload = vi.fn<() => void>();
  const setItem = fillStorage();
  await reloadIfOutdated({ reload });
  expect(reload).not.toHaveBeenCalled();
  setItem.mockRestore();
  localStore.removeItem("recarregada");
  await reloadIfOutdated({ reload });
  await reloadIfOutdated({ reload });
  expect(reload).toHaveBeenCalledOnce();
});

test("a page whose code is missing is reloaded also if its build is the newest, once the gateway answers", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/index-new.js"></script>';
  const fetched = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  const reload = vi.fn<() => void>();
  await reloadIfOutdated({ isCodeMissing: true, reload });
  expect(reload).not.toHaveBeenCalled();
  fetched.mockImplementation(async () => new Response("/assets/index-new.js"));
  await reloadIfOutdated({ reload });
  expect(reload).not.toHaveBeenCalled();
  await reloadIfOutdated({ isCodeMissing: true, reload });
  // The page of the logout ends the session at each load.
  endSession();
  await reloadIfOutdated({ isCodeMissing: true, reload });
  expect(reload).toHaveBeenCalledOnce();
});
