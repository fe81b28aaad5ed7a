import { afterEach, expect, it, vi } from "vitest";
import { createTransport } from "./transport.ts";

const fetchMock = vi.fn<typeof fetch>();
vi.stubGlobal("fetch", fetchMock);
afterEach(() => fetchMock.mockReset());

const onData = vi.fn<(data: unknown) => void>();
const transport = createTransport({ token: () => "t0k3n", onData });

function sentHeaders(): Headers {
  return new Headers(fetchMock.mock.lastCall?.[1]?.headers);
}

function sentBody(): Record<string, unknown> {
  return JSON.parse(String(fetchMock.mock.lastCall?.[1]?.body));
}

it("sends the token and reports the data", async () => {
  fetchMock.mockResolvedValue(Response.json({ data: { menu: [] } }));
  expect(await transport({ query: "{ menu { id } }" })).toEqual({ data: { menu: [] } });
  expect(sentHeaders().get("authorization")).toBe("Bearer t0k3n");
  expect(onData).toHaveBeenLastCalledWith({ menu: [] });
});

it.each([
  ["query Menu { menu { id } }", "Menu", "Menu"],
  ["query Menu { menu { id } } query Painel { painel { seguradoras } }", "Painel", "Painel"],
  // The name of the tab before.
  ["query Menu { menu { id } }", "Painel", undefined],
  ["fragment Painel on Painel { seguradoras } query Menu { menu { id } }", "Painel", undefined],
  ["query Menu {", "Menu", undefined],
  ["{ menu { id } }", null, undefined],
])("names an operation of %j only if it is there: %j", async (query, operationName, sent) => {
  fetchMock.mockResolvedValue(Response.json({ data: {} }));
  await transport({ query, operationName });
  expect(sentBody()["operationName"]).toBe(sent);
});

it("does not override Authorization of the header editor", async () => {
  fetchMock.mockResolvedValue(Response.json({ data: {} }));
  await transport({ query: "{ __typename }" }, { headers: { Authorization: "Bearer other" } });
  expect(sentHeaders().get("authorization")).toBe("Bearer other");
});

it("returns the gateway's errors with any HTTP status", async () => {
  const refusal = { errors: [{ message: "Falta o documento GraphQL em query." }] };
  fetchMock.mockResolvedValue(Response.json(refusal, { status: 400 }));
  expect(await transport({ query: "" })).toEqual(refusal);
});

it.each([
  ["no answer at all", () => Promise.reject(new TypeError("Failed to fetch")), /não respondeu/],
  ["a page", () => Promise.resolve(new Response("<h1>Bad gateway</h1>", { status: 502 })), /HTTP 502/],
])("turns %s into a sentence", async (_what, answer, sentence) => {
  fetchMock.mockImplementation(answer);
  expect(await transport({ query: "{ __typename }" })).toEqual({
    errors: [expect.objectContaining({ message: expect.stringMatching(sentence) })],
  });
});
