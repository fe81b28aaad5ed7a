import "@mantine/core/styles/Timeline.layer.css";
import { Timeline } from "@mantine/core";
import type { ReactNode } from "react";
import { formatCount } from "../../format/count.ts";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay, formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { formatPhone, isPhone } from "../../format/phone.ts";
import type {
  AcionamentoResumoFragment as Resumo,
  VisualizaDetailsFragment,
  VisualizaHistoricoFragment,
  VisualizaRegisterFragment,
} from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { toneOf } from "../../status.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { LabelledValue } from "../../ui/LabelledValue.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { RetryButton } from "../../ui/RetryButton.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";

export function VisualizaDetails({ acionamento }: { readonly acionamento: VisualizaDetailsFragment }) {
  const { abertoEm, ocorridoEm, faturadoEm, autorizacao, apolice, observacao } = acionamento;
  return (
    <section className="card">
      <h2>Dados</h2>
      <dl className="facts">
        <LabelledValue name="Aberto em">{formatInstant(abertoEm)}</LabelledValue>
        <LabelledValue name="Ocorrido em">{ocorridoEm && formatDay(ocorridoEm)}</LabelledValue>
        <LabelledValue name="Faturado em">{faturadoEm ? formatDay(faturadoEm) : "Não faturado"}</LabelledValue>
        <LabelledValue name="Autorização">
          {autorizacao ? (
            <span className="visualiza-copy">
              {autorizacao}
              <CopyButton text={autorizacao} label="Copiar autorização" done="Autorização copiada." />
            </span>
          ) : (
            "Sem autorização"
          )}
        </LabelledValue>
        <LabelledValue name="Apólice">{apolice}</LabelledValue>
        <LabelledValue name="Observação" className="visualiza-row">
          {observacao && <span className="visualiza-said">{observacao}</span>}
        </LabelledValue>
      </dl>
    </section>
  );
}

export function VisualizaProcedimentos({ acionamento }: { readonly acionamento: Resumo }) {
  const { procedimentos, valorTotal } = acionamento;
  return (
    <section className="card">
      <h2 id="visualiza-procedimentos">Procedimentos</h2>
      {procedimentos.length === 0 ? (
        <p className="soft">Nenhum procedimento registrado.</p>
      ) : (
        <table className="data-table visualiza-table" aria-labelledby="visualiza-procedimentos">
          <thead>
            <tr>
              <th scope="col">Procedimento</th>
              <th scope="col" className="number mantine-visible-from-xs">
                Qtd.
              </th>
              <th scope="col" className="number mantine-visible-from-xs">
                Valor
              </th>
              <th scope="col" className="number">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {procedimentos.map(({ procedimento, quantidade, valor, total }, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same line may stand there twice
              <tr key={`${procedimento.id} ${row}`}>
                <th scope="row">
                  {procedimento.descricao}
                  <small className="figures mantine-hidden-from-xs">{`${formatCount(quantidade)} × ${formatMoney(valor)}`}</small>
                </th>
                <td className="number mantine-visible-from-xs">{formatCount(quantidade)}</td>
                <td className="number mantine-visible-from-xs">{formatMoney(valor)}</td>
                <td className="number">{formatMoney(total)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td className="number mantine-visible-from-xs">
                {formatCount(procedimentos.reduce((count, { quantidade }) => count + quantidade, 0))}
              </td>
              <td className="mantine-visible-from-xs">{"\u00a0"}</td>
              <td className="number">{formatMoney(valorTotal)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </section>
  );
}

interface VisualizaSeguradoProps {
  readonly acionamento: Resumo & VisualizaRegisterFragment;
  readonly error: unknown;
}

export function VisualizaSegurado({ acionamento, error }: VisualizaSeguradoProps) {
  const { segurado, pet } = acionamento;
  const { email, telefone } = segurado;

  const phone = telefone && isPhone(telefone) ? <a href={`tel:+55${telefone}`}>{formatPhone(telefone)}</a> : telefone;

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
        <LabelledValue name="Segurado" className="visualiza-row visualiza-paired">
          {segurado.nome || null}
        </LabelledValue>
        <LabelledValue name={segurado.cpfCnpj.length > 11 ? "CNPJ" : "CPF"} className="visualiza-cpf">
          <span className="visualiza-copy">
            {formatCpfCnpj(segurado.cpfCnpj)}
            <CopyButton text={formatCpfCnpj(segurado.cpfCnpj)} label="Copiar CPF/CNPJ" done="CPF/CNPJ copiado." />
          </span>
        </LabelledValue>
        <LabelledValue name="Telefone">{registered("segurado", "telefone", phone)}</LabelledValue>
        <LabelledValue name="E-mail" className="visualiza-row visualiza-paired">
          {registered("segurado", "email", email && <a href={`mailto:${email}`}>{email}</a>)}
        </LabelledValue>
      </dl>
      {pet && (
        <dl className="facts visualiza-pet">
          <LabelledValue name="Pet">{pet.nome}</LabelledValue>
          <LabelledValue name="Espécie">{pet.especie}</LabelledValue>
          <LabelledValue name="Raça">{registered("pet", "raca", pet.raca)}</LabelledValue>
          <LabelledValue name="Nascimento">
            {registered("pet", "nascimento", pet.nascimento && formatDay(pet.nascimento))}
          </LabelledValue>
        </dl>
      )}
    </section>
  );
}

export function VisualizaHistorico({ acionamento }: { readonly acionamento: VisualizaHistoricoFragment }) {
  const { historico } = acionamento;
  return (
    <section className="card">
      <h2>
        Histórico <small>do mais recente ao mais antigo</small>
      </h2>
      {historico.length === 0 && <p className="soft">Nada registrado ainda.</p>}
      <Timeline role="list" active={historico.length} bulletSize={16} lineWidth={2}>
        {historico
          .map(({ em, status, usuario, observacao }, index) => (
            <Timeline.Item
              // oxlint-disable-next-line react/no-array-index-key -- two events may have the same moment
              key={`${em} ${index}`}
              role="listitem"
              className={toneOf(status.codigo)}
              color="var(--tone-fill)"
            >
              <StatusBadge status={status} />
              <p className="note figures">
                <time dateTime={em}>{formatInstant(em)}</time>
                {usuario && ` · ${usuario}`}
              </p>
              {observacao && <p className="visualiza-said">{observacao}</p>}
            </Timeline.Item>
          ))
          .toReversed()}
      </Timeline>
    </section>
  );
}

/** A value that could not be loaded: that of before, if there is one. */
export function Retry({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      {children}{" "}
      <span className="soft">
        {children ? "Pode ter mudado." : "Não disponível agora."} <RetryButton />
      </span>
    </>
  );
}
