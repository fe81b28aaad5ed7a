/** Route state that the password-change screen passes to the login: e-mail and success message. */
export interface LoginRouteState {
  readonly email: string;
  readonly mensagem: string;
}

/** The route state, if it is valid. */
export function readLoginRouteState(state: unknown): LoginRouteState | undefined {
  const { email, mensagem } = Object(state) as { readonly [Key in keyof LoginRouteState]?: unknown };
  return typeof email === "string" && typeof mensagem === "string" ? { email, mensagem } : undefined;
}
