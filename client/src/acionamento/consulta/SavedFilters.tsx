import { ActionIcon, Button } from "@mantine/core";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import { preference, usePreference } from "../../preferences.ts";
import { listTarget } from "../../shell/addresses.ts";
import { useUserList } from "../../ui/useUserList.tsx";
import type { ConsultaCriteria } from "./useCriteria.ts";

const MAX_FILTERS = 20;
const MAX_NAME = 40;

/** A saved filter: its query string, which has no CPF. */
interface SavedFilter {
  readonly name: string;
  readonly search: string;
}

const savedFilters = preference("filtros", (stored): readonly SavedFilter[] =>
  (Array.isArray(stored) ? stored : []).flatMap((each) => readFilter(each) ?? []).slice(0, MAX_FILTERS),
);

function readFilter(stored: unknown): SavedFilter | undefined {
  const { name, search } = Object(stored) as { readonly [Key in keyof SavedFilter]?: unknown };
  const isGood = typeof name === "string" && name !== "" && name.length <= MAX_NAME;
  return isGood && typeof search === "string" && /^\?.{1,2000}$/.test(search) ? { name, search } : undefined;
}

export function SavedFilterLinks({ criteria }: { readonly criteria: ConsultaCriteria }) {
  const { filter, ordem, busca } = criteria;
  const [filters] = usePreference(savedFilters);
  if (filters.length === 0) return null;
  const { to, state } = listTarget(filter, ordem, busca);
  // A search text in the history state is in no saved filter.
  const current = state ? undefined : to.search;
  return (
    <nav className="consulta-saved" aria-label="Filtros salvos">
      <ul className="row plain">
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
export function SaveFilter({ criteria }: { readonly criteria: ConsultaCriteria }) {
  const { key, filter, ordem, busca } = criteria;
  const userList = useUserList(savedFilters, {
    noun: "Filtro",
    maxCount: MAX_FILTERS,
    maxLength: MAX_NAME,
    resetKey: key,
    saveLabel: "Salvar",
    savedLabel: "salvo",
    nameOf: ({ name }) => name,
    newOne: (name) => ({ name, search: listTarget(filter, ordem, busca).to.search }),
  });
  return (
    <div className="row note">
      {userList.nameField || (
        <Button
          size="compact-md"
          variant="subtle"
          ml={-12}
          leftSection={<IconBookmark size={16} stroke={1.75} aria-hidden />}
          onClick={userList.startNaming}
          disabled={userList.isFull}
        >
          Salvar este filtro
        </Button>
      )}
      {userList.all.map((saved) => (
        <span key={saved.name} className="consulta-kept">
          {saved.name}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Excluir o filtro ${saved.name}`}
            onClick={() => userList.remove(saved)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      {userList.status}
    </div>
  );
}
