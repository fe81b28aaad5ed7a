import { useEffect, useState } from "react";
import { fieldId } from "./problems.ts";
import type { CatalogueProcedimento } from "./ProcedimentoSearch.tsx";
import { MAX_ROWS, newRow, type Row, addRow } from "./rows.ts";

/** Path of the rows in the GraphQL input, and id of the field that adds one. */
export const PROCEDIMENTOS = "procedimentos";

export interface Editor {
  readonly rows: readonly Row[];
  /** The last change. One that the rows show is for screen readers alone. */
  readonly announcement: { readonly text: string; readonly isShown: boolean };
  /** Restores the last removed row. */
  readonly undo: (() => void) | undefined;
  add(procedimento: CatalogueProcedimento): void;
  change(at: number, part: Partial<Row>, campo: string): void;
  remove(at: number): void;
}

const NOTHING = { text: "", isShown: false };

/** Edits rows of procedures and moves the focus. `onChange` gets the path of the change. */
export function useRowsEditor(rows: readonly Row[], onChange: (rows: readonly Row[], campo: string) => void): Editor {
  const [announcement, setAnnouncement] = useState(NOTHING);
  const [removed, setRemoved] = useState<{ readonly row: Row; readonly at: number }>();
  const [next, setNext] = useState<{ readonly campo: string }>();

  // Focus after rendering.
  useEffect(() => {
    if (next) focusField(next.campo);
  }, [next]);

  return {
    rows,
    announcement,
    add(procedimento) {
      const { rows: all, target, isRepeated = false } = addRow(rows, newRow(procedimento));
      setRemoved(undefined);
      if (!target) {
        setAnnouncement({ text: `Já são ${MAX_ROWS} procedimentos, o máximo de um acionamento.`, isShown: true });
        return;
      }
      setAnnouncement(
        isRepeated
          ? {
              text: `${target.descricao} já estava na lista: a quantidade passou para ${target.quantidade}.`,
              isShown: true,
            }
          : { text: `${target.descricao} adicionado.`, isShown: false },
      );
      setNext({ campo: `${PROCEDIMENTOS}.${all.indexOf(target)}.quantidade` });
      onChange(all, PROCEDIMENTOS);
    },
    change(at, part, campo) {
      const row = rows[at];
      if (!removed) setAnnouncement(NOTHING);
      if (row) onChange(rows.with(at, { ...row, ...part }), campo);
    },
    remove(at) {
      const row = rows[at];
      if (!row) return;
      setRemoved({ row, at });
      setAnnouncement({ text: `${row.descricao} removido.`, isShown: true });
      const isLast = rows.length === 1;
      setNext({ campo: isLast ? PROCEDIMENTOS : `${PROCEDIMENTOS}.${Math.min(at, rows.length - 2)}.remove` });
      onChange(rows.toSpliced(at, 1), PROCEDIMENTOS);
    },
    undo:
      removed &&
      (() => {
        const { row, at } = removed;
        setRemoved(undefined);
        setAnnouncement({ text: `${row.descricao} está de volta.`, isShown: false });
        setNext({ campo: `${PROCEDIMENTOS}.${Math.min(at, rows.length)}.quantidade` });
        onChange(rows.toSpliced(at, 0, row), PROCEDIMENTOS);
      }),
  };
}

export function focusField(campo: string): void {
  document.getElementById(fieldId(campo))?.focus();
}
