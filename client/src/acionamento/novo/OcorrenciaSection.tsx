import { Button, TextInput } from "@mantine/core";
import { type Day, formatDay, today } from "../../format/date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "../../format/dayInput.ts";
import { cleanAutorizacao } from "../../format/pasted.ts";
import { once } from "../../format/once.ts";
import { FormattedField } from "../form/FormattedField.tsx";
import { NoteField, tooLong } from "../form/NoteField.tsx";
import { fieldId, type Problems } from "../form/problems.ts";

export const MAX_AUTORIZACAO = 30;
export const NO_DAY = "Informe a data da ocorrência, como 19/11/2026.";

const weekday = once(() => new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", weekday: "long" }));

/** Fields of the event. */
export interface Ocorrencia {
  readonly ocorridoEm: string;
  readonly autorizacao: string;
  readonly observacao: string;
}

export interface OcorrenciaSectionProps {
  readonly ocorrencia: Ocorrencia;
  readonly problems: Problems;
  onChange(part: Partial<Ocorrencia>): void;
}

/** Date of the event, authorization number and note. */
export function OcorrenciaSection({ ocorrencia, problems, onChange }: OcorrenciaSectionProps) {
  const thisDay = today();
  const day = parseDay(ocorrencia.ocorridoEm);
  return (
    <section className="card" aria-labelledby="novo-ocorrencia">
      <h2 id="novo-ocorrencia">Ocorrência</h2>
      <div className="novo-ocorrencia">
        <div className="novo-day">
          <FormattedField
            id={fieldId("ocorridoEm")}
            label="Data da ocorrência"
            placeholder="dd/mm/aaaa"
            aria-required
            inputMode="numeric"
            value={ocorrencia.ocorridoEm}
            onChange={(ocorridoEm) => onChange({ ocorridoEm })}
            onBlur={() => {
              const ocorridoEm = completeDay(ocorrencia.ocorridoEm, thisDay);
              if (ocorridoEm !== ocorrencia.ocorridoEm) onChange({ ocorridoEm });
            }}
            format={formatDayInput}
            counts={/\d/}
            error={problems["ocorridoEm"] ?? problemOfDay(ocorrencia.ocorridoEm, thisDay)}
            description={day === undefined ? null : weekday().format(new Date(`${day}T00:00:00Z`))}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
          <DayButton day={thisDay} onChoose={onChange}>
            Hoje
          </DayButton>
          <DayButton day={addDays(thisDay, -1)} onChoose={onChange}>
            Ontem
          </DayButton>
        </div>
        <TextInput
          id={fieldId("autorizacao")}
          label="Número da autorização (se já houver)"
          autoComplete="off"
          spellCheck={false}
          value={ocorrencia.autorizacao}
          error={problems["autorizacao"] ?? tooLong(ocorrencia.autorizacao, MAX_AUTORIZACAO)}
          onChange={(event) => onChange({ autorizacao: event.currentTarget.value })}
          onBlur={() => {
            const autorizacao = cleanAutorizacao(ocorrencia.autorizacao);
            if (autorizacao !== ocorrencia.autorizacao) onChange({ autorizacao });
          }}
        />
        <NoteField
          campo="observacao"
          label="Observação (opcional)"
          value={ocorrencia.observacao}
          problem={problems["observacao"]}
          onChange={(observacao) => onChange({ observacao })}
        />
      </div>
    </section>
  );
}

/** Validates a complete date; an incomplete one is no error while typing. */
export function problemOfDay(typed: string, thisDay: Day): string | undefined {
  const day = parseDay(typed);
  if (day === undefined) {
    const shown = formatDayInput(typed);
    if (/^[\d/]{10}$/.test(shown)) return "Esta data não existe.";
    return shown.length >= "dd/mm/aaaa".length || /\d{9}/.test(shown.replaceAll("/", "")) ? NO_DAY : undefined;
  }
  if (day > thisDay) return "A data da ocorrência não pode estar no futuro.";
  // Both are texts of one length, so the earlier day is the lesser text.
  const oldest = `${Number(thisDay.slice(0, 4)) - 20}${thisDay.slice(4)}`;
  return day < oldest ? "A data da ocorrência não pode ter mais de 20 anos." : undefined;
}

interface DayButtonProps {
  readonly day: Day;
  readonly children: string;
  onChoose(part: Pick<Ocorrencia, "ocorridoEm">): void;
}

function DayButton({ day, children, onChoose }: DayButtonProps) {
  return (
    <Button variant="default" title={formatDay(day)} onClick={() => onChoose({ ocorridoEm: formatDay(day) })}>
      {children}
    </Button>
  );
}
