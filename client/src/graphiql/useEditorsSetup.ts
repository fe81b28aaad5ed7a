import { useGraphiQL } from "@graphiql/react";
import { useEffect } from "react";
import { WIDE_SCREEN } from "./ExamplesPanel.tsx";

/** Shows a text that replaces another (an example, a formatted operation) from its beginning, and wraps lines on narrow screens, where half of them would be out of sight. */
export function useEditorsSetup(): void {
  const query = useGraphiQL((state) => state.queryEditor);
  const variables = useGraphiQL((state) => state.variableEditor);

  useEffect(() => {
    const editors = [query, variables].filter((editor) => editor !== undefined);
    const wrap = () => {
      const options = { wordWrap: WIDE_SCREEN.matches ? "off" : "on", folding: WIDE_SCREEN.matches } as const;
      for (const editor of editors) editor.updateOptions(options);
    };
    const listeners = editors.map((editor) =>
      editor.onDidChangeModelContent(({ isFlush }) => {
        if (isFlush) editor.setScrollPosition({ scrollTop: 0, scrollLeft: 0 });
      }),
    );
    wrap();
    WIDE_SCREEN.addEventListener("change", wrap);
    return () => {
      WIDE_SCREEN.removeEventListener("change", wrap);
      for (const listener of listeners) listener.dispose();
    };
  }, [query, variables]);
}
