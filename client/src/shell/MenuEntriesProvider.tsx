import { useQuery } from "@apollo/client/react";
import type { ReactNode } from "react";
import { MenuQuery } from "./menu.ts";
import { MenuContext } from "./permission.ts";

/** Reads the user's menu from the cache for all of the shell, which is not rendered again when it comes. */
export function MenuEntriesProvider({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(MenuQuery, { fetchPolicy: "cache-only", errorPolicy: "all" });
  return <MenuContext value={data?.menu}>{children}</MenuContext>;
}
