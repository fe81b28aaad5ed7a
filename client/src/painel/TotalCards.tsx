/** The totals on top of the dashboard. Each links to the list of what it counts. */
import type {
  AbertosHojeFragment,
  AbertosNoMesFragment,
  FaturadosNoMesFragment,
  SeguradorasAtivasFragment,
} from "../gql/graphql.ts";
import { formatMoney } from "../format/money.ts";
import { today } from "../format/date.ts";
import { dayPeriod, monthOf } from "../shell/listAddress.ts";
import { TotalCard } from "./TotalCard.tsx";

/** Props of a part; null until the first response. */
interface PartOf<TFragment> {
  readonly painel: TFragment | null;
}

/** Props of a count, whose list has these statuses. */
type CountOf<TFragment> = PartOf<TFragment> & { readonly statuses: readonly string[] };

export function AbertosHoje({ painel, statuses }: CountOf<AbertosHojeFragment>) {
  const figure = painel ? figureOf(painel.abertosHoje) : undefined;
  const list = { statuses, periodo: dayPeriod(today()) };
  return <TotalCard name="Abertos hoje" part="abertosHoje" figure={figure} list={list} />;
}

export function AbertosNoMes({ painel, statuses }: CountOf<AbertosNoMesFragment>) {
  const figure = painel ? figureOf(painel.abertosNoMes) : undefined;
  const list = { statuses, periodo: monthOf(today()) };
  return <TotalCard name="Abertos no mês" part="abertosNoMes" figure={figure} list={list} />;
}

export function FaturadosNoMes({ painel, statuses }: CountOf<FaturadosNoMesFragment>) {
  const figure = painel ? figureOf(painel.faturadosNoMes) : undefined;
  const list = { statuses, periodo: monthOf(today(), "FATURAMENTO") };
  return <TotalCard name="Faturados no mês" part="faturadosNoMes" figure={figure} list={list} />;
}

export function SeguradorasAtivas({ painel }: PartOf<SeguradorasAtivasFragment>) {
  const count = painel?.seguradoras;
  const figure = typeof count === "number" ? { count, note: <span>{count === 1 ? "ativa" : "ativas"}</span> } : count;
  return <TotalCard name="Seguradoras" part="seguradoras" figure={figure} />;
}

function figureOf(total: AbertosHojeFragment["abertosHoje"]) {
  if (!total) return total;
  const note = total.valor !== null && <span translate="no">{formatMoney(total.valor)}</span>;
  return { count: total.quantidade, note };
}
