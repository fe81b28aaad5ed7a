import { ActionIcon, TextInput } from "@mantine/core";
import { IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { counted } from "../../format/count.ts";
import { formatAmount, formatMoney, parseMoney } from "../../format/money.ts";
import { usePreference } from "../../preferences.ts";
import { UndoButton } from "../../ui/UndoButton.tsx";
import { Conjuntos } from "./Conjuntos.tsx";
import { favoritos, toggled } from "./ownProcedimentos.ts";
import { fieldId, type Problems } from "./problems.ts";
import {
  MAX_QUANTIDADE,
  problemOfQuantidade,
  problemOfValor,
  quantidadeOf,
  type Row,
  totalOfRow,
  totalOfRows,
} from "./rows.ts";
import { type Editor, focusField, PROCEDIMENTOS } from "./useRowsEditor.ts";

export interface ProcedimentosEditorProps {
  readonly editor: Editor;
  readonly problems: Problems;
  /** The field that adds a procedure. */
  readonly children: ReactNode;
}

/** Edits the procedures of an acionamento: quantities, values and total. */
export function ProcedimentosEditor({ editor, problems, children }: ProcedimentosEditorProps) {
  const { rows, announcement, undo } = editor;
  return (
    <div className="procedimentos">
      {rows.length > 0 && (
        <>
          <div className="procedimentos-row procedimentos-head" aria-hidden>
            <span>Procedimento</span>
            <span>Qtd.</span>
            <span>Valor unitário</span>
            <span className="number">Total</span>
          </div>
          <ol className="procedimentos-rows">
            {rows.map((row, at) => (
              <EditorRow
                key={row.id}
                row={row}
                campo={`${PROCEDIMENTOS}.${at}`}
                problems={problems}
                onChange={(part, campo) => editor.change(at, part, campo)}
                onRemove={() => editor.remove(at)}
              />
            ))}
          </ol>
        </>
      )}
      <div className="procedimentos-told">
        <span role="status" className={announcement.isShown ? undefined : "visually-hidden"}>
          {announcement.text}
        </span>
        {undo && <UndoButton onClick={undo} />}
      </div>
      {children}
      <Conjuntos editor={editor} />
      {rows.length > 0 && (
        <p className="procedimentos-total">
          <span>{counted(rows.length, "procedimento", "procedimentos")}</span>
          <span>
            Total{" "}
            <strong className="figures" translate="no">
              {formatMoney(totalOfRows(rows))}
            </strong>
          </span>
        </p>
      )}
    </div>
  );
}

interface EditorRowProps {
  readonly row: Row;
  readonly campo: string;
  readonly problems: Problems;
  onChange(part: Partial<Row>, campo: string): void;
  onRemove(): void;
}

function EditorRow({ row, campo, problems, onChange, onRemove }: EditorRowProps) {
  const total = totalOfRow(row);
  const [quantidade, valor] = [`${campo}.quantidade`, `${campo}.valor`];
  const count = quantidadeOf(row) ?? 0;
  const step = (by: number) =>
    onChange({ quantidade: String(Math.min(MAX_QUANTIDADE, Math.max(1, count + by))) }, quantidade);
  /** The fields that were left: they are judged at once, not at the save. */
  const [left, setLeft] = useState({ quantidade: false, valor: false });
  const isOffReference = row.referencia !== null && parseMoney(row.valor) !== row.referencia;

  return (
    <li className="procedimentos-row">
      <span className="procedimentos-name">
        <Star procedimento={row.procedimento} descricao={row.descricao} />
        <span>{row.descricao}</span>
        {problems[`${campo}.procedimento`] && <em>{problems[`${campo}.procedimento`]}</em>}
      </span>
      <TextInput
        id={fieldId(quantidade)}
        label="Quantidade"
        aria-label={`Quantidade de ${row.descricao}`}
        aria-required
        inputMode="numeric"
        autoComplete="off"
        value={row.quantidade}
        error={problems[quantidade] ?? (left.quantidade && problemOfQuantidade(row))}
        onBlur={() => setLeft({ ...left, quantidade: true })}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setLeft({ ...left, quantidade: false });
          onChange({ quantidade: event.currentTarget.value }, quantidade);
        }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          if (event.key === "ArrowUp") step(1);
          else if (event.key === "ArrowDown") step(-1);
          else if (event.key === "Enter") focusField(valor);
          else return;
          event.preventDefault();
        }}
      />
      <TextInput
        id={fieldId(valor)}
        label="Valor unitário"
        aria-label={`Valor unitário de ${row.descricao}`}
        aria-required
        leftSection="R$"
        inputMode="decimal"
        autoComplete="off"
        value={row.valor}
        error={problems[valor] ?? (left.valor && problemOfValor(row))}
        description={isOffReference && row.referencia !== null ? `Referência ${formatAmount(row.referencia)}` : null}
        inputWrapperOrder={["input", "description", "error"]}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setLeft({ ...left, valor: false });
          onChange({ valor: event.currentTarget.value }, valor);
        }}
        onBlur={() => {
          setLeft({ ...left, valor: true });
          const amount = parseMoney(row.valor);
          if (amount !== undefined && formatAmount(amount) !== row.valor)
            onChange({ valor: formatAmount(amount) }, valor);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          focusField(PROCEDIMENTOS);
        }}
      />
      <span className="number procedimentos-sum" translate="no">
        {total === undefined ? "—" : formatMoney(total)}
      </span>
      <ActionIcon
        id={fieldId(`${campo}.remove`)}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remover ${row.descricao}`}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** Makes a procedure a favourite, which is offered first, or not. */
function Star({ procedimento, descricao }: { readonly procedimento: string; readonly descricao: string }) {
  const [ids, setIds] = usePreference(favoritos);
  const isFavourite = ids.includes(procedimento);
  const Icon = isFavourite ? IconStarFilled : IconStar;
  return (
    <ActionIcon
      variant="transparent"
      className="procedimentos-star"
      aria-pressed={isFavourite}
      aria-label={`${descricao} é favorito`}
      title={isFavourite ? "Tirar dos favoritos" : "Favoritar: fica no início da lista"}
      onClick={() => setIds(toggled(ids, procedimento))}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
