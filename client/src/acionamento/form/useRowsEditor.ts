import { useEffect, useState } from "react";
import { counted } from "../../format/count.ts";
import { fieldId } from "./problems.ts";
import type { CatalogueProcedimento } from "./ProcedimentoSearch.tsx";
import { type Conjunto, rowsOf } from "./ownProcedimentos.ts";
import { MAX_ROWS, newRow, type Row, addRow } from "./rows.ts";

/** Path of the rows in the GraphQL input, and id of the field that adds one. */
export const PROCEDIMENTOS = "procedimentos";

export interface Editor {
  readonly rows: readonly Row[];
  /** The last change. One that the rows show is for screen readers alone. */
  readonly announcement: { readonly text: string; readonly isShown: boolean };
  /** Restores the last removed row, or removes the last added rows. */
  readonly undo: (() => void) | undefined;
  add(procedimento: CatalogueProcedimento): void;
  /** Adds the procedures of a bundle in one act, which can be undone. */
  addConjunto(conjunto: Conjunto, catalogue: readonly CatalogueProcedimento[]): void;
  change(at: number, part: Partial<Row>, campo: string): void;
  remove(at: number): void;
  /** Forgets the last change: the rows have been replaced. */
  reset(): void;
}

const NOTHING = { text: "", isShown: false };
const FULL = { text: `Já são ${MAX_ROWS} procedimentos, o máximo de um acionamento.`, isShown: true };

/** Edits rows of procedures and moves the focus. `onChange` gets the path of the change. */
export function useRowsEditor(rows: readonly Row[], onChange: (rows: readonly Row[], campo: string) => void): Editor {
  const [announcement, setAnnouncement] = useState(NOTHING);
  const [removed, setRemoved] = useState<{ readonly row: Row; readonly at: number }>();
  /** The rows before a bundle was added. */
  const [before, setBefore] = useState<readonly Row[]>();
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
      forget();
      if (!target) {
        setAnnouncement(FULL);
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
    addConjunto(conjunto, catalogue) {
      const { nome, itens } = conjunto;
      const added = rowsOf(conjunto, catalogue);
      const missing = itens.length - added.length;
      let all = rows;
      let last: Row | undefined;
      for (const each of added) {
        const { rows: more, target } = addRow(all, each);
        all = more;
        last = target ?? last;
        if (!target) break;
      }
      forget();
      if (added.length === 0) {
        setAnnouncement({ text: `Nenhum procedimento de ${nome} está na lista de hoje.`, isShown: true });
        return;
      }
      if (!last) {
        setAnnouncement(FULL);
        return;
      }
      const isFull = all.length === MAX_ROWS;
      const news = [
        `${nome}: ${counted(added.length, "procedimento adicionado", "procedimentos adicionados")}.`,
        missing > 0 && `${counted(missing, "não está", "não estão")} mais na lista.`,
        isFull && FULL.text,
      ];
      setAnnouncement({ text: news.filter(Boolean).join(" "), isShown: true });
      setBefore(rows);
      setNext({ campo: PROCEDIMENTOS });
      onChange(all, PROCEDIMENTOS);
    },
    change(at, part, campo) {
      const row = rows[at];
      if (before) forget();
      if (!removed) setAnnouncement(NOTHING);
      if (row) onChange(rows.with(at, { ...row, ...part }), campo);
    },
    remove(at) {
      const row = rows[at];
      if (!row) return;
      forget();
      setRemoved({ row, at });
      setAnnouncement({ text: `${row.descricao} removido.`, isShown: true });
      const isLast = rows.length === 1;
      setNext({ campo: isLast ? PROCEDIMENTOS : `${PROCEDIMENTOS}.${Math.min(at, rows.length - 2)}.remove` });
      onChange(rows.toSpliced(at, 1), PROCEDIMENTOS);
    },
    reset() {
      forget();
      setAnnouncement(NOTHING);
    },
    undo: before ? undoAll : removed && undoRemoval,
  };

  function forget(): void {
    setRemoved(undefined);
    setBefore(undefined);
  }

  function undoAll(): void {
    if (!before) return;
    forget();
    setAnnouncement({ text: "O conjunto foi retirado.", isShown: false });
    setNext({ campo: PROCEDIMENTOS });
    onChange(before, PROCEDIMENTOS);
  }

  function undoRemoval(): void {
    if (!removed) return;

    const { row, at } = removed;
    setRemoved(undefined);
    setAnnouncement({ text: `${row.descricao} está de volta.`, isShown: false });
    setNext({ campo: `${PROCEDIMENTOS}.${Math.min(at, rows.length)}.quantidade` });
    onChange(rows.toSpliced(at, 0, row), PROCEDIMENTOS);
  }
}

export function focusField(campo: string): void {
  document.getElementById(fieldId(campo))?.focus();
}
