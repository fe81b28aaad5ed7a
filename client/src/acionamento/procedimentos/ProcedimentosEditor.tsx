import "./ProcedimentosEditor.css";
import { ActionIcon, TextInput } from "@mantine/core";
import { IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { counted } from "../../format/count.ts";
import { formatAmount, formatMoney, parseMoney } from "../../format/money.ts";
import { usePreference } from "../../preferences.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";
import { Conjuntos } from "./Conjuntos.tsx";
import { favoritos, withToggled } from "./userProcedimentos.ts";
import { MAX_QUANTIDADE, quantidadeOf, type Row, type RowsFields, totalOfRow, totalOfRows } from "./rows.ts";
import { type Editor, useRowsEditor } from "./useRowsEditor.ts";

/** Edits the procedures of an acionamento: quantities, values and total. The field that adds one is its child. */
export function ProcedimentosEditor({ children }: { children(editor: Editor): ReactNode }) {
  const editor = useRowsEditor();
  const { rows, keys, element, lastChange } = editor;
  return (
    <div className="procedimentos" ref={element}>
      {rows.length > 0 && (
        <>
          <div className="note procedimentos-row procedimentos-head" aria-hidden>
            <span>Procedimento</span>
            <span>Qtd.</span>
            <span>Valor unitário</span>
            <span className="number">Total</span>
          </div>
          <ol className="plain procedimentos-rows">
            {rows.map((row, index) => (
              <EditorRow key={keys[index] ?? index} row={row} index={index} editor={editor} />
            ))}
          </ol>
        </>
      )}
      <div className="row note procedimentos-status">
        <span role="status" className={lastChange.isShown ? undefined : "visually-hidden"}>
          {lastChange.text}
        </span>
        {lastChange.undo && <UndoButton onClick={lastChange.undo} />}
      </div>
      {children(editor)}
      <Conjuntos editor={editor} />
      {rows.length > 0 && (
        <p className="row soft procedimentos-total">
          <span>{counted(rows.length, "procedimento", "procedimentos")}</span>
          <span>
            Total <strong className="figures">{formatMoney(totalOfRows(rows))}</strong>
          </span>
        </p>
      )}
    </div>
  );
}

interface EditorRowProps {
  readonly row: Row;
  readonly index: number;
  readonly editor: Editor;
}

function EditorRow({ row, index, editor }: EditorRowProps) {
  const { formState, register, setValue, trigger } = useFormContext<RowsFields>();
  const errors = formState.errors.rows?.[index];
  const total = totalOfRow(row);
  const [quantidade, valor] = [`rows.${index}.quantidade`, `rows.${index}.valor`] as const;
  const count = quantidadeOf(row) ?? 0;
  const isOffReference = row.referencia !== null && parseMoney(row.valor) !== row.referencia;

  return (
    <li className="procedimentos-row">
      <span className="procedimentos-name">
        <Star procedimento={row.procedimento} descricao={row.descricao} />
        <span>{row.descricao}</span>
        {errors?.procedimento?.message && <span className="fault">{errors.procedimento.message}</span>}
      </span>
      <TextInput
        {...register(quantidade, { onBlur: () => void trigger(quantidade) })}
        label="Quantidade"
        aria-label={`Quantidade de ${row.descricao}`}
        aria-required
        inputMode="numeric"
        autoComplete="off"
        error={errors?.quantidade?.message}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (step) setValue(quantidade, String(Math.min(MAX_QUANTIDADE, Math.max(1, count + step))));
          else if (event.key === "Enter") editor.focusField(valor);
          else return;
          event.preventDefault();
        }}
      />
      <TextInput
        {...register(valor, {
          onBlur: ({ target }) => {
            const amount = parseMoney(target.value);
            if (amount !== undefined) setValue(valor, formatAmount(amount));
            void trigger(valor);
          },
        })}
        label="Valor unitário"
        aria-label={`Valor unitário de ${row.descricao}`}
        aria-required
        leftSection="R$"
        inputMode="decimal"
        autoComplete="off"
        error={errors?.valor?.message}
        description={isOffReference && row.referencia !== null ? `Referência ${formatAmount(row.referencia)}` : null}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          editor.focusField("busca");
        }}
      />
      <span className="number procedimentos-sum">{total === undefined ? "—" : formatMoney(total)}</span>
      <ActionIcon
        data-remove
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remover ${row.descricao}`}
        onClick={() => editor.remove(index)}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** Makes a procedure a favorito, which is offered first, or not. */
function Star({ procedimento, descricao }: { readonly procedimento: string; readonly descricao: string }) {
  const [ids, setIds] = usePreference(favoritos);
  const isFavorito = ids.includes(procedimento);
  const Icon = isFavorito ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="transparent"
      color={isFavorito ? "verde" : "gray"}
      aria-pressed={isFavorito}
      aria-label={`${descricao} é favorito`}
      title={isFavorito ? "Tirar dos favoritos" : "Favoritar: fica no início da lista"}
      onClick={() => setIds(withToggled(ids, procedimento))}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
