import { useQuery } from "@apollo/client/react";
import { IconInfoCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import { type Day, formatDay } from "../../format/date.ts";
import { graphql } from "../../gql/gql.ts";
import { viewAddress } from "../address.ts";

/**
 * The open acionamentos of an insured. The services filter by insurer and status, so each open status is a field of its
 * own. That these four statuses are the open ones is an assumption about the services' data, made only here. The fields are
 * repeated, since a fragment's would be masked and read from the cache, which this query bypasses.
 */
const OpenAcionamentosQuery = graphql(`
  query OpenAcionamentos($seguradora: ID!, $cpfCnpj: String!) {
    aberto: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: "ABERTO" } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          descricao
        }
        pet {
          id
        }
      }
    }
    emAnalise: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: "EM_ANALISE" } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          descricao
        }
        pet {
          id
        }
      }
    }
    autorizado: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: "AUTORIZADO" } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
          descricao
        }
        pet {
          id
        }
      }
    }
    reaberto: acionamentos(
      filtro: { seguradoraStatus: { seguradora: $seguradora, status: "REABERTO" } }
      busca: $cpfCnpj
      first: 20
    ) {
      nodes {
        id
        sinistro
        ocorridoEm
        status {
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
  readonly seguradora: string;
  readonly pet: { readonly id: string; readonly nome: string };
  readonly ocorridoEm: Day;
}

/** Warns of open acionamentos of the same pet and day. Loads in the background and ignores failures. */
export function OpenAcionamentosNotice({ cpfCnpj, seguradora, pet, ocorridoEm }: OpenAcionamentosNoticeProps) {
  const { data } = useQuery(OpenAcionamentosQuery, {
    variables: { cpfCnpj, seguradora },
    // Without the cache, to keep these lists apart from those of the list screen.
    fetchPolicy: "no-cache",
    errorPolicy: "all",
  });
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
