import { createContext, useContext } from "react";
import type { MenuFragment } from "../gql/graphql.ts";

/** Screens that need an entry in the user's menu, by path, with their names. All others are open to everybody. */
export const GUARDED = {
  "/novo-acionamento": "Novo acionamento",
  "/consulta-acionamento": "Consultar acionamentos",
  "/reabre-acionamento": "Reabrir acionamento",
} as const;

export type GuardedPath = keyof typeof GUARDED;

/** The screen of a route, if it is one that the menu may lack. The router ignores case and trailing slashes. */
export function guardedPath(route: string): GuardedPath | undefined {
  const path = route
    .replace(/[?#].*/, "")
    .toLowerCase()
    .replace(/\/+$/, "");
  return Object.keys(GUARDED).find((each): each is GuardedPath => each === path);
}

/** The menu: null if it failed, undefined while it loads. It is read once: a screen has hundreds of links that ask for it. */
export const MenuContext = createContext<MenuFragment["menu"] | undefined>(undefined);

/** Whether the menu has a screen. Without a menu each is offered, since the services refuse what is not permitted. */
function mayOpen(menu: MenuFragment["menu"] | undefined, path: GuardedPath): boolean {
  return !menu || menu.some(({ rota }) => guardedPath(rota) === path);
}

export function usePermissions(): (path: GuardedPath) => boolean {
  const menu = useContext(MenuContext);
  return (path) => mayOpen(menu, path);
}

/** Whether the menu belongs to a user who opens or reopens acionamentos. */
export function mayHandle(menu: MenuFragment["menu"] | undefined): boolean {
  return mayOpen(menu, "/novo-acionamento") || mayOpen(menu, "/reabre-acionamento");
}

export function useMayHandle(): boolean {
  return mayHandle(useContext(MenuContext));
}
