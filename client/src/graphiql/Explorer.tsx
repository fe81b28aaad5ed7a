import { GraphiQL, HISTORY_PLUGIN } from "graphiql";
import type { ReactNode } from "react";
import { extractValues, tokenOf } from "./exampleValues.ts";
import { EXAMPLES } from "./examples.ts";
import { EXAMPLES_PLUGIN, WIDE_SCREEN, rememberValues } from "./ExamplesPanel.tsx";
import { currentToken, setToken, takePortalSession } from "./session.ts";
import { tabStorage } from "./storage.ts";
import { TokenBar } from "./TokenBar.tsx";
import { createTransport } from "./transport.ts";
import { useEditorsSetup } from "./useEditorsSetup.ts";

const transport = createTransport({
  token: currentToken,
  onData(data) {
    rememberValues(extractValues(data));
    const token = tokenOf(data);
    if (token) setToken(token);
  },
});

void takePortalSession();

const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];

/** The tabs of a first visit: the login, in order. */
const FIRST_TABS = EXAMPLES.filter((example) => example.screen === "Login");

/** GraphiQL needs the first tab's variables separately; later visits have stored ones. */
const FIRST_VARIABLES = tabStorage.length === 0 ? { initialVariables: FIRST_TABS[0]?.variables ?? "" } : {};

/** On wide screens the examples panel is open from the start. */
const FIRST_PANEL = WIDE_SCREEN.matches ? { visiblePlugin: EXAMPLES_PLUGIN } : {};

interface ToolbarButtons {
  readonly prettify: ReactNode;
  readonly merge: ReactNode;
  readonly copy: ReactNode;
}

/** GraphiQL's own buttons, and what needs its editors. */
function Toolbar(buttons: ToolbarButtons) {
  return <EditorTools {...buttons} />;
}

function EditorTools({ prettify, merge, copy }: ToolbarButtons) {
  useEditorsSetup();
  return (
    <>
      {prettify}
      {merge}
      {copy}
    </>
  );
}

export function Explorer() {
  return (
    <>
      <TokenBar />
      <main>
        <h1 className="visually-hidden">GraphiQL</h1>
        <GraphiQL
          fetcher={transport}
          storage={tabStorage}
          plugins={PLUGINS}
          defaultTabs={FIRST_TABS}
          defaultEditorToolsVisibility="variables"
          showPersistHeadersSettings={false}
          schemaDescription
          {...FIRST_VARIABLES}
          {...FIRST_PANEL}
        >
          <GraphiQL.Logo> </GraphiQL.Logo>
          <GraphiQL.Toolbar>{Toolbar}</GraphiQL.Toolbar>
        </GraphiQL>
      </main>
    </>
  );
}
