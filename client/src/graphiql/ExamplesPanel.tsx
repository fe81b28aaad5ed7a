import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { fillVariables, type ExampleValues } from "./exampleValues.ts";
import { type Example, EXAMPLES, SCREENS } from "./examples.ts";
import { randomId } from "../randomId.ts";

/** Whether the panel fits beside the editors, and the buttons beside the code; explorer.css has the same media query. */
export const WIDE_SCREEN = window.matchMedia("(min-width: 60.0625rem)");

let known: ExampleValues = {};

/** Stores values of a response for the examples opened later. */
export function rememberValues(news: ExampleValues): void {
  known = { ...known, ...news };
}

export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: "Exemplos", icon: ExamplesIcon, content: ExamplesPanel };

function ExamplesPanel() {
  const open = useOpenExample();
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Exemplos</h2>
      <p className="examples-hint">
        Cada um substitui a operação da aba, já com o que a última resposta trouxe: desafio, sinistro, CPF, apólice e
        pet.
      </p>
      {SCREENS.map((screen) => (
        <section key={screen.name} aria-label={screen.name}>
          <h3>
            {screen.name} <code>{screen.route}</code>
          </h3>
          <ul>
            {EXAMPLES.filter((example) => example.screen === screen.name).map((example) => (
              <li key={example.title}>
                <button type="button" disabled={!open} onClick={() => open?.(example)}>
                  <span className="examples-name">{example.title}</span>
                  <span className="examples-kind" data-kind={example.kind}>
                    {example.kind}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** Opens an example; nothing while the editors are loading, which would show the operation of before. */
function useOpenExample(): ((example: Example) => void) | undefined {
  const { setVisiblePlugin, updateActiveTabValues } = useGraphiQLActions();
  const editors = useGraphiQL((state) => ({ query: state.queryEditor, variables: state.variableEditor }));
  const { query, variables: variableEditor } = editors;
  if (!query || !variableEditor) return undefined;
  return (example) => {
    const variables = JSON.stringify(
      fillVariables(JSON.parse(example.variables), { ...known, ...presentValues() }),
      null,
      2,
    );
    // The tab is what is stored, the editors are what is shown and sent.
    updateActiveTabValues({ query: example.query, variables });
    query.setValue(example.query);
    variableEditor.setValue(variables);
    // On a narrow screen the panel covers the editors.
    if (!WIDE_SCREEN.matches) setVisiblePlugin(null);
    query.focus();
  };
}

/** Values generated for each example: today's date and an idempotency key. */
function presentValues(): ExampleValues {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  return { ocorridoEm: today, ano: Number(today.slice(0, 4)), chave: randomId() };
}

function ExamplesIcon() {
  return (
    <svg
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 4.5h7M3 10h5M3 15.5h7" />
      <path d="m13 6.500 4 3.500-4 3.500z" fill="currentColor" strokeLinejoin="round" />
    </svg>
  );
}
