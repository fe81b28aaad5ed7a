import type { ReactNode } from "react";
import { useCachedFragment } from "../graph/useCachedFragment.ts";
import { MenuContext } from "./permission.ts";
import { MenuFragmentDoc } from "../gql/graphql.ts";

/** Reads the user's menu from the cache for all of the shell, which is not rendered again when it comes. */
export function MenuEntriesProvider({ children }: { readonly children: ReactNode }) {
  const { data, complete } = useCachedFragment({ fragment: MenuFragmentDoc, from: "ROOT_QUERY" });
  return <MenuContext value={complete ? data.menu : undefined}>{children}</MenuContext>;
}
