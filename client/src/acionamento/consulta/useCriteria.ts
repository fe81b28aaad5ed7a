import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { buscaOf, FIRST_STATUS, ordemOf, type Filter, filterOf, searchOf, stateOf } from "./consulta.address.ts";

/** What is asked at the place that the screen shows, and the ways to ask otherwise. */
export interface ConsultaCriteria {
  /** Its own name in the history. */
  readonly key: string;
  readonly filter: Filter;
  readonly ordem: OrdemAcionamentos;
  readonly busca: string;
  /** Whether the list is about to be another one while the one before it still stands. */
  readonly isChanging: boolean;
  /** Asks another question; a search goes on in it where it makes sense. */
  readonly setFilter: (filter: Filter) => void;
  readonly setOrder: (ordem: OrdemAcionamentos) => void;
  readonly setBusca: (busca: string) => void;
}

export function useCriteria(): ConsultaCriteria {
  const { key, search, state } = useLocation();
  const navigate = useNavigate();
  // The router goes on to the next place only once its list can be shown: until then this is the one that was left.
  const [left, setLeft] = useState<string>();
  const filter = filterOf(search) ?? { status: FIRST_STATUS };
  const ordem = ordemOf(search);
  const busca = buscaOf(state);
  return {
    key,
    filter,
    ordem,
    busca,
    isChanging: left === key,
    // A number is what is sought: the text that was sought before would only hide it.
    setFilter: (next) => void navigate(searchOf(next, ordem), { state: isNumber(next) ? null : stateOf(busca) }),
    setOrder: (next) => {
      setLeft(key);
      void navigate(searchOf(filter, next), { replace: true, state: stateOf(busca) });
    },
    setBusca: (next) => {
      setLeft(key);
      void navigate(searchOf(filter, ordem), { replace: true, state: stateOf(next), preventScrollReset: true });
    },
  };
}

function isNumber({ sinistro, autorizacao }: Filter): boolean {
  return !!(sinistro ?? autorizacao);
}
