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

it("sends the token and tells what was answered", async () => {
  fetchMock.mockResolvedValue(Response.json({ data: { menu: [] } }));
  expect(await transport({ query: "{ menu { id } }" })).toEqual({ data: { menu: [] } });
  expect(sentHeaders().get("authorization")).toBe("Bearer t0k3n");
  expect(onData).toHaveBeenLastCalledWith({ menu: [] });
});

it("lets the header editor's own Authorization stand", async () => {
  fetchMock.mockResolvedValue(Response.json({ data: {} }));
  await transport({ query: "{ __typename }" }, { headers: { Authorization: "Bearer other" } });
  expect(sentHeaders().get("authorization")).toBe("Bearer other");
});

it("hands on the gateway's refusals, whatever their HTTP status", async () => {
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
    errors: [{ message: expect.stringMatching(sentence) }],
  });
});
