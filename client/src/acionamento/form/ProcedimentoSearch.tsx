import { useFragment } from "@apollo/client/react";
import { Combobox, TextInput, useCombobox } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import { formatMoney } from "../../format/money.ts";
import { graphql } from "../../gql/gql.ts";
import type { ProcedimentoCatalogueFragment } from "../../gql/graphql.ts";
import { ErrorState } from "../../ui/StateNotice.tsx";
import { fieldId } from "./problems.ts";

/** All procedures that can be chosen. */
const Catalogue = graphql(`
  fragment ProcedimentoCatalogue on Query {
    procedimentos {
      id
      descricao
      categoria
      valorReferencia
    }
  }
`);

export type CatalogueProcedimento = NonNullable<ProcedimentoCatalogueFragment["procedimentos"]>[number];

/** Maximum number of options shown. */
const MOST_SHOWN = 80;

export interface ProcedimentoSearchProps {
  readonly problem: string | undefined;
  /** Error message of the list. */
  readonly errorMessage: string | undefined;
  onAdd(procedimento: CatalogueProcedimento): void;
}

/** A combobox that finds a procedure by words of its name or category and adds it. */
export function ProcedimentoSearch({ problem, errorMessage, onAdd }: ProcedimentoSearchProps) {
  const { data, dataState } = useFragment({ fragment: Catalogue, from: "ROOT_QUERY" });
  const [typed, setTyped] = useState("");
  const { revalidate } = useRevalidator();
  /** Id of the option selected by an arrow key. */
  const [reached, setReached] = useState<string | null>(null);
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setReached(null);
    },
  });
  const catalogue = dataState === "complete" ? data.procedimentos : null;
  const found = useMemo(() => search(catalogue ?? [], typed), [catalogue, typed]);
  const shown = found.slice(0, MOST_SHOWN);
  const { selectFirstOption, resetSelectedOption } = combobox;

  // Enter takes the first match; none is preselected without a text.
  useEffect(() => {
    if (typed.trim() === "") resetSelectedOption();
    else selectFirstOption();
  }, [typed, selectFirstOption, resetSelectedOption]);

  // Mantine announces the preselected option to screen readers only after an arrow key.
  const [first] = typed.trim() === "" ? [] : shown;
  const active = reached ?? (first && optionId(first.id));
  const reach = (option: string | null) => {
    setReached(option);
    return option;
  };

  function add(chosen: CatalogueProcedimento | undefined): void {
    setTyped("");
    combobox.closeDropdown();
    if (chosen) onAdd(chosen);
  }

  if (!catalogue) {
    return (
      <ErrorState
        title="Não foi possível carregar os procedimentos."
        reason={errorMessage ?? "O serviço não respondeu."}
        onRetry={() => void revalidate()}
      />
    );
  }
  return (
    <Combobox
      shadow="lg"
      store={{
        ...combobox,
        selectNextOption: () => reach(combobox.selectNextOption()),
        selectPreviousOption: () => reach(combobox.selectPreviousOption()),
        selectActiveOption: () => reach(combobox.selectActiveOption()),
      }}
      // Inside the form's landmark, for screen readers.
      withinPortal={false}
      onOptionSubmit={(id) => add(found.find((each) => each.id === id))}
    >
      <Combobox.Target withExpandedAttribute aria-activedescendant={combobox.dropdownOpened ? active : undefined}>
        <TextInput
          id={fieldId("procedimentos")}
          label="Adicionar procedimento"
          placeholder="Digite parte do nome: hemograma, consulta…"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          value={typed}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setReached(null);
            combobox.openDropdown();
          }}
          onKeyDown={(event) => {
            // Enter may come before the list is rendered.
            const isEarly = combobox.getSelectedOptionIndex() === -1 && typed.trim() !== "";
            if (event.key !== "Enter" || event.ctrlKey || event.metaKey || !isEarly || !found[0]) return;
            event.preventDefault();
            add(found[0]);
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className="procedimento-options" aria-label="Procedimentos">
          {byCategory(shown).map(([categoria, procedimentos]) => (
            <Combobox.Group key={categoria} label={categoria}>
              {procedimentos.map(({ id, descricao, valorReferencia }) => (
                <Combobox.Option
                  key={id}
                  value={id}
                  id={optionId(id)}
                  aria-selected={active === optionId(id)}
                  className="procedimento-option"
                >
                  <span>{descricao}</span>
                  {valorReferencia !== null && <span className="number">{formatMoney(valorReferencia)}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {shown.length === 0 && <Combobox.Empty>Nenhum procedimento com “{typed.trim()}”.</Combobox.Empty>}
          {shown.length < found.length && <Combobox.Empty>Continue digitando para ver os demais.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function optionId(procedimento: string): string {
  return `procedimento-${procedimento}`;
}

/** Options with every word in name or category, ignoring accents and case. */
function search(catalogue: readonly CatalogueProcedimento[], typed: string): readonly CatalogueProcedimento[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return catalogue.filter(({ descricao, categoria }) => {
    const text = plain(`${descricao} ${categoria ?? ""}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Groups by category, in the order of first occurrence. */
function byCategory(procedimentos: readonly CatalogueProcedimento[]) {
  const groups = new Map<string, CatalogueProcedimento[]>();
  for (const each of procedimentos) {
    const name = each.categoria ?? "Outros";
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups];
}
