/** The history state of the login. It may come from an older version of the portal. */
export interface LoginRouteState {
  /** What the password-change screen hands over: e-mail and success message. */
  readonly email?: string;
  readonly mensagem?: string;
  /** The history state of the screen to return to: a search text with a CPF is nowhere else. */
  readonly voltar?: unknown;
  /** A step after the first one, without code and password; null once the login is completed. */
  readonly step?: unknown;
}

export function loginRouteState(state: unknown): LoginRouteState {
  return Object(state) as LoginRouteState;
}
