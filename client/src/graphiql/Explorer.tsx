import { GraphiQL, HISTORY_PLUGIN } from "graphiql";
import { learn, tokenOf } from "./answers.ts";
import { EXAMPLES } from "./examples.ts";
import { EXAMPLES_PLUGIN, remember } from "./ExamplesPanel.tsx";
import { currentToken, offerToken } from "./session.ts";
import { tabStorage } from "./storage.ts";
import { TokenBar } from "./TokenBar.tsx";
import { createTransport } from "./transport.ts";

const transport = createTransport({
  token: currentToken,
  onData(data) {
    remember(learn(data));
    const token = tokenOf(data);
    if (token) offerToken(token);
  },
});

const PLUGINS = [EXAMPLES_PLUGIN, HISTORY_PLUGIN];

/** The tabs of a first visit: the login, in order. */
const FIRST_TABS = EXAMPLES.filter((example) => example.screen === "Login");

/** A panel beside the editors needs room; on a narrow screen it waits to be opened. */
const FIRST_PANEL = window.matchMedia("(min-width: 60rem)").matches ? { visiblePlugin: EXAMPLES_PLUGIN } : {};

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
          {...FIRST_PANEL}
        >
          <GraphiQL.Logo> </GraphiQL.Logo>
        </GraphiQL>
      </main>
    </>
  );
}
