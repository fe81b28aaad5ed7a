/**
 * The session of this tab, and the e-mail address whose password must be changed.
 *
 * A new tab asks the open ones for their session, over a channel that no other origin hears; nothing of it is stored
 * elsewhere. A session that ends or changes in one tab does so in all.
 */
import { useSyncExternalStore } from "react";
import { listenable } from "./listenable.ts";
import { localStore, sessionStore } from "./storage.ts";

const SESSION_KEY = "auth";
const EMAIL_KEY = "email";

/** How long a new tab waits for another to answer. */
const ANSWER_MS = 200;

/** How long the answer of a busy tab is still taken: the login then offers that session. */
const LATE_ANSWER_MS = 2_000;

type Message =
  | { readonly kind: "ask" }
  | { readonly kind: "session" | "changed"; readonly session: unknown }
  | { readonly kind: "ended"; readonly dsToken: string };

const NO_TOKEN = "0";

export interface Usuario {
  readonly nome: string;
  readonly email: string | null;
  readonly telefone: string | null;
  readonly perfil: string | null;
}

interface Session {
  readonly dsToken: string;
  readonly usuario: Usuario;
}

let session = stored();
/** Whether this tab takes the session of another: for a while after it was opened, if no login or logout begins here. */
let isAsking = false;
let onLost: () => void = () => undefined;
const { subscribe, notify } = listenable();
const tabs = openChannel();
const answered = askTabs();
tabs?.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  if (data.kind === "ask" && session) tell({ kind: "session", session });
  if (data.kind === "session" && isAsking) {
    const theirs = sessionOf(data.session);
    if (theirs) change(theirs);
  }
  if (data.kind === "changed") {
    const changed = sessionOf(data.session);
    if (changed && changed.dsToken === session?.dsToken) change(changed);
  }
  if (data.kind === "ended" && data.dsToken === session?.dsToken) {
    change(null);
    loseSession();
  }
});

export function currentSession(): Session | null {
  return session;
}

/** The session; a tab that was just opened waits for that of another tab. */
export async function knownSession(): Promise<Session | null> {
  if (!session) await answered;
  return session;
}

/** Whether a reload of this page ends the session, since the browser does not store it. */
export function isSessionOnlyInMemory(): boolean {
  return sessionStore.isOnlyInMemory(SESSION_KEY);
}

/** Calls back when the session has ended in another tab, or is rejected by the gateway. */
export function whenSessionLost(listener: () => void): void {
  onLost = listener;
}

export function loseSession(): void {
  onLost();
}

/** Whose data this browser stores: the e-mail in lower case, however it was typed. Users without one are one. */
export function sessionOwner(): string {
  return session?.usuario.email?.toLowerCase() ?? "";
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** The bearer token of every request; `0` without a session. */
export function currentToken(): string {
  return session?.dsToken ?? NO_TOKEN;
}

export function openSession(token: string, usuario: Usuario): void {
  change({ dsToken: token, usuario });
}

/** Updates the user's data in the session, in all tabs. */
export function updateUsuario(usuario: Usuario): void {
  if (!session) return;
  change({ ...session, usuario });
  tell({ kind: "changed", session });
}

/** What a user is called: not every API gives a name. */
export function displayName({ nome, email }: Usuario): string {
  return nome.trim() || email || "Usuário";
}

/** Asks the other tabs for their session. Resolves when one has handed it over, or none has for a while. */
async function askTabs(): Promise<void> {
  if (!tabs || session) return;
  isAsking = true;
  tell({ kind: "ask" });
  setTimeout(() => (isAsking = false), LATE_ANSWER_MS);
  await new Promise<void>((resolve) => {
    const unsubscribe = subscribe(finish);
    setTimeout(finish, ANSWER_MS);
    function finish() {
      unsubscribe();
      resolve();
    }
  });
}

/** Ends the session in all tabs and clears everything in this tab's sessionStorage. */
export function endSession(): void {
  if (session) tell({ kind: "ended", dsToken: session.dsToken });
  change(null);
}

/** E-mail address of a user who must change the password before signing in. */
export function emailToChange(): string | null {
  return localStore.getItem(EMAIL_KEY)?.trim() || null;
}

export function storeEmailToChange(email: string): void {
  localStore.setItem(EMAIL_KEY, email);
}

export function clearEmailToChange(): void {
  localStore.removeItem(EMAIL_KEY);
}

/** None if the browser refuses it, as Firefox does together with the storage: this tab is then alone. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel("sessao");
  } catch {
    return undefined;
  }
}

function tell(message: Message): void {
  tabs?.postMessage(message);
}

function change(next: Session | null): void {
  session = next;
  isAsking = false;
  if (next) sessionStore.setItem(SESSION_KEY, JSON.stringify(next));
  else sessionStore.clear();
  notify();
}

function stored(): Session | null {
  return sessionOf(sessionStore.getJson(SESSION_KEY));
}

/**
 * The session in a JSON value, which needs a token only: what else a login returns is not specified, and another program
 * may have stored it. Without zod, which would be part of every screen's first load.
 */
function sessionOf(value: unknown): Session | null {
  const { dsToken, usuario } = Object(value) as { readonly [Key in keyof Session]?: unknown };
  const { nome, email, telefone, perfil } = Object(usuario) as { readonly [Key in keyof Usuario]?: unknown };
  if (!isToken(dsToken)) return null;
  const texts = { email: textOf(email), telefone: textOf(telefone), perfil: textOf(perfil) };
  return { dsToken, usuario: { nome: textOf(nome) ?? "", ...texts } };
}

/** Characters that an HTTP header accepts; `fetch` would throw on others. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
