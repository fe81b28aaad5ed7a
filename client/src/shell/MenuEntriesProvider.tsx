import { useFragment } from "@apollo/client/react";
import type { ReactNode } from "react";
import { MenuContext } from "./permission.ts";
import { MenuFragmentDoc } from "../gql/graphql.ts";

/** Reads the user's menu from the cache for all of the shell, which is not rendered again when it comes. */
export function MenuEntriesProvider({ children }: { readonly children: ReactNode }) {
  const { data, complete } = useFragment({ fragment: MenuFragmentDoc, from: "ROOT_QUERY" });
  return <MenuContext value={complete ? data.menu : undefined}>{children}</MenuContext>;
}
