import { Checkbox, SegmentedControl } from "@mantine/core";
import { usePreference } from "../../preferences.ts";
import { COLUMNS, type Density, FIRST_COLUMN, listView } from "./listView.ts";

/** How the list is shown: density and columns. */
export function ConsultaView({ id }: { readonly id: string }) {
  const [view, setView] = usePreference(listView);
  const { density, hidden } = view;
  return (
    <div id={id} className="consulta-view" role="group" aria-label="Exibição">
      <fieldset>
        <legend>Densidade</legend>
        <SegmentedControl
          aria-label="Densidade"
          value={density}
          onChange={(next) => setView({ ...view, density: next as Density })}
          data={[
            { value: "confortavel", label: "Confortável" },
            { value: "compacta", label: "Compacta" },
          ]}
        />
      </fieldset>
      <fieldset>
        <legend>Colunas</legend>
        <div>
          {COLUMNS.filter(({ name }) => name !== FIRST_COLUMN).map(({ name, text }) => (
            <Checkbox
              key={name}
              label={text}
              checked={!hidden.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                setView({ ...view, hidden: checked ? hidden.filter((each) => each !== name) : [...hidden, name] })
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
