/** Route guards (authentication), and the return address of the login. */
import { redirect } from "react-router";
import { emailToChange, knownSession } from "../session.ts";

const HOME = "/home-page";
const BACK = "voltar";

/**
 * Paths of screens, except those of the login. Two leading slashes (`/.//x` normalizes to them) would be another site. The
 * router ignores case and trailing slashes and decodes paths.
 */
const SCREEN = /^\/(?!log(?:in|out)-pg\b)[a-z-]+\/*$/i;

/** Requires a session; otherwise redirects to the login, which returns here. */
export async function requireSession({ request }: { readonly request: Request }): Promise<void> {
  if (!(await knownSession())) throw redirect(loginAddress(request.url));
}

export async function requireSessionOrForcedChange(args: { readonly request: Request }): Promise<void> {
  if (emailToChange() === null) await requireSession(args);
}

export function loginAddress(from: string): string {
  const { pathname, search } = new URL(from, location.origin);
  return pathname + search === HOME
    ? "/login-pg"
    : `/login-pg?${new URLSearchParams({ [BACK]: pathname + search }).toString()}`;
}

export function isLogin(pathname: string): boolean {
  return /^\/log(?:in|out)-pg\b/i.test(pathname);
}

/** Where to go after the login: the return address if it is in this portal, else home (no open redirect). */
export function afterLogin(search: string): string {
  const back = new URLSearchParams(search).get(BACK);
  if (!back || !URL.canParse(back, location.origin)) return HOME;
  const target = new URL(back, location.origin);
  const isOurs = target.origin === location.origin && SCREEN.test(target.pathname);
  return isOurs ? target.pathname + target.search : HOME;
}
