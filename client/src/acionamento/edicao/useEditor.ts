import { useEffect, useState } from "react";
import { comMaisUm, type Linha, MAX_LINHAS, novaLinha } from "./linhas.ts";
import type { ProcedimentoDoCatalogo } from "./ProcedimentoBusca.tsx";
import { idDoCampo } from "./problemas.ts";

/** Path of the rows in the graph's input, and of the field that adds one. */
export const PROCEDIMENTOS = "procedimentos";

export interface Editor {
  readonly linhas: readonly Linha[];
  /** What happened last, for those who do not see it. */
  readonly told: string;
  /** Brings the last removed row back. */
  readonly undo: (() => void) | undefined;
  add(procedimento: ProcedimentoDoCatalogo): void;
  change(at: number, part: Partial<Linha>, campo: string): void;
  remove(at: number): void;
}

/** Changes rows of procedures, and goes on where the person would. `onChange` is told the path of what changed. */
export function useEditor(
  linhas: readonly Linha[],
  onChange: (linhas: readonly Linha[], campo: string) => void,
): Editor {
  const [told, setTold] = useState("");
  const [removed, setRemoved] = useState<{ readonly linha: Linha; readonly at: number }>();
  const [next, setNext] = useState<{ readonly campo: string }>();

  // Where to go on, once it is drawn.
  useEffect(() => {
    if (next) focusCampo(next.campo);
  }, [next]);

  return {
    linhas,
    told,
    add(procedimento) {
      const { linhas: all, destino, repetida = false } = comMaisUm(linhas, novaLinha(procedimento));
      setRemoved(undefined);
      if (!destino) {
        setTold(`Já são ${MAX_LINHAS} procedimentos, o máximo de um acionamento.`);
        return;
      }
      setTold(
        repetida
          ? `${destino.descricao} já estava na lista: a quantidade passou para ${destino.quantidade}.`
          : `${destino.descricao} adicionado.`,
      );
      setNext({ campo: `${PROCEDIMENTOS}.${all.indexOf(destino)}.quantidade` });
      onChange(all, PROCEDIMENTOS);
    },
    change(at, part, campo) {
      const linha = linhas[at];
      if (linha) onChange(linhas.with(at, { ...linha, ...part }), campo);
    },
    remove(at) {
      const linha = linhas[at];
      if (!linha) return;
      setRemoved({ linha, at });
      setTold(`${linha.descricao} removido.`);
      const isLast = linhas.length === 1;
      setNext({ campo: isLast ? PROCEDIMENTOS : `${PROCEDIMENTOS}.${Math.min(at, linhas.length - 2)}.remover` });
      onChange(linhas.toSpliced(at, 1), PROCEDIMENTOS);
    },
    undo:
      removed &&
      (() => {
        const { linha, at } = removed;
        setRemoved(undefined);
        setTold(`${linha.descricao} está de volta.`);
        setNext({ campo: `${PROCEDIMENTOS}.${Math.min(at, linhas.length)}.quantidade` });
        onChange(linhas.toSpliced(at, 0, linha), PROCEDIMENTOS);
      }),
  };
}

export function focusCampo(campo: string): void {
  document.getElementById(idDoCampo(campo))?.focus();
}
