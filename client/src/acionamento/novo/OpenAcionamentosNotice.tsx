import { skipToken, useQuery } from "@apollo/client/react";
import { IconInfoCircle } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Day, formatDay } from "../../format/date.ts";
import { acionamentoKey } from "../../graph/acionamentoKey.ts";
import { viewAddress } from "../../shell/addresses.ts";
import { OpenAcionamentosDocument } from "../../gql/graphql.ts";

interface OpenAcionamentosNoticeProps {
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
    OpenAcionamentosDocument,
    // Without the cache, to keep these lists apart from those of the list screen.
    asked ? { variables: asked, fetchPolicy: "no-cache", errorPolicy: "all" } : skipToken,
  );
  if (!isWanted) return null;
  const nodes = data?.acionamentos?.nodes ?? [];
  // An API may number the pets within a policy.
  const isSamePet = (other: typeof pet | null) => other?.id === pet.id && other.nome === pet.nome;
  const same = nodes.filter((each) => isSamePet(each.pet) && each.ocorridoEm === ocorridoEm);
  return (
    <div role="status">
      {same.length > 0 && (
        <div className="form-notice">
          <IconInfoCircle size={20} stroke={1.75} aria-hidden />
          <p>
            <strong>
              {`${pet.nome} já tem ${same.length === 1 ? "um acionamento" : "acionamentos"} em aberto para ${formatDay(ocorridoEm)}`}
            </strong>
            :{" "}
            {same.map((each, index) => (
              <span key={acionamentoKey(each)}>
                {index > 0 && ", "}
                <Link to={viewAddress(each.sinistro)}>{each.sinistro}</Link> ({each.status.descricao})
              </span>
            ))}
            . Se for outro atendimento, siga em frente.
          </p>
        </div>
      )}
    </div>
  );
}
