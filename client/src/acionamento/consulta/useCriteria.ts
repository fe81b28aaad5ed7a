import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { type ListFilter, listTarget } from "../../shell/addresses.ts";
import { buscaOf, filterOf, ordemOf } from "./consulta.address.ts";

export interface ConsultaCriteria {
  /** Key of the history entry. */
  readonly key: string;
  readonly filter: ListFilter;
  readonly ordem: OrdemAcionamentos;
  readonly busca: string;
  /** Order and search of the list that was asked for last, which may be loading. */
  readonly pending: { readonly ordem: OrdemAcionamentos; readonly busca: string };
  /** Whether a new list is loading while the old one is shown. */
  readonly isChanging: boolean;
  /** Sets the filter. The search text is kept, unless the filter is a number. */
  readonly setFilter: (filter: ListFilter) => void;
  readonly setOrder: (ordem: OrdemAcionamentos) => void;
  readonly setBusca: (busca: string) => void;
}

export function useCriteria(): ConsultaCriteria {
  const location = useLocation();
  const { key, search } = location;
  const navigate = useNavigate();
  // `location` changes only when the new list has loaded; until then `next` holds what was asked for.
  const [next, setNext] = useState<{ key: string } & ConsultaCriteria["pending"]>();
  const filter = filterOf(search);
  const ordem = ordemOf(search);
  const busca = buscaOf(location);
  const isChanging = next?.key === key;
  const pending = isChanging ? next : { ordem, busca };
  const change = (to: ConsultaCriteria["pending"], preventScrollReset = false) => {
    setNext({ key, ...to });
    const target = listTarget(filter, to.ordem, to.busca);
    void navigate(target.to, { replace: true, state: target.state, preventScrollReset });
  };
  return {
    key,
    filter,
    ordem,
    busca,
    pending,
    isChanging,
    // A number identifies the acionamento: the search text would only hide it.
    setFilter: (to) => {
      const kept = to.sinistro || to.autorizacao ? "" : pending.busca;
      const target = listTarget(to, pending.ordem, kept);
      void navigate(target.to, { state: target.state, replace: target.to.search === search });
    },
    setOrder: (to) => change({ ...pending, ordem: to }),
    setBusca: (to) => change({ ...pending, busca: to }, true),
  };
}
