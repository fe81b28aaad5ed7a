import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Checkbox, Group, Radio } from "@mantine/core";
import { usePreference } from "../../preferences.ts";
import { COLUMNS, type Density, FIRST_COLUMN, listView, shownColumns } from "./listView.ts";

export function ConsultaView({ id }: { readonly id: string }) {
  const [view, setView] = usePreference(listView);
  const columns = COLUMNS.map(({ name }) => name);
  return (
    <Group id={id} className="no-print" role="group" aria-label="Exibição" align="start" gap="xl" px="lg" pb="md">
      <Radio.Group
        label="Densidade"
        value={view.density}
        onChange={(density) => setView({ ...view, density: density as Density })}
      >
        <Group gap="md" mt={6}>
          <Radio value="confortavel" label="Confortável" />
          <Radio value="compacta" label="Compacta" />
        </Group>
      </Radio.Group>
      <Checkbox.Group
        label="Colunas"
        value={shownColumns(view.hidden).map(({ name }) => name)}
        onChange={(shown) => setView({ ...view, hidden: columns.filter((name) => !shown.includes(name)) })}
      >
        <Group gap="md" mt={6}>
          {COLUMNS.filter(({ name }) => name !== FIRST_COLUMN).map(({ name, text }) => (
            <Checkbox key={name} value={name} label={text} />
          ))}
        </Group>
      </Checkbox.Group>
    </Group>
  );
}
