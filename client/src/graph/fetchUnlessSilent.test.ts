import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchUnlessSilent } from "./fetchUnlessSilent.ts";

const SECOND = 1000;
const NEVER = 24 * 60 * 60;
let body: ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.unstubAllGlobals());

/** A server that answers after some seconds, with a body that the test writes; or never, and then the browser gives up. */
function answerAfter(seconds: number, type: string): void {
  vi.stubGlobal("fetch", async (_: string, { signal }: { readonly signal: AbortSignal }) => {
    await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      setTimeout(resolve, seconds * SECOND);
    });
    const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
    return new Response(stream, { headers: { "content-type": type } });
  });
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND);
const JSON_TYPE = "application/json";
const STREAM_TYPE = "multipart/mixed;boundary=graphql";

test("a request that is not answered fails, after the gateway would have ended it", async () => {
  answerAfter(NEVER, JSON_TYPE);
  const failed = vi.fn<(error: Error) => void>();
  void fetchUnlessSilent("/graphql").catch(failed);
  await pass(29);
  expect(failed).not.toHaveBeenCalled();
  await pass(2);
  expect(failed).toHaveBeenCalledExactlyOnceWith(new Error("No answer."));
});

test("a request that its sender cancels ends at once", async () => {
  answerAfter(NEVER, JSON_TYPE);
  const sender = new AbortController();
  const answer = fetchUnlessSilent("/graphql", { signal: sender.signal });
  sender.abort();
  await expect(answer).rejects.toThrow("abort");
});

test.each([
  ["a long response", JSON_TYPE, 20, 30],
  ["a stream with heartbeats", STREAM_TYPE, 5, 15],
])("%s may take its time, but not stop coming", async (_, type, pause, silence) => {
  answerAfter(10, type);
  const answer = fetchUnlessSilent("/graphql");
  await pass(10);
  const reader = (await answer).body?.getReader();
  for (let part = 0; part < 10; part += 1) {
    const read = reader?.read();
    // oxlint-disable no-await-in-loop -- time passes in order
    await pass(pause);
    body.enqueue(new Uint8Array([part]));
    expect((await read)?.value).toEqual(new Uint8Array([part]));
  }
  const last = reader?.read().catch((error: unknown) => error);
  await pass(silence + 1);
  expect(await last).toEqual(new Error("The response is silent."));
});
