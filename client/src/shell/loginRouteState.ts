/** Route state that the password-change screen passes to the login: e-mail and success message. */
export interface LoginRouteState {
  readonly email: string;
  readonly mensagem: string;
}

/** Route state that keeps the history state of the screen to return to: a search text with a CPF is nowhere else. */
export interface ReturnState {
  readonly voltar: unknown;
}

/** The history state of the screen to return to. */
export function returnState(state: unknown): unknown {
  return (Object(state) as Partial<ReturnState>).voltar ?? null;
}

/** The route state, if it is valid. */
export function readLoginRouteState(state: unknown): LoginRouteState | undefined {
  const { email, mensagem } = Object(state) as { readonly [Key in keyof LoginRouteState]?: unknown };
  return typeof email === "string" && typeof mensagem === "string" ? { email, mensagem } : undefined;
}
