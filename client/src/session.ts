/**
 * The session of this tab (sessionStorage, key `auth`), and the e-mail address whose password must be changed
 * (localStorage, key `email`). Only this module uses these keys.
 */
import { useSyncExternalStore } from "react";
const SESSION_KEY = "auth";
const EMAIL_KEY = "email";

/** The token that is sent without a session. */
const NO_TOKEN = "0";

/** The signed-in user. */
export interface Usuario {
  readonly nome: string;
  readonly email: string | null;
  readonly telefone: string | null;
  readonly perfil: string | null;
}

/** An open session: the access token and its user. */
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

/** The bearer token of every request; `0` without a session. */
export function currentToken(): string {
  return session?.dsToken ?? NO_TOKEN;
}

export function openSession(token: string, usuario: Usuario): void {
  change({ dsToken: token, usuario });
}

/** Updates the user's data in the session. */
export function updateUsuario(usuario: Usuario): void {
  if (session) change({ ...session, usuario });
}

/** Ends the session and clears everything in the tab's sessionStorage. */
export function endSession(): void {
  change(null);
}

/** E-mail address of a user who must change the password before signing in. */
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

/** The session in sessionStorage, if it is valid. */
function stored(): Session | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(SESSION_KEY) ?? "null");
    return isSession(found) ? found : null;
  } catch {
    return null;
  }
}

/** Without zod, which would be part of every screen's first load. */
function isSession(value: unknown): value is Session {
  const { dsToken, usuario } = Object(value) as { readonly [Key in keyof Session]?: unknown };
  const { nome, email, telefone, perfil } = Object(usuario) as { readonly [Key in keyof Usuario]?: unknown };
  return isToken(dsToken) && typeof nome === "string" && [email, telefone, perfil].every(isTextOrNull);
}

/** Characters that an HTTP header accepts; `fetch` would throw on others. */
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
