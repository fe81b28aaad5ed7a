import "graphiql/setup-workers/vite";
import "graphiql/style.css";
import "./graphiql.css";
import { GraphiQL } from "graphiql";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { EXAMPLES } from "./examples.ts";
import { fetcher } from "./fetcher.ts";

/** Nothing outlives the page: queries and variables hold passwords and personal data, headers hold tokens. */
const NO_STORAGE = { length: 0, getItem: () => null, setItem() {}, removeItem() {}, clear() {} };

const root = document.querySelector("#root");
if (!root) throw new Error("graphiql/index.html has no #root");

createRoot(root).render(
  <StrictMode>
    <GraphiQL
      fetcher={fetcher}
      storage={NO_STORAGE}
      defaultTabs={EXAMPLES}
      // GraphiQL gives the first tab its variables only so.
      initialVariables={EXAMPLES[0]?.variables ?? ""}
      defaultEditorToolsVisibility="variables"
      showPersistHeadersSettings={false}
      schemaDescription
    />
  </StrictMode>,
);
