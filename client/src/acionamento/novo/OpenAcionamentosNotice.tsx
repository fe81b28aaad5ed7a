import { skipToken, useQuery } from "@apollo/client/react";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Day, formatDay } from "../../format/date.ts";
import { graphql } from "../../gql/gql.ts";
import { OPEN_STATUSES } from "../../status.ts";
import { viewAddress } from "../address.ts";

/**
 * The open acionamentos of an insured. The services filter by insurer and status, so each open status is a field of its
 * own; status.ts says which they are. The fields are repeated, since those of a fragment are masked and read from the
 * cache, which this query bypasses; `@unmask` would be part of the trusted document, and the gateway does not know it.
 */
const OpenAcionamentosQuery = graphql(`
  query OpenAcionamentos(
    $seguradora: ID!
    $cpfCnpj: String!
    $aberto: ID!
    $emAnalise: ID!
    $autorizado: ID!
    $reaberto: ID!
  ) {
    aberto: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: $aberto } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          codigo
          descricao
        }
        pet {
          id
        }
      }
    }
    emAnalise: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: $emAnalise } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          codigo
          descricao
        }
        pet {
          id
        }
      }
    }
    autorizado: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: $autorizado } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          codigo
          descricao
        }
        pet {
          id
        }
      }
    }
    reaberto: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: $reaberto } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          codigo
          descricao
        }
        pet {
          id
        }
      }
    }
  }
`);

export interface OpenAcionamentosNoticeProps {
  /** Without punctuation. */
  readonly cpfCnpj: string;
  readonly seguradora: string | undefined;
  readonly pet: { readonly id: string; readonly nome: string } | undefined;
  /** `undefined` also while the date is being changed. */
  readonly ocorridoEm: Day | undefined;
}

/** Warns of open acionamentos of the same pet and day. Loads in the background, once an insured, and ignores failures. */
export function OpenAcionamentosNotice({ cpfCnpj, seguradora, pet, ocorridoEm }: OpenAcionamentosNoticeProps) {
  const [asked, setAsked] = useState<{ readonly cpfCnpj: string; readonly seguradora: string }>();
  const isWanted = seguradora !== undefined && pet !== undefined && ocorridoEm !== undefined;
  if (isWanted && (asked?.cpfCnpj !== cpfCnpj || asked.seguradora !== seguradora)) setAsked({ cpfCnpj, seguradora });
  const { data } = useQuery(
    OpenAcionamentosQuery,
    // Without the cache, to keep these lists apart from those of the list screen.
    asked ? { variables: { ...asked, ...OPEN_STATUSES }, fetchPolicy: "no-cache", errorPolicy: "all" } : skipToken,
  );
  if (!isWanted) return null;
  const same = [data?.aberto, data?.emAnalise, data?.autorizado, data?.reaberto]
    .flatMap((list) => list?.nodes ?? [])
    .filter((each) => each.pet?.id === pet.id && each.ocorridoEm === ocorridoEm);
  return (
    <div role="status">
      {same.length > 0 && (
        <div className="form-notice">
          <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          <p>
            <strong>
              {pet.nome} já tem {same.length === 1 ? "um acionamento" : "acionamentos"} em aberto para{" "}
              {formatDay(ocorridoEm)}
            </strong>
            :{" "}
            {same.map(({ id, sinistro, status }, at) => (
              <span key={id}>
                {at > 0 && ", "}
                <Link to={viewAddress(sinistro)}>{sinistro}</Link> ({status.descricao})
              </span>
            ))}
            . Se for outro atendimento, siga em frente.
          </p>
        </div>
      )}
    </div>
  );
}
