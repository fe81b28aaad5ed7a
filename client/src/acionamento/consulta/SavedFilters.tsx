import { ActionIcon, Button, Group, TextInput } from "@mantine/core";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { usePreference } from "../../preferences.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";
import { usePassingText } from "../../ui/usePassingText.ts";
import { searchOf, stateOf } from "./consulta.address.ts";
import { MAX_FILTERS, MAX_NAME, type SavedFilter, savedFilters } from "./listView.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

/** The user's saved filters, each opened by one click. */
export function SavedFilterLinks({ criteria: { filter, ordem, busca } }: { readonly criteria: ConsultaCriteria }) {
  const [filters] = usePreference(savedFilters);
  if (filters.length === 0) return null;
  // A search that must not be in an address is in no saved filter.
  const current = stateOf(busca) ? undefined : searchOf(filter, ordem, busca);
  return (
    <nav className="consulta-saved" aria-label="Filtros salvos">
      <ul>
        {filters.map(({ name, search }) => (
          <li key={name}>
            <Link
              to={search}
              className="consulta-chip tone-teal"
              aria-current={search === current ? "page" : undefined}
            >
              <IconBookmark size={15} stroke={1.75} aria-hidden /> {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Saves the filter, order and search of the list under a name, and deletes saved ones. */
export function SaveFilter({ criteria: { key, filter, ordem, busca } }: { readonly criteria: ConsultaCriteria }) {
  const [filters, setFilters] = usePreference(savedFilters);
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [deleted, setDeleted] = useState<{ readonly filter: SavedFilter; readonly at: number }>();
  const [news, setNews] = usePassingText(key);

  function store(next: readonly SavedFilter[], done: string): boolean {
    const isStored = setFilters(next);
    setNews(isStored ? done : "Este navegador não guardou a mudança.");
    return isStored;
  }

  function save(): void {
    const wanted = name?.trim() ?? "";
    const found = problemOf(wanted, filters);
    setProblem(found);
    if (found) return;
    setDeleted(undefined);
    store([...filters, { name: wanted, search: searchOf(filter, ordem, busca) }], `Filtro ${wanted} salvo.`);
    setName(undefined);
  }

  function remove(saved: SavedFilter): void {
    const at = filters.indexOf(saved);
    if (store(filters.toSpliced(at, 1), "")) setDeleted({ filter: saved, at });
  }

  function restore(): void {
    if (!deleted) return;
    setDeleted(undefined);
    store(filters.toSpliced(deleted.at, 0, deleted.filter), `Filtro ${deleted.filter.name} de volta.`);
  }

  return (
    <Group gap="xs" c="var(--ink-soft)" fz="sm">
      {name === undefined ? (
        <Button
          size="compact-md"
          variant="subtle"
          ml={-12}
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
          onClick={() => setName("")}
          disabled={filters.length >= MAX_FILTERS}
        >
          Salvar este filtro
        </Button>
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Group gap="xs">
            <TextInput
              aria-label="Nome do filtro"
              placeholder="Nome do filtro"
              value={name}
              error={problem}
              autoComplete="off"
              // The user has just asked for it.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              onChange={(event) => {
                setName(event.currentTarget.value);
                setProblem(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key === "Escape") setName(undefined);
              }}
            />
            <Button type="submit" variant="light">
              Salvar
            </Button>
            <Button variant="subtle" onClick={() => setName(undefined)}>
              Cancelar
            </Button>
          </Group>
        </form>
      )}
      {filters.map((saved) => (
        <span key={saved.name} className="consulta-kept">
          {saved.name}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Excluir o filtro ${saved.name}`}
            onClick={() => remove(saved)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      <span role="status">{deleted ? `Filtro ${deleted.filter.name} excluído.` : news}</span>
      {deleted && <UndoButton onClick={restore} />}
    </Group>
  );
}

function problemOf(name: string, filters: readonly SavedFilter[]): string | undefined {
  if (name === "") return "Dê um nome ao filtro.";
  if (name.length > MAX_NAME) return `Use no máximo ${MAX_NAME} caracteres.`;
  return filters.some((each) => each.name === name) ? "Já há um filtro com este nome." : undefined;
}
