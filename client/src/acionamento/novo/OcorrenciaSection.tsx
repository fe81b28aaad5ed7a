import { Button, SimpleGrid, TextInput } from "@mantine/core";
import { useFormContext } from "react-hook-form";
import { formatDay, today } from "../../format/date.ts";
import { addDays, completeDay, formatDayInput, parseDay } from "../../format/dayInput.ts";
import { cleanAutorizacao, MAX_AUTORIZACAO } from "../../format/pasted.ts";
import { once } from "../../format/once.ts";
import { FormattedField } from "../../ui/FormattedField.tsx";
import { NoteField } from "../form/NoteField.tsx";
import { tooLong } from "../form/rules.ts";
import { type ApoliceAndPet, covers } from "./apolice.ts";
import { type NovoFields, problemOfDay } from "./novo.ts";

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
