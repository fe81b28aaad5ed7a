import { once } from "../../format/once.ts";
import { Button, TextInput } from "@mantine/core";
import { type Day, formatDay, today } from "../../format/date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "../../format/dayInput.ts";
import { CampoFormatado } from "../edicao/CampoFormatado.tsx";
import { Nota, tooLong } from "../edicao/Nota.tsx";
import { idDoCampo, type Problemas } from "../edicao/problemas.ts";

export const MAX_AUTORIZACAO = 30;

const weekday = once(() => new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", weekday: "long" }));

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
            error={problemas["ocorridoEm"] ?? problemaDoDia(evento.ocorridoEm, hoje)}
            description={dia === undefined ? null : weekday().format(new Date(`${dia}T00:00:00Z`))}
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

/** What is wrong with a day once it is whole; as long as it is not, there is nothing to complain about. */
export function problemaDoDia(typed: string, hoje: Day): string | undefined {
  const dia = parseDay(typed);
  if (dia === undefined) return typed.length < "dd/mm/aaaa".length ? undefined : "Esta data não existe.";
  return dia > hoje ? "A data da ocorrência não pode estar no futuro." : undefined;
}

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
