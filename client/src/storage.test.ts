import { expect, test } from "vitest";
import { localStore } from "./storage.ts";
import { fillStorage } from "./test/storage.ts";

test("what the browser does not store stays in memory, until another tab has stored something newer", () => {
  const setItem = fillStorage();
  expect(localStore.setItem("preferencias", "desta aba")).toBe(false);
  expect([localStore.getItem("preferencias"), localStore.isOnlyInMemory()]).toEqual(["desta aba", true]);
  setItem.mockRestore();
  localStorage.setItem("preferencias", "de outra aba");
  window.dispatchEvent(new StorageEvent("storage", { key: "preferencias", storageArea: localStorage }));
  expect([localStore.getItem("preferencias"), localStore.isOnlyInMemory()]).toEqual(["de outra aba", false]);
});
