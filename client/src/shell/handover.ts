/** What the change-password screen hands to the login: whose password was changed, and the good news. */
export interface Handover {
  readonly email: string;
  readonly mensagem: string;
}

/** What the router brought along, if it is that. */
export function handedOver(state: unknown): Handover | undefined {
  const { email, mensagem } = Object(state) as { readonly [Key in keyof Handover]?: unknown };
  return typeof email === "string" && typeof mensagem === "string" ? { email, mensagem } : undefined;
}
