import { useFragment } from "@apollo/client/react";
import { TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useId, useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import { formatMoney } from "../../format/money.ts";
import { hasWords } from "../../format/words.ts";
import { graphql } from "../../gql/gql.ts";
import type { ProcedimentoCatalogueFragment } from "../../gql/graphql.ts";
import { ErrorState } from "../../ui/StateNotice.tsx";
import { useCombobox } from "../../ui/useCombobox.ts";
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
  const id = useId();
  const { revalidate } = useRevalidator();
  const catalogue = dataState === "complete" ? data.procedimentos : null;
  const found = useMemo(() => search(catalogue ?? [], typed), [catalogue, typed]);
  const groups = byCategory(found.slice(0, MOST_SHOWN));
  const shown = groups.flatMap(([, each]) => each);
  const text = typed.trim();
  const combobox = useCombobox({
    count: shown.length,
    // Enter takes the first match; none is preselected without a text.
    preselected: text === "" ? -1 : 0,
    onChoose: (at) => {
      setTyped("");
      const chosen = shown[at];
      if (chosen) onAdd(chosen);
    },
  });

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
    <div className="combobox">
      <TextInput
        {...combobox.field}
        id={fieldId("procedimentos")}
        label="Adicionar procedimento"
        placeholder="Digite parte do nome: hemograma, consulta…"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          combobox.onTyped();
        }}
        onKeyDown={(event) => {
          // Ctrl+Enter saves.
          if (!event.ctrlKey && !event.metaKey) combobox.onKeyDown(event);
        }}
        onClick={combobox.open}
        onBlur={combobox.close}
      />
      <div className="combobox-list" hidden={!combobox.isOpen}>
        <div {...combobox.list} aria-label="Procedimentos">
          {groups.map(([categoria, procedimentos], group) => (
            <div key={categoria} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`}>{categoria}</p>
              {procedimentos.map((each) => (
                <button key={each.id} {...combobox.option(shown.indexOf(each))}>
                  <span>{each.descricao}</span>
                  {each.valorReferencia !== null && <span className="number">{formatMoney(each.valorReferencia)}</span>}
                </button>
              ))}
            </div>
          ))}
        </div>
        {shown.length === 0 && <p>Nenhum procedimento com “{text}”.</p>}
        {shown.length < found.length && <p>Continue digitando para ver os demais.</p>}
      </div>
    </div>
  );
}

/** Options with every word in name or category. */
function search(catalogue: readonly CatalogueProcedimento[], typed: string): readonly CatalogueProcedimento[] {
  return catalogue.filter(({ descricao, categoria }) => hasWords(`${descricao} ${categoria ?? ""}`, typed));
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
