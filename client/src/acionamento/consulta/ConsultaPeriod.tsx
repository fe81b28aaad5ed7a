import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { formatDay, monthOfYear, today } from "../../format/date.ts";
import { addDays, completeDay, parseDay } from "../../format/dayInput.ts";
import { isSamePeriod, periodBetween, periodOfDay, periodOfMonth, periodOfYear } from "../../format/period.ts";
import type { DataAcionamento, PeriodoAcionamentos } from "../../gql/graphql.ts";
import type { ListFilter } from "../../shell/addresses.ts";
import { SelectField } from "../../ui/SelectField.tsx";
import { DATES, filterWith } from "./consulta.address.ts";
import type { ConsultaCriteria } from "./useCriteria.ts";

/** Values of the select that are no period. */
const ANY = "qualquer";
const FREE = "livre";

/** The period of the filter: one of those that are offered, that of the address, or one of chosen days. */
export function ConsultaPeriod({ criteria: { filter, setFilter } }: { readonly criteria: ConsultaCriteria }) {
  const [isFree, setFree] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const chosen = filter.periodo;
  const offered = offeredPeriods();
  const isOffered = !chosen || offered.some((each) => isSamePeriod(each, chosen));
  const periods = isOffered ? offered : [chosen, ...offered];
  const close = () => {
    setFree(false);
    select.current?.focus();
  };
  const setPeriod = (periodo: ListFilter["periodo"]) => {
    close();
    setFilter(filterWith(filter, { periodo }));
  };
  return (
    <>
      <SelectField
        ref={select}
        className="consulta-period"
        label="Período"
        data={[
          { value: ANY, label: "Qualquer data" },
          ...periods.map((each, index) => ({ value: String(index), label: capitalized(periodLabel(each)) })),
          { value: FREE, label: "Escolher datas…" },
        ]}
        value={isFree ? FREE : chosen ? String(periods.findIndex((each) => isSamePeriod(each, chosen))) : ANY}
        onChange={({ currentTarget: { value } }) => {
          if (value === FREE) setFree(true);
          else setPeriod(value === ANY ? undefined : periods[Number(value)]);
        }}
      />
      {isFree && <FreePeriod initial={chosen} onSubmit={setPeriod} onCancel={close} />}
    </>
  );
}

interface FreePeriodProps {
  readonly initial: PeriodoAcionamentos | undefined;
  readonly onSubmit: (periodo: PeriodoAcionamentos) => void;
  readonly onCancel: () => void;
}

type Days = Readonly<Record<"de" | "ate", string>>;

/** A form for a period: which date, first day, last day. One of the days may be empty. */
function FreePeriod({ initial, onSubmit, onCancel }: FreePeriodProps) {
  const [por, setPor] = useState<DataAcionamento>(initial?.por ?? "ABERTURA");
  const [days, setDays] = useState<Days>({ de: formatDay(initial?.de ?? ""), ate: formatDay(initial?.ate ?? "") });
  const [problems, setProblems] = useState<Partial<Days>>({});

  function submit(form: HTMLFormElement): void {
    const de = typedDay(days.de);
    // Without a year: the first such day from the first day on or, without one, the one nearest to today.
    const nextYear = de && `${Number(de.slice(0, 4)) + 1}${de.slice(4)}`;
    const ate = typedDay(days.ate, nextYear ? addDays(nextYear, -1) : addDays(today(), 182));
    const periodo = de !== undefined && ate !== undefined ? periodBetween(por, de, ate) : undefined;
    if (periodo) return onSubmit(periodo);
    const found = {
      ...(de === undefined && { de: problemOf(days.de) }),
      ...(ate === undefined && { ate: problemOf(days.ate) }),
      ...(de === "" && ate === "" && { de: "Informe ao menos um dos dias." }),
      ...(de && ate && { ate: "O último dia vem antes do primeiro." }),
    };
    flushSync(() => setProblems(found));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }
  const dayOf = (name: keyof Days, label: string) => (
    <TextInput
      label={label}
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      autoComplete="off"
      w="9rem"
      value={days[name]}
      error={problems[name]}
      onChange={({ currentTarget }) => {
        setProblems({});
        setDays({ ...days, [name]: currentTarget.value });
      }}
    />
  );
  return (
    <form
      className="row consulta-days"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <SelectField
        label="Acionamentos"
        data={Object.entries(DATES).map(([value, label]) => ({ value, label: capitalized(label) }))}
        value={por}
        onChange={({ currentTarget }) => setPor(currentTarget.value as DataAcionamento)}
      />
      {dayOf("de", "De")}
      {dayOf("ate", "Até")}
      <div className="row">
        <Button type="submit" variant="light">
          Aplicar
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

/** `abertos em novembro de 2026` */
export function periodLabel({ por, de, ate }: PeriodoAcionamentos): string {
  return `${DATES[por]} ${daysLabel(de ?? "", ate ?? "")}`;
}

function daysLabel(de: string, ate: string): string {
  if (!de) return `até ${formatDay(ate)}`;
  if (!ate) return `desde ${formatDay(de)}`;
  if (de === ate) return `em ${formatDay(de)}`;
  const [year, month] = [Number(de.slice(0, 4)), Number(de.slice(5, 7))];
  const days: PeriodoAcionamentos = { por: "ABERTURA", de, ate };
  if (isSamePeriod(days, periodOfYear(year))) return `em ${year}`;
  if (isSamePeriod(days, periodOfMonth(de))) return `em ${monthOfYear(month, year)}`;
  return `de ${formatDay(de)} a ${formatDay(ate)}`;
}

function offeredPeriods(now = today()): readonly PeriodoAcionamentos[] {
  const year = Number(now.slice(0, 4));
  const years = [periodOfYear(year), periodOfYear(year - 1)];
  return [periodOfDay(now), periodOfMonth(now), ...years, periodOfMonth(now, "FATURAMENTO")];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The typed day, empty if there is none, and `undefined` if it is invalid. Without a year it is not after `latest`. */
function typedDay(text: string, latest = today()) {
  return text.trim() === "" ? "" : parseDay(completeDay(text, latest));
}

function problemOf(unread: string): string {
  const isComplete = /^[\d/]{10}$/.test(completeDay(unread, today()));
  return isComplete ? "Esta data não existe." : "Use dia, mês e ano: 19/11/2026.";
}
