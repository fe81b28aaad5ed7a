/** A lost network, or a gateway that hangs, does not close connections: what has been silent for too long fails. */
import { requestTimeoutMs } from "../environment.ts";

/** With time for the network and for proxies. A save that takes longer may have been done, as after a lost connection. */
const ANSWER_MS = requestTimeoutMs + 15_000;

/** A stream has a heartbeat every 5 s. */
const STREAM_SILENCE_MS = 15_000;

/** `fetch`, which fails if the response does not begin in time or stops coming. Its whole duration is not limited. */
export async function fetchUnlessSilent(uri: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const limit = new AbortController();
  // `AbortSignal.any` is newer than the browsers of README.md.
  options.signal?.addEventListener("abort", () => limit.abort());
  const timer = setTimeout(() => limit.abort(new Error("No answer.")), ANSWER_MS);
  try {
    return failWhenSilent(await fetch(uri, { ...options, signal: limit.signal }));
  } finally {
    clearTimeout(timer);
  }
}

function failWhenSilent(response: Response): Response {
  const { body, headers, status, statusText } = response;
  if (!body) return response;
  const isStream = headers.get("content-type")?.startsWith("multipart/mixed");
  let timer: ReturnType<typeof setTimeout>;
  const wait = (controller: TransformStreamDefaultController<Uint8Array>) => {
    clearTimeout(timer);
    const fail = () => controller.error(new Error("The response is silent."));
    timer = setTimeout(fail, isStream ? STREAM_SILENCE_MS : ANSWER_MS);
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
