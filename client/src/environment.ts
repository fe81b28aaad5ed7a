/** Settings that the gateway writes into the placeholders of index.html. */

/** Whether the page works on production data. Defaults to false. */
export const isProduction = document.documentElement.dataset["environment"] === "production";

/** The static page about accounts and lost passwords. */
export const cadastroUrl = metaContent("cadastro") ?? "/cadastro.html";

/** The longest that the gateway takes for a request, in milliseconds. */
export const requestTimeoutMs = 1000 * Number(metaContent("request-timeout") ?? 15);

/** CSP nonce for styles that are created at run time. */
export const styleNonce = document.querySelector<HTMLElement>("meta[property=csp-nonce]")?.nonce ?? "";

function metaContent(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  // The development server leaves the placeholders.
  return content && !content.startsWith("__") ? content : undefined;
}
