import { useQuery } from "@apollo/client/react";
import { MenuQuery } from "./menu.ts";

/** The screens that are a user's only if the menu has them, with their names. The others are everybody's. */
export const GUARDED = {
  "/novo-acionamento": "Novo acionamento",
  "/consulta-acionamento": "Consultar acionamentos",
  "/reabre-acionamento": "Reabrir acionamento",
} as const;

export type GuardedPath = keyof typeof GUARDED;

/** The screen of an address, if it is one that the menu may lack. The router ignores case and trailing slashes. */
export function guardedPath(pathname: string): GuardedPath | undefined {
  const path = pathname.toLowerCase().replace(/\/+$/, "");
  return Object.keys(GUARDED).find((each): each is GuardedPath => each === path);
}

/**
 * Whether the user may open each screen: whether the menu has it. While there is no menu everything is offered, since the
 * services refuse what is not permitted.
 */
export function usePermissions(): (path: GuardedPath) => boolean {
  const { data } = useQuery(MenuQuery, { fetchPolicy: "cache-only", errorPolicy: "all" });
  const menu = data?.menu;
  return (path) => !menu || menu.some(({ rota }) => guardedPath(rota) === path);
}

/** Whether a menu is of somebody who handles acionamentos: opens or reopens them. */
export function mayHandle(menu: readonly { readonly rota: string }[] | null | undefined): boolean {
  return !menu || menu.some(({ rota }) => /^\/(novo|reabre)-/.test(guardedPath(rota) ?? ""));
}

/** The same of the user's menu. */
export function useMayHandle(): boolean {
  const { data } = useQuery(MenuQuery, { fetchPolicy: "cache-only", errorPolicy: "all" });
  return mayHandle(data?.menu);
}
