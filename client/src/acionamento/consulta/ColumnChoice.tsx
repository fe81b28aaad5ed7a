import { usePreference } from "../../preferences.ts";
import { COLUMNS, LINK_COLUMN } from "./columns.tsx";
import { listView } from "./listView.ts";

export function ColumnChoice({ id }: { readonly id: string }) {
  const [view, setView] = usePreference(listView);
  const { hidden } = view;
  return (
    <fieldset id={id} className="row consulta-columns no-print">
      <legend>Colunas</legend>
      {COLUMNS.filter(({ name }) => name !== LINK_COLUMN).map(({ name, text }) => (
        <label key={name} className="row">
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
  );
}
