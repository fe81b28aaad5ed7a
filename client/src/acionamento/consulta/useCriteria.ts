import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { buscaOf, ordemOf, type Filter, filterOf, searchOf, stateOf } from "./consulta.address.ts";
import { FIRST_STATUS } from "../../status.ts";

/** Filter, order and search of the list, and functions to change them. */
export interface ConsultaCriteria {
  /** Key of the history entry. */
  readonly key: string;
  readonly filter: Filter;
  readonly ordem: OrdemAcionamentos;
  readonly busca: string;
  /** Whether a new list is loading while the old one is shown. */
  readonly isChanging: boolean;
  /** Sets the filter. The search text is kept, unless the filter is a number. */
  readonly setFilter: (filter: Filter) => void;
  readonly setOrder: (ordem: OrdemAcionamentos) => void;
  readonly setBusca: (busca: string) => void;
}

export function useCriteria(): ConsultaCriteria {
  const location = useLocation();
  const { key, search } = location;
  const navigate = useNavigate();
  // The router changes the location when the new list is loaded; until then this is the key of the previous one.
  const [left, setLeft] = useState<string>();
  const filter = filterOf(search) ?? { status: FIRST_STATUS };
  const ordem = ordemOf(search);
  const busca = buscaOf(location);
  return {
    key,
    filter,
    ordem,
    busca,
    isChanging: left === key,
    // A number identifies the acionamento: the search text would only hide it.
    setFilter: (next) => {
      const kept = isNumber(next) ? "" : busca;
      void navigate(searchOf(next, ordem, kept), { state: stateOf(kept) });
    },
    setOrder: (next) => {
      setLeft(key);
      void navigate(searchOf(filter, next, busca), { replace: true, state: stateOf(busca) });
    },
    setBusca: (next) => {
      setLeft(key);
      void navigate(searchOf(filter, ordem, next), { replace: true, state: stateOf(next), preventScrollReset: true });
    },
  };
}

function isNumber({ sinistro, autorizacao }: Filter): boolean {
  return !!(sinistro ?? autorizacao);
}
