import { TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useId, useMemo, useState } from "react";
import { useController } from "react-hook-form";
import { formatMoney } from "../../format/money.ts";
import { hasWords, likeness } from "../../format/words.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { ErrorState } from "../../ui/Notice.tsx";
import { useCombobox } from "../../ui/useCombobox.ts";
import { usePreference } from "../../preferences.ts";
import { type CatalogueProcedimento, useCatalogue } from "./catalogue.ts";
import { notAddedMessage, type RowsFields } from "./rows.ts";
import { favoritos } from "./userProcedimentos.ts";
import type { Editor } from "./useRowsEditor.ts";

/** Maximum number of options shown, and of near matches. */
const MOST_SHOWN = 80;
const MOST_NEAR = 4;
const LEAST_LIKENESS = 0.1;

/** A combobox that finds a procedure by words of its name or category and adds it. `error`: of the query that has them. */
export function ProcedimentoSearch({ editor, error }: { readonly editor: Editor; readonly error: unknown }) {
  const { field, fieldState } = useController<RowsFields, "busca">({ name: "busca" });
  const { ref, value: typed, onChange: setTyped } = field;
  const catalogue = useCatalogue();
  const [favoritoIds] = usePreference(favoritos);
  /** Whether the text is validated: not while it is typed. */
  const [isValidated, setValidated] = useState(true);
  const id = useId();
  const found = useMemo(() => search(catalogue ?? [], typed, favoritoIds), [catalogue, typed, favoritoIds]);
  const isUnknown = found.length === 0;
  const near = isUnknown ? likest(catalogue ?? [], typed) : [];
  const groups = isUnknown
    ? near.length > 0
      ? [["Você quis dizer", near] as const]
      : []
    : byCategory(found.slice(0, MOST_SHOWN), favoritoIds);
  const displayedOptions = groups.flatMap(([, each]) => each);
  const text = typed.trim();
  const combobox = useCombobox({
    count: displayedOptions.length,
    // Enter takes the first match; none is preselected without a text, and no near one.
    preselected: text === "" || isUnknown ? -1 : 0,
    onChoose: (index) => {
      setTyped("");
      const chosen = displayedOptions[index];
      if (chosen) editor.add(chosen);
    },
  });

  if (!catalogue) {
    return (
      <ErrorState
        title="Não foi possível carregar os procedimentos."
        error={error}
        reason={errorMessageAt(error, "procedimentos")}
      />
    );
  }
  return (
    <div className="combobox">
      <TextInput
        {...combobox.field}
        name="busca"
        ref={ref}
        label="Adicionar procedimento"
        placeholder="Digite parte do nome: hemograma, consulta…"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        value={typed}
        error={fieldState.error?.message ?? (isValidated && text !== "" && notAddedMessage(text))}
        onChange={(event) => {
          setValidated(false);
          setTyped(event);
          combobox.onTyped();
        }}
        onKeyDown={(event) => {
          // Ctrl+Enter saves.
          if (event.ctrlKey || event.metaKey) return;
          combobox.onKeyDown(event);
          if (event.key !== "Enter" || event.defaultPrevented || text === "") return;
          event.preventDefault();
          setValidated(true);
        }}
        onClick={combobox.open}
        onBlur={() => {
          setValidated(true);
          combobox.close();
        }}
      />
      <div className="combobox-list" hidden={!combobox.isOpen}>
        <div {...combobox.list} aria-label="Procedimentos">
          {groups.map(([categoria, procedimentos], group) => (
            <div key={categoria} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`}>{categoria}</p>
              {procedimentos.map((each) => (
                <button key={each.id} {...combobox.option(displayedOptions.indexOf(each))}>
                  <span>{each.descricao}</span>
                  {each.valorReferencia !== null && <span className="number">{formatMoney(each.valorReferencia)}</span>}
                </button>
              ))}
            </div>
          ))}
        </div>
        {isUnknown && <p>{text === "" ? "Não há procedimentos na lista." : `Nenhum procedimento com “${text}”.`}</p>}
        {displayedOptions.length < found.length && <p>Continue digitando para ver os demais.</p>}
      </div>
    </div>
  );
}

/** Options with every word in name or category, the favoritos first. */
function search(
  catalogue: readonly CatalogueProcedimento[],
  typed: string,
  favoritoIds: readonly string[],
): readonly CatalogueProcedimento[] {
  const found = catalogue.filter(({ descricao, categoria }) => hasWords(`${descricao} ${categoria ?? ""}`, typed));
  const isFavorito = ({ id }: CatalogueProcedimento) => favoritoIds.includes(id);
  return [...found.filter(isFavorito), ...found.filter((each) => !isFavorito(each))];
}

/** The procedures that are most like a text without a match: one with a typing error, or with a word that none has. */
function likest(catalogue: readonly CatalogueProcedimento[], typed: string): readonly CatalogueProcedimento[] {
  const shares = catalogue
    .map((each) => [likeness(each.descricao, typed), each] as const)
    .toSorted(([one], [other]) => other - one);
  const best = shares[0]?.[0] ?? 0;
  return shares
    .filter(([share]) => share > LEAST_LIKENESS && share >= best / 2)
    .slice(0, MOST_NEAR)
    .map(([, each]) => each);
}

/** Groups by category, in the order of first occurrence; favoritos are a group of their own. */
function byCategory(procedimentos: readonly CatalogueProcedimento[], favoritoIds: readonly string[]) {
  const groups = new Map<string, CatalogueProcedimento[]>();
  for (const each of procedimentos) {
    const name = favoritoIds.includes(each.id) ? "Favoritos" : (each.categoria ?? "Outros");
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return [...groups];
}
