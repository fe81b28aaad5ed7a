import { useGraphiQL } from "@graphiql/react";
import { useEffect } from "react";

/** As narrow as explorer.css stacks the editors: long lines are wrapped, since hardly half of one is in sight. */
const STACKED = window.matchMedia("(max-width: 45rem)");

/** Shows a text that replaces another (an example, a formatted operation) from its beginning, and wraps lines where it is narrow. */
export function useEditorsSetup(): void {
  const query = useGraphiQL((state) => state.queryEditor);
  const variables = useGraphiQL((state) => state.variableEditor);

  useEffect(() => {
    const editors = [query, variables].filter((editor) => editor !== undefined);
    const wrap = () => {
      const options = { wordWrap: STACKED.matches ? "on" : "off", folding: !STACKED.matches } as const;
      for (const editor of editors) editor.updateOptions(options);
    };
    const listeners = editors.map((editor) =>
      editor.onDidChangeModelContent(({ isFlush }) => {
        if (isFlush) editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
      }),
    );
    wrap();
    STACKED.addEventListener("change", wrap);
    return () => {
      STACKED.removeEventListener("change", wrap);
      for (const listener of listeners) listener.dispose();
    };
  }, [query, variables]);
}
