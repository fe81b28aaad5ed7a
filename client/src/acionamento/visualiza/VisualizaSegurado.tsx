import type { ReactNode } from "react";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay } from "../../format/date.ts";
import { formatPhone } from "../../format/phone.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Fact, Retry } from "./VisualizaParts.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { VisualizaRegisterFragment, VisualizaSeguradoFragment } from "../../gql/graphql.ts";

export interface VisualizaSeguradoProps {
  readonly acionamento: VisualizaSeguradoFragment & VisualizaRegisterFragment;
  readonly error: unknown;
}

/** The insured and the pet. */
export function VisualizaSegurado({ acionamento, error }: VisualizaSeguradoProps) {
  const { segurado, pet } = acionamento;
  const { email, telefone } = segurado;

  /** A value of the contact data, which may be loading or have failed. */
  function registered(part: "segurado" | "pet", field: string, value: ReactNode) {
    // A save writes an acionamento without them to the cache.
    if (telefone === undefined)
      return error ? <Retry /> : <Skeleton component="span" display="block" height="1.375rem" width="8rem" />;
    return errorMessageAt(error, "acionamento", part, field) === undefined ? value : <Retry>{value}</Retry>;
  }

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
          <Fact name="Raça">{registered("pet", "raca", pet.raca)}</Fact>
          <Fact name="Nascimento">{registered("pet", "nascimento", pet.nascimento && formatDay(pet.nascimento))}</Fact>
        </dl>
      )}
    </section>
  );
}
