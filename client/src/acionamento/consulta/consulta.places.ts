import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { OrdemAcionamentos } from "../../gql/graphql.ts";
import { buscaOf, FIRST_STATUS, ordemOf, type Question, questionOf, searchOf, stateOf } from "./consulta.address.ts";

/** What is asked at the place that the screen shows, and the ways to ask otherwise. */
export interface Place {
  /** Its own name in the history. */
  readonly key: string;
  readonly question: Question;
  readonly ordem: OrdemAcionamentos;
  readonly busca: string;
  /** Whether the list is about to be another one while the one before it still stands. */
  readonly isChanging: boolean;
  /** Asks another question; a search goes on in it where it makes sense. */
  readonly ask: (question: Question) => void;
  readonly arrange: (ordem: OrdemAcionamentos) => void;
  readonly seek: (busca: string) => void;
}

export function usePlace(): Place {
  const { key, search, state } = useLocation();
  const navigate = useNavigate();
  // The router goes on to the next place only once its list can be shown: until then this is the one that was left.
  const [left, setLeft] = useState<string>();
  const question = questionOf(search) ?? { status: FIRST_STATUS };
  const ordem = ordemOf(search);
  const busca = buscaOf(state);
  return {
    key,
    question,
    ordem,
    busca,
    isChanging: left === key,
    // A number is what is sought: the text that was sought before would only hide it.
    ask: (next) => void navigate(searchOf(next, ordem), { state: isNumber(next) ? null : stateOf(busca) }),
    arrange: (next) => {
      setLeft(key);
      void navigate(searchOf(question, next), { replace: true, state: stateOf(busca) });
    },
    seek: (next) => {
      setLeft(key);
      void navigate(searchOf(question, ordem), { replace: true, state: stateOf(next), preventScrollReset: true });
    },
  };
}

function isNumber({ sinistro, autorizacao }: Question): boolean {
  return !!(sinistro ?? autorizacao);
}
