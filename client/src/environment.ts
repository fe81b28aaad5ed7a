/** What the gateway says about itself in the page: the placeholders of index.html, filled in by it. */

/** Whether people's real data is behind this page. Where nobody says so, it is not. */
export const isProduction = said("environment") === "production";

/** The static page for those who have no account or have lost their password. */
export const cadastroUrl = said("cadastro") ?? "/cadastro.html";

/** What styles that are made at run time carry, so that the page's policy lets them in. */
export const styleNonce = document.querySelector<HTMLElement>("meta[property=csp-nonce]")?.nonce ?? "";

function said(name: string): string | undefined {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  // The development server fills nothing in.
  return content && !content.startsWith("__") ? content : undefined;
}
