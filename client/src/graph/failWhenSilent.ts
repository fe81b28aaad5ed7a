/** A stream without a heartbeat (every 5 s) for so long is broken: a lost network does not close connections. */
const SILENCE_MS = 15_000;

/** Lets the body of a subscription's response fail when it is silent. Other responses stay as they are. */
export function failWhenSilent(response: Response): Response {
  const { body, headers, status, statusText } = response;
  if (!body || !headers.get("content-type")?.startsWith("multipart/mixed")) return response;
  let timer: ReturnType<typeof setTimeout>;
  const wait = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    timer = setTimeout(() => controller.error(new Error("The stream is silent.")), SILENCE_MS);
  };
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start: wait,
    transform: (chunk, controller) => {
      wait(controller);
      controller.enqueue(chunk);
    },
    flush: () => clearTimeout(timer),
  });
  return new Response(body.pipeThrough(watched), { headers, status, statusText });
}
