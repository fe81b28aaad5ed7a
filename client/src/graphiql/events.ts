/** Reads a stream of server-sent events (GraphQL over SSE, one connection an operation): its results, until it completes. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Record<string, unknown>> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/);
      rest = events.pop() ?? "";
      for (const event of events) {
        const fields = event.split(/\r?\n/);
        const of = (name: string) =>
          fields.filter((field) => field.startsWith(name)).map((field) => field.slice(name.length).trim());
        if (of("event:")[0] === "complete") return;
        const data = of("data:").join("\n");
        // Without data it only keeps the connection alive.
        if (data) yield JSON.parse(data);
      }
    }
  } finally {
    await reader.cancel();
  }
}
