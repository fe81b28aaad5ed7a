import { ActionIcon, TextInput } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { cleanAutorizacao, cleanSinistro } from "../../format/pasted.ts";
import { numberError, filterByStatus, type Filter, seguradoraOf, statusesOf } from "./consulta.address.ts";
import { currentSession } from "../../session.ts";
import { FIRST_STATUS } from "../../status.ts";
import { type Choice, ChoiceField } from "../../ui/ChoiceField.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import type { ConsultaCriteria } from "./useCriteria.ts";
import { UnreadPart } from "./UnreadPart.tsx";
import { offeredPeriods, periodKey, periodLabel } from "./periods.ts";
import type { Parts } from "./useParts.ts";

const EVERY = "";

interface ConsultaFieldsProps {
  /** Whether the list's query has its answer. */
  readonly isSettled: boolean;
  readonly criteria: ConsultaCriteria;
  readonly seguradoras: readonly Seguradora[];
}

/** Filters by insurer, authorization number and claim number. */
export function ConsultaFields({ isSettled, criteria, seguradoras }: ConsultaFieldsProps) {
  const { filter, setFilter } = criteria;
  return (
    <div className="consulta-fields">
      <SeguradoraSelect isSettled={isSettled} criteria={criteria} seguradoras={seguradoras} />
      <PeriodSelect criteria={criteria} />
      <SelectField
        label="Participação"
        data={[
          { value: EVERY, label: "De qualquer pessoa" },
          { value: "meus", label: "Com a minha participação" },
        ]}
        value={filter.usuario ? "meus" : EVERY}
        onChange={({ currentTarget }) => {
          const usuario = currentTarget.value === EVERY ? null : currentSession()?.usuario.nome;
          setFilter(filterByStatus(statusesOf(filter), { ...filter, usuario }));
        }}
      />
      <NumberField
        key={`autorizacao ${filter.autorizacao ?? ""}`}
        label="Nº da autorização"
        value={filter.autorizacao}
        clean={cleanAutorizacao}
        onSubmit={(autorizacao) => setFilter(autorizacao ? { autorizacao } : { status: FIRST_STATUS })}
      />
      <NumberField
        key={`sinistro ${filter.sinistro ?? ""}`}
        label="Nº do sinistro"
        value={filter.sinistro}
        clean={cleanSinistro}
        onSubmit={(sinistro) => setFilter(sinistro ? { sinistro } : { status: FIRST_STATUS })}
      />
    </div>
  );
}

function SeguradoraSelect({ isSettled, criteria: { filter, setFilter }, seguradoras }: ConsultaFieldsProps) {
  return (
    <div>
      <ChoiceField
        label="Seguradora"
        choices={[{ value: EVERY, label: "Todas as seguradoras" }, ...seguradoras]}
        value={seguradoraOf(filter) ?? EVERY}
        onChange={(seguradora) => setFilter(filterByStatus(statusesOf(filter), { ...filter, seguradora }))}
      />
      {isSettled && seguradoras.every(({ isUnknown }) => isUnknown) && (
        <UnreadPart field="seguradoras" title="As seguradoras não puderam ser carregadas." />
      )}
    </div>
  );
}

/** The period of the filter. One that is only in the address is offered too. */
function PeriodSelect({ criteria: { filter, setFilter } }: { readonly criteria: ConsultaCriteria }) {
  const chosen = filter.periodo;
  const offered = offeredPeriods();
  const isOffered = offered.some((each) => periodKey(each) === periodKey(chosen));
  const periods = chosen && !isOffered ? [chosen, ...offered] : offered;
  return (
    <SelectField
      label="Período"
      data={[
        { value: EVERY, label: "Qualquer data" },
        ...periods.map((each) => ({ value: periodKey(each), label: capitalized(periodLabel(each)) })),
      ]}
      value={periodKey(chosen)}
      onChange={({ currentTarget: { value } }) => {
        const periodo = periods.find((each) => periodKey(each) === value) ?? null;
        setFilter(filterByStatus(statusesOf(filter), { ...filter, periodo }));
      }}
    />
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface Seguradora extends Choice {
  /** It is in the address but not in the list; its code is the label. */
  readonly isUnknown?: boolean;
}

/** The insurers as options. An unknown one in the address is added with its code. */
export function seguradoraChoices(filter: Filter, seguradoras: Parts["seguradoras"]): readonly Seguradora[] {
  const known = (seguradoras ?? []).map((each) => ({
    value: each?.id ?? "",
    label: `${each?.nome}${each?.ativa === false ? " (inativa)" : ""}`,
  }));
  const chosen = seguradoraOf(filter);
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen);
  return isMissing ? [...known, { value: chosen, label: `Seguradora ${chosen}`, isUnknown: true }] : known;
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string | null | undefined;
  /** Reads a typed or pasted number. */
  readonly clean: (text: string) => string;
  /** The normalized number; empty if the field was cleared. */
  readonly onSubmit: (value: string) => void;
}

/** A number filter, applied by Enter. Clearing the field removes the filter. */
function NumberField({ label, value: given, clean, onSubmit }: NumberFieldProps) {
  const value = given ?? "";
  const [text, setText] = useState(value);
  const [errorMessage, setErrorMessage] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = clean(text);
    const found = number ? numberError(number) : undefined;
    setErrorMessage(found);
    setText(number);
    if (!found && number !== value) onSubmit(number);
  };
  return (
    <form onSubmit={submit} className={value ? "is-asked" : undefined}>
      <TextInput
        label={label}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setErrorMessage(undefined);
        }}
        error={errorMessage}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        rightSection={
          <ActionIcon type="submit" variant="subtle" aria-label={`Consultar ${label.replace("Nº", "número")}`}>
            <IconArrowRight size={18} aria-hidden />
          </ActionIcon>
        }
      />
    </form>
  );
}
