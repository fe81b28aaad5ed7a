import { type GraphiQLPlugin, useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { fill, type Known } from "./answers.ts";
import { type Example, EXAMPLES, SCREENS } from "./examples.ts";

/** Whether the panel stands beside the editors; explorer.css asks the same. */
export const HAS_ROOM = window.matchMedia("(min-width: 60.0625rem)");

let known: Known = {};

/** Keeps what an answer has shown for the examples opened after it; a newer value replaces an older one. */
export function remember(news: Known): void {
  known = { ...known, ...news };
}

export const EXAMPLES_PLUGIN: GraphiQLPlugin = { title: "Exemplos", icon: ExamplesIcon, content: ExamplesPanel };

function ExamplesPanel() {
  const open = useOpenExample();
  return (
    <section className="examples" aria-labelledby="examples-title">
      <h2 id="examples-title">Exemplos</h2>
      <p className="examples-hint">
        Cada um abre em uma nova aba, já com o que a última resposta trouxe: desafio, sinistro, CPF, apólice e pet.
      </p>
      {SCREENS.map((screen) => (
        <section key={screen.name} aria-label={screen.name}>
          <h3>
            {screen.name} <code>{screen.route}</code>
          </h3>
          <ul>
            {EXAMPLES.filter((example) => example.screen === screen.name).map((example) => (
              <li key={example.title}>
                <button type="button" onClick={() => open(example)}>
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

function useOpenExample(): (example: Example) => void {
  const { addTab, setVisiblePlugin, updateActiveTabValues } = useGraphiQLActions();
  const editors = useGraphiQL((state) => ({ query: state.queryEditor, variables: state.variableEditor }));
  return (example) => {
    const variables = JSON.stringify(fill(JSON.parse(example.variables), { ...known, ...presentValues() }), null, 2);
    addTab();
    // A tab and its editors are two places: the one is what is stored, the other what is shown and sent.
    updateActiveTabValues({ query: example.query, variables });
    editors.query?.setValue(example.query);
    editors.variables?.setValue(variables);
    // On a narrow screen the panel lies over the editors.
    if (!HAS_ROOM.matches) setVisiblePlugin(null);
    editors.query?.focus();
  };
}

/** What every opening of an example makes anew: today's date and a key for one save. */
function presentValues(): Known {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
  return { ocorridoEm: today, ano: Number(today.slice(0, 4)), chave: newKey() };
}

/** A key for one save: 128 random bits. `crypto.randomUUID` is missing where the page is not served over TLS. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
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
