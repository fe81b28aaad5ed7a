import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { thisYear } from "../format/date.ts";
import { SelectField } from "../ui/SelectField.tsx";
import { offeredYears, YEAR_PARAM } from "./year.ts";

/** Selects the year of the chart. */
export function YearChooser({ ano }: { readonly ano: number }) {
  const [, setSearch] = useSearchParams();
  const years = offeredYears(ano);

  function choose(year: number): void {
    if (!years.includes(year)) return;
    const change = (before: URLSearchParams) => {
      if (year === thisYear()) before.delete(YEAR_PARAM);
      else before.set(YEAR_PARAM, String(year));
      return before;
    };
    setSearch(change, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="painel-year">
      {/* aria-disabled instead of disabled, to keep the focus. */}
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Ano anterior"
        aria-disabled={!years.includes(ano - 1)}
        onClick={() => choose(ano - 1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <SelectField
        aria-label="Ano"
        data={years.map(String)}
        value={String(ano)}
        onChange={(event) => choose(Number(event.currentTarget.value))}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label="Próximo ano"
        aria-disabled={!years.includes(ano + 1)}
        onClick={() => choose(ano + 1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
