import { Button, Textarea, TextInput } from "@mantine/core";
import { type Day, today } from "../../format/date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "../../format/dayInput.ts";
import { formatDay } from "../../format/date.ts";
import { CampoFormatado } from "../edicao/CampoFormatado.tsx";
import { idDoCampo, type Problemas } from "../edicao/problemas.ts";

export const MAX_AUTORIZACAO = 30;

const weekday = new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", weekday: "long" });

/** What is entered of the event itself. */
export interface Evento {
  readonly ocorridoEm: string;
  readonly autorizacao: string;
  readonly observacao: string;
}

export interface EventoBlocoProps {
  readonly evento: Evento;
  readonly problemas: Problemas;
  onChange(part: Partial<Evento>): void;
}

/** When it happened, the authorization where there is one, and a note. */
export function EventoBloco({ evento, problemas, onChange }: EventoBlocoProps) {
  const hoje = today();
  const dia = parseDay(evento.ocorridoEm);
  return (
    <section className="card" aria-labelledby="novo-evento">
      <h2 id="novo-evento">Ocorrência</h2>
      <div className="novo-evento">
        <div className="novo-data">
          <CampoFormatado
            id={idDoCampo("ocorridoEm")}
            label="Data da ocorrência"
            placeholder="dd/mm/aaaa"
            inputMode="numeric"
            value={evento.ocorridoEm}
            onChange={(ocorridoEm) => onChange({ ocorridoEm })}
            onBlur={() => {
              const ocorridoEm = completeDay(evento.ocorridoEm, hoje);
              if (ocorridoEm !== evento.ocorridoEm) onChange({ ocorridoEm });
            }}
            format={formatDayInput}
            counts={/\d/}
            error={problemas["ocorridoEm"] ?? (dia !== undefined && dia > hoje ? NO_FUTURO : undefined)}
            description={dia === undefined ? null : weekday.format(new Date(`${dia}T00:00:00Z`))}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
          <DiaButton dia={hoje} onChoose={onChange}>
            Hoje
          </DiaButton>
          <DiaButton dia={addDays(hoje, -1)} onChoose={onChange}>
            Ontem
          </DiaButton>
        </div>
        <TextInput
          id={idDoCampo("autorizacao")}
          label="Número da autorização (se já houver)"
          autoComplete="off"
          spellCheck={false}
          value={evento.autorizacao}
          error={problemas["autorizacao"] ?? tooLong(evento.autorizacao, MAX_AUTORIZACAO)}
          onChange={(event) => onChange({ autorizacao: event.currentTarget.value })}
        />
        <Nota
          campo="observacao"
          label="Observação (opcional)"
          value={evento.observacao}
          problema={problemas["observacao"]}
          onChange={(observacao) => onChange({ observacao })}
        />
      </div>
    </section>
  );
}

export const NO_FUTURO = "A data da ocorrência não pode estar no futuro.";

interface DiaButtonProps {
  readonly dia: Day;
  readonly children: string;
  onChoose(part: Pick<Evento, "ocorridoEm">): void;
}

function DiaButton({ dia, children, onChoose }: DiaButtonProps) {
  return (
    <Button variant="default" title={formatDay(dia)} onClick={() => onChoose({ ocorridoEm: formatDay(dia) })}>
      {children}
    </Button>
  );
}

export const MAX_NOTA = 2000;
/** From here on people are told how much room is left. */
const NEAR = 200;

export interface NotaProps {
  readonly campo: string;
  readonly label: string;
  readonly value: string;
  readonly problema: string | undefined;
  onChange(value: string): void;
}

/** A text of some length, which says when it gets too long. */
export function Nota({ campo, label, value, problema, onChange }: NotaProps) {
  const left = MAX_NOTA - lengthOf(value);
  return (
    <div className="nota">
      <Textarea
        id={idDoCampo(campo)}
        label={label}
        rows={3}
        resize="vertical"
        value={value}
        error={problema ?? tooLong(value, MAX_NOTA)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <p role="status">
        {left >= 0 && left <= NEAR && (left === 1 ? "Resta 1 caractere." : `Restam ${left} caracteres.`)}
      </p>
    </div>
  );
}

export function tooLong(text: string, most: number): string | undefined {
  const over = lengthOf(text) - most;
  return over > 0 ? `Use no máximo ${most} caracteres: ${over === 1 ? "sobra 1" : `sobram ${over}`}.` : undefined;
}

/** As the services count: characters, not halves of them, and no space around. */
function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}
