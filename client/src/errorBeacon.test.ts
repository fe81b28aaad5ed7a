import { http, HttpResponse } from "msw";
import { expect, test, vi } from "vitest";
import { reportToOperator } from "./errorBeacon.ts";
import { mockGraph } from "./test/mockGraph.ts";

/** Answers as the gateway does, and returns what it was sent. */
function takeReports(): unknown[] {
  const taken: unknown[] = [];
  mockGraph.server.use(
    http.post("/browser-errors", async ({ request }) => {
      taken.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
  return taken;
}

test("an error is reported once for each screen, without message and query", async () => {
  const taken = takeReports();
  window.history.replaceState(null, "", "/visualiza-acionamento?sinistro=2026000075661");
  reportToOperator(new TypeError("cannot read 529.982.247-25"), true);
  reportToOperator(new TypeError("another"), true);
  await vi.waitFor(() => expect(taken).toHaveLength(1));
  expect(taken).toEqual([{ route: "/visualiza-acionamento", name: "TypeError", release: "" }]);

  window.history.replaceState(null, "", "/home-page");
  reportToOperator("a text that was thrown", true);
  await vi.waitFor(() => expect(taken).toHaveLength(2));
  expect(taken[1]).toEqual({ route: "/home-page", name: "Error", release: "" });
});

test("a page reports ten errors at most, and none if the gateway takes none", async () => {
  const taken = takeReports();
  reportToOperator(new RangeError("not wanted"), false);
  for (let at = 0; at < 20; at += 1) {
    window.history.replaceState(null, "", `/tela-${at}`);
    reportToOperator(new Error("one of many"), true);
  }
  await vi.waitFor(() => expect(taken).toHaveLength(8));
  expect(taken).not.toContainEqual(expect.objectContaining({ name: "RangeError" }));
});
