import { Input, SimpleGrid } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";
import { type Day, today } from "../../format/date.ts";
import { type ApoliceAndPet, mayBeChosen, vigenciaText, whyNotInForce } from "./apolice.ts";
import type { NovoFields } from "./novo.ts";

interface ApoliceSectionProps {
  readonly choice: ApoliceAndPet;
  readonly ocorridoEm: Day | undefined;
  /** Shown while there is no insured. */
  readonly empty: string;
}

export function ApoliceSection({ choice, ocorridoEm, empty }: ApoliceSectionProps) {
  const { clearErrors, formState, setValue, watch } = useFormContext<NovoFields>();
  const { errors } = formState;
  /** The user's choice, which may be invalid for the date of the event. */
  const chosenNumero = watch("apolice");
  const { apolices, apolice, pet } = choice;
  const thisDay = today();
  const day = ocorridoEm ?? thisDay;
  const wasOverruled = apolice !== undefined && chosenNumero !== null && chosenNumero !== apolice.numero;
  return (
    <section className="card" aria-labelledby="novo-apolice">
      <h2 id="novo-apolice">Apólice e pet</h2>
      {!apolices && <p className="soft">{empty}</p>}
      {apolices && (
        <Options title="Apólice" problem={errors.apolice?.message}>
          {apolices.map((each) => (
            <Option
              key={each.numero}
              name="apolice"
              isChosen={each === apolice}
              isDisabled={!mayBeChosen(each, ocorridoEm, thisDay)}
              onChoose={() => {
                setValue("apolice", each.numero);
                setValue("pet", null);
                // `setValue` does not clear the message if the value was null before.
                clearErrors("pet");
              }}
              title={each.numero}
              warning={whyNotInForce(each, day, thisDay)}
            >
              {each.seguradora?.nome ?? "Seguradora não informada"}
              <br />
              <span className="figures">{vigenciaText(each)}</span>
            </Option>
          ))}
          {apolices.length === 0 && <p className="soft">Este segurado não tem apólices.</p>}
        </Options>
      )}
      <p role="status" className="novo-status">
        {wasOverruled && `A apólice ${chosenNumero} não cobre o dia da ocorrência: vale a ${apolice.numero}.`}
      </p>
      {apolice && (
        <Options title="Pet" problem={errors.pet?.message}>
          {apolice.pets.map((each) => (
            <Option
              key={each.id}
              name="pet"
              isChosen={each === pet}
              onChoose={() => {
                setValue("apolice", apolice.numero);
                setValue("pet", each.id);
              }}
              title={each.nome}
            >
              {[each.especie, each.raca].filter(Boolean).join(" · ")}
            </Option>
          ))}
          {apolice.pets.length === 0 && <p className="soft">Esta apólice não cobre nenhum pet.</p>}
        </Options>
      )}
    </section>
  );
}

interface OptionsProps {
  readonly title: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}

function Options({ title, problem, children }: OptionsProps) {
  const id = useId();
  return (
    <fieldset className="options" data-invalid={problem && true} tabIndex={-1} aria-describedby={problem && id}>
      <legend>{title}</legend>
      <SimpleGrid minColWidth="min(100%, 17rem)" spacing="0.625rem">
        {children}
      </SimpleGrid>
      {problem && (
        <Input.Error id={id} mt={6}>
          {problem}
        </Input.Error>
      )}
    </fieldset>
  );
}

interface OptionProps {
  readonly name: string;
  readonly title: string;
  readonly warning?: string | undefined;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly children: ReactNode;
  onChoose(): void;
}

function Option({ name, title, warning, isChosen, isDisabled = false, children, onChoose }: OptionProps) {
  return (
    <label className="option">
      <input type="radio" name={name} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
      <span>
        <strong>{title}</strong>
        {warning !== undefined && <em>{warning}</em>}
        <span className="note">{children}</span>
      </span>
    </label>
  );
}
