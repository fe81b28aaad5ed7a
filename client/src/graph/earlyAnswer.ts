/** The answer to the home page's query, which the page itself asks for before this code has arrived (tools/first-load.ts). */
export interface EarlyAnswer {
  readonly body: string;
  readonly answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer;
  }
}

/** The early answer, if the first request of the page asks the same. Later requests want a new answer. */
export function takeEarlyAnswer(body: unknown): Promise<Response> | undefined {
  const early = window.earlyAnswer;
  delete window.earlyAnswer;
  return early?.body === body ? early?.answer : undefined;
}
