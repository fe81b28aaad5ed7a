/** The totals on top of the dashboard. Each links to the list of what it counts. */
import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { graphql } from "../gql/gql.ts";
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

const AbertosHojeTotal = graphql(`
  fragment AbertosHoje on Painel {
    abertosHoje {
      quantidade
      valor
    }
  }
`);

const AbertosNoMesTotal = graphql(`
  fragment AbertosNoMes on Painel {
    abertosNoMes {
      quantidade
      valor
    }
  }
`);

const FaturadosNoMesTotal = graphql(`
  fragment FaturadosNoMes on Painel {
    faturadosNoMes {
      quantidade
      valor
    }
  }
`);

const SeguradorasAtivasTotal = graphql(`
  fragment SeguradorasAtivas on Painel {
    seguradoras
  }
`);

/** Props of a part; null until the first response. */
interface PartOf<TFragment> {
  readonly painel: FragmentType<TFragment> | null;
}

/** Props of a count, whose list has these statuses. */
type CountOf<TFragment> = PartOf<TFragment> & { readonly statuses: readonly string[] };

export function AbertosHoje({ painel, statuses }: CountOf<AbertosHojeFragment>) {
  const { data, complete } = useFragment({ fragment: AbertosHojeTotal, from: painel });
  const figure = complete ? figureOf(data.abertosHoje) : undefined;
  const list = { statuses, periodo: dayPeriod(today()) };
  return <TotalCard name="Abertos hoje" part="abertosHoje" figure={figure} list={list} />;
}

export function AbertosNoMes({ painel, statuses }: CountOf<AbertosNoMesFragment>) {
  const { data, complete } = useFragment({ fragment: AbertosNoMesTotal, from: painel });
  const figure = complete ? figureOf(data.abertosNoMes) : undefined;
  const list = { statuses, periodo: monthOf(today()) };
  return <TotalCard name="Abertos no mês" part="abertosNoMes" figure={figure} list={list} />;
}

export function FaturadosNoMes({ painel, statuses }: CountOf<FaturadosNoMesFragment>) {
  const { data, complete } = useFragment({ fragment: FaturadosNoMesTotal, from: painel });
  const figure = complete ? figureOf(data.faturadosNoMes) : undefined;
  const list = { statuses, periodo: monthOf(today(), "FATURAMENTO") };
  return <TotalCard name="Faturados no mês" part="faturadosNoMes" figure={figure} list={list} />;
}

export function SeguradorasAtivas({ painel }: PartOf<SeguradorasAtivasFragment>) {
  const { data, complete } = useFragment({ fragment: SeguradorasAtivasTotal, from: painel });
  const count = complete ? data.seguradoras : undefined;
  const figure = typeof count === "number" ? { count, note: count === 1 ? "ativa" : "ativas" } : count;
  return <TotalCard name="Seguradoras" part="seguradoras" figure={figure} />;
}

function figureOf(total: AbertosHojeFragment["abertosHoje"]) {
  return total && { count: total.quantidade, note: total.valor === null ? "" : formatMoney(total.valor) };
}
