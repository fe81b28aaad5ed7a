/**
 * Who is signed in at this tab, kept in sessionStorage under `auth`, and the e-mail address whose password must be
 * changed, kept in localStorage under `email`. Nobody else touches these two keys.
 */
import { useSyncExternalStore } from "react";
const SESSION_KEY = "auth";
const EMAIL_KEY = "email";

/** What stands for a token where there is none. */
const NO_TOKEN = "0";

/** The signed-in user. */
export interface Usuario {
  readonly nome: string;
  readonly email: string | null;
  readonly telefone: string | null;
  readonly perfil: string | null;
}

/** An open session: the user's access token, and whose it is. */
export interface Session {
  readonly dsToken: string;
  readonly usuario: Usuario;
}

let session = stored();
const listeners = new Set<() => void>();

export function currentSession(): Session | null {
  return session;
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** The token that every call carries; `0` without a session. */
export function currentToken(): string {
  return session?.dsToken ?? NO_TOKEN;
}

export function openSession(token: string, usuario: Usuario): void {
  change({ dsToken: token, usuario });
}

/** Takes over what the user changed about themselves. */
export function updateUsuario(usuario: Usuario): void {
  if (session) change({ ...session, usuario });
}

/** Ends the session and leaves nothing of it behind: whatever else this tab remembers of the person goes with it. */
export function endSession(): void {
  change(null);
}

/** The e-mail address whose owner must change the password before signing in. */
export function emailToChange(): string | null {
  return localStorage.getItem(EMAIL_KEY)?.trim() || null;
}

export function storeEmailToChange(email: string): void {
  localStorage.setItem(EMAIL_KEY, email);
}

export function clearEmailToChange(): void {
  localStorage.removeItem(EMAIL_KEY);
}

function change(next: Session | null): void {
  session = next;
  if (next) sessionStorage.setItem(SESSION_KEY, JSON.stringify(next));
  else sessionStorage.clear();
  for (const listener of listeners) listener();
}

/** The session that a reload finds. What another program left under the key is no session. */
function stored(): Session | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(SESSION_KEY) ?? "null");
    return isSession(found) ? found : null;
  } catch {
    return null;
  }
}

/** By hand, and not with the library that checks drafts: every screen's first load would bring it. */
function isSession(value: unknown): value is Session {
  const { dsToken, usuario } = Object(value) as { readonly [Key in keyof Session]?: unknown };
  const { nome, email, telefone, perfil } = Object(usuario) as { readonly [Key in keyof Usuario]?: unknown };
  return isToken(dsToken) && typeof nome === "string" && [email, telefone, perfil].every(isTextOrNull);
}

/** What a header can carry: with anything else no call would leave the browser. */
function isToken(value: unknown): boolean {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === "string";
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
