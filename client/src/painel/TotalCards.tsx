/**
 * The totals on top of the dashboard. They do not link to lists, since the lists are of all months by current status and
 * would not match the totals.
 */
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

export function AbertosHoje({ painel }: PartOf<AbertosHojeFragment>) {
  const { data, complete } = useFragment({ fragment: AbertosHojeTotal, from: painel });
  return (
    <TotalCard name="Abertos hoje" part="abertosHoje" figure={complete ? figureOf(data.abertosHoje) : undefined} />
  );
}

export function AbertosNoMes({ painel }: PartOf<AbertosNoMesFragment>) {
  const { data, complete } = useFragment({ fragment: AbertosNoMesTotal, from: painel });
  const figure = complete ? figureOf(data.abertosNoMes) : undefined;
  return <TotalCard name="Abertos no mês" part="abertosNoMes" figure={figure} />;
}

export function FaturadosNoMes({ painel }: PartOf<FaturadosNoMesFragment>) {
  const { data, complete } = useFragment({ fragment: FaturadosNoMesTotal, from: painel });
  const figure = complete ? figureOf(data.faturadosNoMes) : undefined;
  return <TotalCard name="Faturados no mês" part="faturadosNoMes" figure={figure} />;
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
