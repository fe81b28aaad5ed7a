import { type RefObject, useEffect, useRef, useState } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import { counted } from "../../format/count.ts";
import type { CatalogueProcedimento } from "./catalogue.ts";
import { type Conjunto, rowsOf } from "./userProcedimentos.ts";
import { addRow, MAX_ROWS, newRow, type Row, type RowsFields } from "./rows.ts";

export interface Editor {
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  readonly list: RefObject<HTMLOListElement | null>;
  /** The last change. One that the rows show is for screen readers alone. */
  readonly announcement: Announcement;
  /** Restores the last removed row, or removes the last added rows. */
  readonly undo: (() => void) | undefined;
  add(procedimento: CatalogueProcedimento): void;
  /** Adds the procedures of a conjunto in one act, which can be undone. */
  addConjunto(conjunto: Conjunto, catalogue: readonly CatalogueProcedimento[]): void;
  remove(index: number): void;
  /** Forgets the last change, too. */
  replaceAll(rows: readonly Row[]): void;
}

interface Announcement {
  readonly text: string;
  readonly isShown: boolean;
}

interface Change {
  readonly announcement: Announcement;
  readonly undo?: () => void;
}

const NOTHING: Change = { announcement: { text: "", isShown: false } };
const FULL = `Já são ${MAX_ROWS} procedimentos, o máximo de um acionamento.`;

const visibleMessage = (text: string, undo?: () => void): Change => ({
  announcement: { text, isShown: true },
  ...(undo && { undo }),
});
const screenReaderMessage = (text: string): Change => ({ announcement: { text, isShown: false } });

/** Edits the rows of procedures in the form around it, and moves the focus. */
export function useRowsEditor(): Editor {
  const { control, formState, setFocus, setValue, watch } = useFormContext<RowsFields>();
  const { fields, append, insert, remove, replace } = useFieldArray({ control, name: "rows", keyName: "key" });
  const rows = watch("rows");
  // Another draft, as after discarding this one, is no change of the rows.
  const { defaultValues } = formState;
  const [last, setLast] = useState({ change: NOTHING, forValues: defaultValues });
  const { announcement, undo } = last.forValues === defaultValues ? last.change : NOTHING;
  const setChange = (change: Change) => setLast({ change, forValues: defaultValues });

  const list = useRef<HTMLOListElement>(null);
  /** The place of a removed row: the row there gets the focus, after rendering. */
  const [removed, setRemoved] = useState<{ readonly index: number }>();
  useEffect(() => {
    if (!removed) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-remove]");
    const next = buttons?.[Math.min(removed.index, buttons.length - 1)];
    if (next) next.focus();
    else setFocus("busca");
  }, [removed, setFocus]);

  return {
    rows,
    keys: fields.map(({ key }) => key),
    list,
    announcement,
    undo,
    add(procedimento) {
      const { rows: all, target, isRepeated = false } = addRow(rows, newRow(procedimento));
      if (!target) return setChange(visibleMessage(FULL));
      const { descricao, quantidade } = target;
      if (isRepeated) {
        const name = `rows.${all.indexOf(target)}.quantidade` as const;
        setChange(visibleMessage(`${descricao} já estava na lista: a quantidade passou para ${quantidade}.`));
        setValue(name, quantidade);
        setFocus(name);
      } else {
        setChange(screenReaderMessage(`${descricao} adicionado.`));
        append(target, { focusName: `rows.${rows.length}.quantidade` });
      }
    },
    addConjunto(conjunto, catalogue) {
      const { nome, itens } = conjunto;
      const added = rowsOf(conjunto, catalogue);
      const missing = itens.length - added.length;
      if (added.length === 0) return setChange(visibleMessage(`Nenhum procedimento de ${nome} está na lista de hoje.`));
      const all = added.reduce((before: readonly Row[], each) => addRow(before, each).rows, rows);
      if (all === rows) return setChange(visibleMessage(FULL));
      const news = [
        `${nome}: ${counted(added.length, "procedimento adicionado", "procedimentos adicionados")}.`,
        missing > 0 && `${counted(missing, "não está", "não estão")} mais na lista.`,
        all.length === MAX_ROWS && FULL,
      ];
      const before = structuredClone(rows);
      setChange(
        visibleMessage(news.filter(Boolean).join(" "), () => {
          setChange(screenReaderMessage("O conjunto foi retirado."));
          replace(before);
          setFocus("busca");
        }),
      );
      replace([...all]);
      setFocus("busca");
    },
    remove(index) {
      const row = structuredClone(rows[index]);
      if (!row) return;
      setChange(
        visibleMessage(`${row.descricao} removido.`, () => {
          setChange(screenReaderMessage(`${row.descricao} está de volta.`));
          insert(index, row, { focusName: `rows.${index}.quantidade` });
        }),
      );
      remove(index);
      setRemoved({ index });
    },
    replaceAll(all) {
      setChange(NOTHING);
      replace([...all]);
      setFocus("busca");
    },
  };
}
