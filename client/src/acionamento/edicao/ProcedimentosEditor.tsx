import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { counted } from "../../format/count.ts";
import { formatAmount, formatMoney, parseMoney } from "../../format/money.ts";
import { type Linha, MAX_QUANTIDADE, quantidadeDe, totalDaLinha, totalDasLinhas } from "./linhas.ts";
import { idDoCampo, type Problemas } from "./problemas.ts";
import { type Editor, focusCampo, PROCEDIMENTOS } from "./useEditor.ts";

export interface ProcedimentosEditorProps {
  readonly editor: Editor;
  readonly problemas: Problemas;
  /** The field that adds a procedure. */
  readonly children: ReactNode;
}

/** The procedures of an acionamento with their quantities, values and total. */
export function ProcedimentosEditor({ editor, problemas, children }: ProcedimentosEditorProps) {
  const { linhas, told, undo } = editor;
  return (
    <div className="procedimentos">
      {linhas.length > 0 && (
        <>
          <div className="procedimentos-linha procedimentos-cabeca" aria-hidden>
            <span>Procedimento</span>
            <span>Qtd.</span>
            <span>Valor unitário</span>
            <span className="number">Total</span>
          </div>
          <ol className="procedimentos-linhas">
            {linhas.map((linha, at) => (
              <LinhaDoEditor
                key={linha.id}
                linha={linha}
                campo={`${PROCEDIMENTOS}.${at}`}
                problemas={problemas}
                onChange={(part, campo) => editor.change(at, part, campo)}
                onRemove={() => editor.remove(at)}
              />
            ))}
          </ol>
        </>
      )}
      <div className="procedimentos-fala">
        <span role="status">{told}</span>
        {undo && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            onClick={undo}
          >
            Desfazer
          </Button>
        )}
      </div>
      {children}
      {linhas.length > 0 && (
        <p className="procedimentos-total">
          <span>{counted(linhas.length, "procedimento", "procedimentos")}</span>
          <span>
            Total <strong className="figures">{formatMoney(totalDasLinhas(linhas))}</strong>
          </span>
        </p>
      )}
    </div>
  );
}

interface LinhaDoEditorProps {
  readonly linha: Linha;
  readonly campo: string;
  readonly problemas: Problemas;
  onChange(part: Partial<Linha>, campo: string): void;
  onRemove(): void;
}

function LinhaDoEditor({ linha, campo, problemas, onChange, onRemove }: LinhaDoEditorProps) {
  const total = totalDaLinha(linha);
  const [quantidade, valor] = [`${campo}.quantidade`, `${campo}.valor`];
  const quantas = quantidadeDe(linha) ?? 0;
  const step = (by: number) =>
    onChange({ quantidade: String(Math.min(MAX_QUANTIDADE, Math.max(1, quantas + by))) }, quantidade);
  const isOffReference = linha.referencia !== null && parseMoney(linha.valor) !== linha.referencia;

  return (
    <li className="procedimentos-linha">
      <span className="procedimentos-nome">
        {linha.descricao}
        {problemas[`${campo}.procedimento`] && <em>{problemas[`${campo}.procedimento`]}</em>}
      </span>
      <TextInput
        id={idDoCampo(quantidade)}
        aria-label={`Quantidade de ${linha.descricao}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={linha.quantidade}
        error={problemas[quantidade]}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange({ quantidade: event.currentTarget.value }, quantidade)}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey) return;
          if (event.key === "ArrowUp") step(1);
          else if (event.key === "ArrowDown") step(-1);
          else if (event.key === "Enter") focusCampo(valor);
          else return;
          event.preventDefault();
        }}
      />
      <TextInput
        id={idDoCampo(valor)}
        aria-label={`Valor unitário de ${linha.descricao}`}
        leftSection="R$"
        inputMode="decimal"
        autoComplete="off"
        value={linha.valor}
        error={problemas[valor]}
        description={
          isOffReference && linha.referencia !== null ? `Referência ${formatAmount(linha.referencia)}` : null
        }
        inputWrapperOrder={["input", "description", "error"]}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => onChange({ valor: event.currentTarget.value }, valor)}
        onBlur={() => {
          const amount = parseMoney(linha.valor);
          if (amount !== undefined && formatAmount(amount) !== linha.valor)
            onChange({ valor: formatAmount(amount) }, valor);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          focusCampo(PROCEDIMENTOS);
        }}
      />
      <span className="number procedimentos-soma">{total === undefined ? "—" : formatMoney(total)}</span>
      <ActionIcon
        id={idDoCampo(`${campo}.remover`)}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remover ${linha.descricao}`}
        onClick={onRemove}
      >
        <IconTrash size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}
