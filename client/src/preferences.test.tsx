import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { preference, usePreference } from "./preferences.ts";
import { openSession } from "./session.ts";
import { fillStorage } from "./test/storage.ts";

const ana = { nome: "Ana", email: "ana@patas.example", telefone: null, perfil: null };
const KEY = "preferencias:1:ana@patas.example:teste";
const words = preference("teste", (stored): readonly string[] =>
  Array.isArray(stored) ? stored.filter((each) => typeof each === "string") : [],
);
const useWords = () => usePreference(words);
const render = () => renderHook(useWords).result;

beforeEach(() => openSession("token", ana));

test("a value is stored for the user, and another user has another", () => {
  const result = render();
  expect(result.current[0]).toEqual([]);
  act(() => expect(result.current[1](["a"])).toBe(true));
  expect(result.current[0]).toEqual(["a"]);
  expect(localStorage.getItem(KEY)).toBe('["a"]');
  act(() => openSession("token-2", { ...ana, email: "Ana@Patas.example" }));
  expect(result.current[0]).toEqual(["a"]);
  act(() => openSession("token-3", { ...ana, email: "bia@patas.example" }));
  expect(result.current[0]).toEqual([]);
});

test("a change in another tab is seen", () => {
  const result = render();
  localStorage.setItem(KEY, '["b"]');
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: KEY })));
  expect(result.current[0]).toEqual(["b"]);
});

test("a value that the browser does not store is refused", () => {
  const result = render();
  fillStorage();
  expect(result.current[1](["a"])).toBe(false);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test.each(["{", "1", "null", '[1,"a",null]'])("what is stored otherwise is read with care: %s", (stored) => {
  localStorage.setItem(KEY, stored);
  expect(render().current[0]).toEqual(stored.includes('"a"') ? ["a"] : []);
});
