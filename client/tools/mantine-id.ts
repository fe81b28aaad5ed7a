import type { Plugin } from "vite";

const CODE = `
import { useId as useOwnId } from "react";
export function useId(given) {
  const own = useOwnId();
  return given ?? own;
}
`;

/**
 * Gives Mantine's components React's ids. Mantine's own `useId` sets a state in a layout effect, for the sake of rendering on
 * servers: each screen with a field or a menu would be rendered twice, and all its effects would run before it is drawn.
 */
export function mantineId(): Plugin {
  let isReplaced = false;
  return {
    name: "mantine-id",
    apply: "build",
    load: {
      filter: { id: /\/@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/ },
      handler: () => {
        isReplaced = true;
        return CODE;
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error("@mantine/hooks has its useId elsewhere: replace it there, or drop this plugin.");
    },
  };
}
