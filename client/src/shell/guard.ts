/** Who may open what, and where people go on after signing in. */
import { redirect } from "react-router";
import { currentSession, emailToChange } from "../session.ts";

const HOME = "/home-page";
const BACK = "voltar";

/**
 * What a screen's path looks like, but for those of the login. Two slashes in front, which `/.//x` comes to, are another
 * site to the browser; case and slashes at the end are nothing to the router, which decodes what is encoded.
 */
const SCREEN = /^\/(?!log(?:in|out)-pg\b)[a-z-]+\/*$/i;

/** Lets only signed-in people through; the others come back here after the login. */
export function requireSession({ request }: { readonly request: Request }): void {
  if (!currentSession()) throw redirect(loginAddress(request.url));
}

/** The password may be changed by who is signed in, and by who must change it before signing in. */
export function requireSessionOrForcedChange(args: { readonly request: Request }): void {
  if (emailToChange() === null) requireSession(args);
}

/** The login screen, which then leads back to an address. */
export function loginAddress(from: string): string {
  const { pathname, search } = new URL(from, location.origin);
  return pathname === HOME ? "/login-pg" : `/login-pg?${new URLSearchParams({ [BACK]: pathname + search }).toString()}`;
}

/** Where to go after the login: back to where somebody was sent here from, within this portal only. */
export function afterLogin(search: string): string {
  const back = new URLSearchParams(search).get(BACK);
  if (!back) return HOME;
  const target = URL.parse(back, location.origin);
  const isOurs = target?.origin === location.origin && SCREEN.test(target.pathname);
  return isOurs ? target.pathname + target.search : HOME;
}
