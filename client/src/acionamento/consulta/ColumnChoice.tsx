import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import { Box, Checkbox, Group } from "@mantine/core";
import { usePreference } from "../../preferences.ts";
import { COLUMNS, LINK_COLUMN, shownColumns } from "./columns.tsx";
import { listView } from "./listView.ts";

export function ColumnChoice({ id }: { readonly id: string }) {
  const [view, setView] = usePreference(listView);
  const columns = COLUMNS.map(({ name }) => name);
  return (
    <Box id={id} className="no-print" px="lg" pb="md">
      <Checkbox.Group
        label="Colunas"
        value={shownColumns(view.hidden).map(({ name }) => name)}
        onChange={(shown) => setView({ ...view, hidden: columns.filter((name) => !shown.includes(name)) })}
      >
        <Group gap="md" mt={6}>
          {COLUMNS.filter(({ name }) => name !== LINK_COLUMN).map(({ name, text }) => (
            <Checkbox key={name} value={name} label={text} />
          ))}
        </Group>
      </Checkbox.Group>
    </Box>
  );
}
