import { expect, it } from "vitest";
import { withoutValues } from "./storage.ts";

it("keeps operations of tabs, but no variables, headers or responses", () => {
  const stored = {
    activeTabIndex: 1,
    tabs: [
      { id: "a", title: "Entrar", query: "mutation Entrar { x }", variables: '{"senha":"Demo@2026"}', headers: null },
      {
        id: "b",
        title: "Menu",
        query: "{ menu { id } }",
        variables: "",
        headers: '{"X-Tool-Key":"k"}',
        response: "{}",
      },
    ],
  };
  const kept = withoutValues(JSON.stringify(stored));
  expect(JSON.parse(kept)).toEqual({
    activeTabIndex: 1,
    tabs: [
      { id: "a", title: "Entrar", query: "mutation Entrar { x }", variables: null, headers: null, response: null },
      { id: "b", title: "Menu", query: "{ menu { id } }", variables: null, headers: null, response: null },
    ],
  });
});
