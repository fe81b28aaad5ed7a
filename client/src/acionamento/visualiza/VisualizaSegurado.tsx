import type { FragmentType } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import type { ReactNode } from "react";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay } from "../../format/date.ts";
import { formatPhone } from "../../format/phone.ts";
import { graphql } from "../../gql/gql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Fact, Retry } from "./VisualizaParts.tsx";
import { CardSkeleton } from "./VisualizaSkeleton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

const SeguradoFragment = graphql(`
  fragment VisualizaSegurado on Acionamento {
    segurado {
      cpfCnpj
      nome
    }
    pet {
      id
      nome
      especie
    }
  }
`);

/** Contact data of the insured: a separate call to the services, which may fail alone. */
const RegisterFragment = graphql(`
  fragment VisualizaRegister on Acionamento {
    segurado {
      cpfCnpj
      email
      telefone
    }
    pet {
      id
      nome
      raca
      nascimento
    }
  }
`);

export interface VisualizaSeguradoProps {
  readonly acionamento: FragmentType<typeof SeguradoFragment> & FragmentType<typeof RegisterFragment>;
  readonly error: unknown;
}

/** The insured and the pet. */
export function VisualizaSegurado({ acionamento, error }: VisualizaSeguradoProps) {
  const insured = useFragment({ fragment: SeguradoFragment, from: acionamento });
  const register = useFragment({ fragment: RegisterFragment, from: acionamento });
  if (!insured.complete) return <CardSkeleton title="Segurado e pet" facts={8} />;
  const { segurado, pet } = insured.data;

  /** A value of the contact data, which may be loading or have failed. */
  function registered(part: "segurado" | "pet", field: string, value: ReactNode) {
    if (!register.complete)
      return error ? <Retry /> : <Skeleton component="span" display="block" height="1.375rem" width="8rem" />;
    return errorMessageAt(error, "acionamento", part, field) === undefined ? value : <Retry>{value}</Retry>;
  }

  const { email, telefone } = register.data.segurado ?? {};
  const { raca, nascimento } = register.data.pet ?? {};
  return (
    <section className="card">
      <h2>Segurado e pet</h2>
      <dl className="facts">
        <Fact name="Segurado" className="visualiza-row visualiza-paired">
          {segurado.nome}
        </Fact>
        <Fact name={segurado.cpfCnpj.length > 11 ? "CNPJ" : "CPF"} className="visualiza-cpf">
          <span className="visualiza-copy">
            {formatCpfCnpj(segurado.cpfCnpj)}
            <CopyButton text={formatCpfCnpj(segurado.cpfCnpj)} label="Copiar CPF/CNPJ" done="CPF/CNPJ copiado." />
          </span>
        </Fact>
        <Fact name="Telefone">
          {registered(
            "segurado",
            "telefone",
            telefone && (
              <a className="visualiza-link figures" href={`tel:+55${telefone}`}>
                {formatPhone(telefone)}
              </a>
            ),
          )}
        </Fact>
        <Fact name="E-mail" className="visualiza-row visualiza-paired">
          {registered(
            "segurado",
            "email",
            email && (
              <a className="visualiza-link" href={`mailto:${email}`}>
                {email}
              </a>
            ),
          )}
        </Fact>
      </dl>
      {pet && (
        <dl className="facts visualiza-pet">
          <Fact name="Pet">{pet.nome}</Fact>
          <Fact name="Espécie">{pet.especie}</Fact>
          <Fact name="Raça">{registered("pet", "raca", raca)}</Fact>
          <Fact name="Nascimento">{registered("pet", "nascimento", nascimento && formatDay(nascimento))}</Fact>
        </dl>
      )}
    </section>
  );
}
