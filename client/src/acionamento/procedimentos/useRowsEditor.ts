import { type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type FieldPath, useFieldArray, useFormContext } from "react-hook-form";
import { counted } from "../../format/count.ts";
import { focusWhenFree } from "../../ui/overlays.ts";
import type { CatalogueProcedimento } from "./catalogue.ts";
import { type Conjunto, rowsOf } from "./userProcedimentos.ts";
import { addRow, MAX_ROWS, newRow, type Row, type RowsFields } from "./rows.ts";

export interface Editor {
  readonly rows: readonly Row[];
  readonly keys: readonly string[];
  readonly element: RefObject<HTMLDivElement | null>;
  readonly lastChange: Change;
  add(procedimento: CatalogueProcedimento): void;
  /** Adds the procedures of a conjunto in one act, which can be undone. */
  addConjunto(conjunto: Conjunto, catalogue: readonly CatalogueProcedimento[]): void;
  remove(index: number): void;
  /** Forgets the last change, too. */
  replaceAll(rows: readonly Row[]): void;
  /** Focuses at once: react-hook-form's `setFocus` is late, and the next key would go to the field before. */
  focusField(name: FieldPath<RowsFields>): void;
}

interface Change {
  readonly text: string;
  /** A change that the rows show is for screen readers alone. */
  readonly isShown: boolean;
  /** Restores the last removed row, or removes the last added rows. */
  readonly undo?: () => void;
}

const NOTHING: Change = { text: "", isShown: false };
const FULL = `Já são ${MAX_ROWS} procedimentos, o máximo de um acionamento.`;

const visibleMessage = (text: string, undo?: () => void): Change => ({ text, isShown: true, ...(undo && { undo }) });
const screenReaderMessage = (text: string): Change => ({ text, isShown: false });

/** Edits the rows of procedures in the form around it, and moves the focus. */
export function useRowsEditor(): Editor {
  const { control, formState, setValue, watch } = useFormContext<RowsFields>();
  const { fields, append, insert, remove, replace } = useFieldArray({ control, name: "rows", keyName: "key" });
  const rows = watch("rows");
  // Another draft, as after discarding this one, is no change of the rows.
  const { defaultValues } = formState;
  const [last, setLast] = useState({ change: NOTHING, forValues: defaultValues });
  const lastChange = last.forValues === defaultValues ? last.change : NOTHING;
  const setChange = (change: Change) => setLast({ change, forValues: defaultValues });

  const element = useRef<HTMLDivElement>(null);
  const focusField = (name: FieldPath<RowsFields>) =>
    focusWhenFree(element.current?.querySelector<HTMLElement>(`[name="${name}"]`));

  return {
    rows,
    keys: fields.map(({ key }) => key),
    element,
    focusField,
    lastChange,
    add(procedimento) {
      const { rows: all, target, isRepeated = false } = addRow(rows, newRow(procedimento));
      if (!target) return setChange(visibleMessage(FULL));
      const { descricao, quantidade } = target;
      if (isRepeated) {
        const name = `rows.${all.indexOf(target)}.quantidade` as const;
        setChange(visibleMessage(`${descricao} já estava na lista: a quantidade passou para ${quantidade}.`));
        setValue(name, quantidade);
        focusField(name);
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
          focusField("busca");
        }),
      );
      replace([...all]);
      focusField("busca");
    },
    remove(index) {
      const row = structuredClone(rows[index]);
      if (!row) return;
      const undo = () => {
        setChange(screenReaderMessage(`${row.descricao} está de volta.`));
        insert(index, row, { focusName: `rows.${index}.quantidade` });
      };
      flushSync(() => {
        setChange(visibleMessage(`${row.descricao} removido.`, undo));
        remove(index);
      });
      // The row that is in its place now.
      const buttons = element.current?.querySelectorAll<HTMLElement>("[data-remove]");
      const next = buttons?.[Math.min(index, buttons.length - 1)];
      if (next) next.focus();
      else focusField("busca");
    },
    replaceAll(all) {
      setChange(NOTHING);
      replace([...all]);
      focusField("busca");
    },
  };
}
