import { expect, it } from "vitest";
import { readEvents } from "./events.ts";

async function read(...chunks: string[]) {
  const bytes = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(bytes.encode(chunk));
      controller.close();
    },
  });
  const results: unknown[] = [];
  for await (const result of readEvents(stream)) results.push(result);
  return results;
}

it("reads each result, also of an event that comes in pieces", async () => {
  expect(await read('event: next\ndata: {"da', 'ta":1}\n', '\nevent: next\ndata: {"data":2}\n\n')).toEqual([
    { data: 1 },
    { data: 2 },
  ]);
});

it("ignores comments that keep the connection alive, and ends with the operation", async () => {
  expect(
    await read(":\n\n", 'event: next\ndata: {"data":1}\n\nevent: complete\ndata:\n\nevent: next\ndata: {}\n\n'),
  ).toEqual([{ data: 1 }]);
});
