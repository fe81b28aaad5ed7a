import { usePreference } from "../../preferences.ts";
import { COLUMNS, type Density, FIRST_COLUMN, listView } from "./listView.ts";

const DENSITIES: readonly (readonly [Density, string])[] = [
  ["confortavel", "Confortável"],
  ["compacta", "Compacta"],
];

/** How the list is shown: density and columns. */
export function ConsultaView({ id }: { readonly id: string }) {
  const [view, setView] = usePreference(listView);
  const { density, hidden } = view;
  return (
    <div id={id} className="consulta-view no-print" role="group" aria-label="Exibição">
      <fieldset>
        <legend>Densidade</legend>
        {DENSITIES.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name="densidade"
              checked={density === value}
              onChange={() => setView({ ...view, density: value })}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Colunas</legend>
        {COLUMNS.filter(({ name }) => name !== FIRST_COLUMN).map(({ name, text }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={!hidden.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                setView({ ...view, hidden: checked ? hidden.filter((each) => each !== name) : [...hidden, name] })
              }
            />
            {text}
          </label>
        ))}
      </fieldset>
    </div>
  );
}
