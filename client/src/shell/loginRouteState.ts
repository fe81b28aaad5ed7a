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

/** A step of the login after the first one, in the history state. It holds no code and no password. */
export interface LoginStage {
  readonly step: "codigo" | "senha";
  readonly email: string;
  readonly desafio: { readonly desafio: string; readonly expiraEm: string };
  /** When the code was sent, by the gateway's clock. */
  readonly sentAt: number;
}

/** The history state of a step that is over: the login is completed. */
export const COMPLETED_LOGIN = { etapa: null } as const;

/** Whether a history entry is a later step of the login, also one that is over. */
export function isLaterLoginStep(state: unknown): boolean {
  return (Object(state) as { readonly etapa?: unknown }).etapa !== undefined;
}

/** The login step of a history state, if it is valid. */
export function readLoginStage(state: unknown): LoginStage | undefined {
  const { etapa } = Object(state) as { readonly etapa?: unknown };
  const { step, email, desafio, sentAt } = Object(etapa) as Partial<LoginStage>;
  const isValid =
    (step === "codigo" || step === "senha") &&
    typeof email === "string" &&
    typeof desafio?.desafio === "string" &&
    typeof desafio.expiraEm === "string" &&
    typeof sentAt === "number";
  return isValid ? (etapa as LoginStage) : undefined;
}
