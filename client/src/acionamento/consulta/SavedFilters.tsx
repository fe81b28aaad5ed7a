import { ActionIcon, Button } from "@mantine/core";
import { IconBookmark, IconX } from "@tabler/icons-react";
import { Link } from "react-router";
import { usePreference } from "../../preferences.ts";
import { useUserList } from "../../ui/useUserList.tsx";
import { addressOf, stateOf } from "./consulta.address.ts";
import { MAX_FILTERS, MAX_NAME, savedFilters } from "./listView.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

export function SavedFilterLinks({ criteria }: { readonly criteria: ConsultaCriteria }) {
  const { filter, ordem, busca } = criteria;
  const [filters] = usePreference(savedFilters);
  if (filters.length === 0) return null;
  // A search that must not be in an address is in no saved filter.
  const current = stateOf(busca) ? undefined : addressOf(filter, ordem, busca);
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
    kind: "Filtro",
    most: MAX_FILTERS,
    longest: MAX_NAME,
    scope: key,
    saveLabel: "Salvar",
    savedLabel: "salvo",
    nameOf: ({ name }) => name,
    newOne: (name) => ({ name, search: addressOf(filter, ordem, busca) }),
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
