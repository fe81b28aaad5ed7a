import { useFragment } from "@apollo/client/react";
import { ActionIcon, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import {
  cleanNumber,
  FIRST_STATUS,
  faultOfNumber,
  inStatus,
  type Question,
  seguradoraOf,
  statusOf,
} from "./consulta.address.ts";
import type { Place } from "./consulta.places.ts";
import { type Consulta, SeguradorasFragment } from "./consulta.query.ts";
import { Unread } from "./Unread.tsx";

const EVERY = "";

/** The insurer, and the two numbers that can be asked for. */
export function ConsultaFields({ asked, place }: Pick<Consulta, "asked"> & { readonly place: Place }) {
  const { question, ask } = place;
  return (
    <div className="consulta-fields">
      <SeguradoraSelect asked={asked} place={place} />
      <NumberField
        key={`autorizacao ${question.autorizacao ?? ""}`}
        label="Nº da autorização"
        value={question.autorizacao}
        onAsk={(autorizacao) => ask(autorizacao ? { autorizacao } : { status: FIRST_STATUS })}
      />
      <NumberField
        key={`sinistro ${question.sinistro ?? ""}`}
        label="Nº do sinistro"
        value={question.sinistro}
        onAsk={(sinistro) => ask(sinistro ? { sinistro } : { status: FIRST_STATUS })}
      />
    </div>
  );
}

function SeguradoraSelect({ asked, place: { question, ask } }: Pick<Consulta, "asked"> & { readonly place: Place }) {
  const seguradoras = useSeguradoras(question);
  const { data } = useFragment({ fragment: SeguradorasFragment, from: "ROOT_QUERY" });
  return (
    <div>
      <NativeSelect
        label="Seguradora"
        data={[
          { value: EVERY, label: "Todas as seguradoras" },
          ...seguradoras.map(({ value, label }) => ({ value, label })),
        ]}
        value={seguradoraOf(question) ?? EVERY}
        onChange={({ currentTarget }) => ask(inStatus(statusOf(question) ?? FIRST_STATUS, currentTarget.value))}
      />
      {!data?.seguradoras && (
        <Unread asked={asked} field="seguradoras" failed="As seguradoras não puderam ser carregadas.">
          {null}
        </Unread>
      )}
    </div>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
  /** It is asked for, and has its code for a name. */
  readonly isUnknown?: boolean;
}

/** The insurers to choose from; one that the address names and nobody knows is there by its code. */
export function useSeguradoras(question: Question): readonly Choice[] {
  const { data } = useFragment({ fragment: SeguradorasFragment, from: "ROOT_QUERY" });
  const known = (data?.seguradoras ?? []).map((each) => ({
    value: each?.id ?? "",
    label: `${each?.nome}${each?.ativa === false ? " (inativa)" : ""}`,
  }));
  const chosen = seguradoraOf(question);
  const isMissing = chosen !== undefined && !known.some(({ value }) => value === chosen);
  return isMissing ? [...known, { value: chosen, label: `Seguradora ${chosen}`, isUnknown: true }] : known;
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  /** The number, cleaned; empty where the field was emptied. */
  readonly onAsk: (value: string) => void;
}

/** A number that is asked for by Enter. Emptied, it asks for nothing any more. */
function NumberField({ label, value = "", onAsk }: NumberFieldProps) {
  const [text, setText] = useState(value);
  const [fault, setFault] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = cleanNumber(text);
    const found = number ? faultOfNumber(number) : undefined;
    setFault(found);
    setText(number);
    if (!found && number !== value) onAsk(number);
  };
  return (
    <form onSubmit={submit} className={value ? "is-asked" : undefined}>
      <TextInput
        label={label}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setFault(undefined);
        }}
        error={fault}
        maxLength={100}
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
