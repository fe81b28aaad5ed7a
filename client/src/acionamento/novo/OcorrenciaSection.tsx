import { Button, SimpleGrid, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { type Day, formatDay, today } from "../../format/date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "../../format/dayInput.ts";
import { cleanAutorizacao, MAX_AUTORIZACAO } from "../../format/pasted.ts";
import { once } from "../../format/once.ts";
import { FormattedField } from "../../ui/FormattedField.tsx";
import { NoteField, tooLong } from "../form/NoteField.tsx";
import { type ApoliceAndPet, covers } from "./apolice.ts";
import type { NovoFields } from "./novo.ts";

export const NO_DAY = "Informe a data da ocorrência, como 19/11/2026.";

const NOT_COVERED = "Nenhuma apólice deste segurado cobre o dia da ocorrência.";

const RECENT = { Hoje: 0, Ontem: -1 };

const weekday = once(() => new Intl.DateTimeFormat("pt-BR", { timeZone: "UTC", weekday: "long" }));

/** One of the policies must cover the date. */
export function OcorrenciaSection({ apolices }: Pick<ApoliceAndPet, "apolices">) {
  const { register, setValue, watch, formState } = useFormContext<NovoFields>();
  const thisDay = today();
  const day = parseDay(watch("ocorridoEm"));
  const isNoneInForce = day !== undefined && !!apolices?.length && !apolices.some((each) => covers(each, day));
  return (
    <section className="card" aria-labelledby="novo-ocorrencia">
      <h2 id="novo-ocorrencia">Ocorrência</h2>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="1.5rem" verticalSpacing="1rem">
        <div className="novo-day">
          <FormattedField
            name="ocorridoEm"
            label="Data da ocorrência"
            placeholder="dd/mm/aaaa"
            aria-required
            inputMode="numeric"
            complete={(text) => completeDay(text, thisDay)}
            format={formatDayInput}
            counts={/\d/}
            problemOf={(text) => problemOfDay(text, thisDay) ?? (isNoneInForce ? NOT_COVERED : undefined)}
            description={day === undefined ? null : weekday().format(new Date(`${day}T00:00:00Z`))}
            inputWrapperOrder={["label", "input", "description", "error"]}
          />
          {/* The day may be chosen by a button, or the insured found later: the field has no focus then. */}
          <span role="status" className="visually-hidden">
            {isNoneInForce && NOT_COVERED}
          </span>
          {Object.entries(RECENT).map(([name, offset]) => (
            <Button
              key={name}
              variant="default"
              title={formatDay(addDays(thisDay, offset))}
              // The day may have changed since the last render.
              onClick={() => setValue("ocorridoEm", formatDay(addDays(today(), offset)))}
            >
              {name}
            </Button>
          ))}
        </div>
        <TextInput
          {...register("autorizacao", {
            onBlur: ({ target }) => setValue("autorizacao", cleanAutorizacao(target.value)),
          })}
          label="Número da autorização (se já houver)"
          autoComplete="off"
          spellCheck={false}
          error={formState.errors.autorizacao?.message ?? tooLong(watch("autorizacao"), MAX_AUTORIZACAO)}
        />
        <NoteField name="observacao" label="Observação (opcional)" />
      </SimpleGrid>
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
