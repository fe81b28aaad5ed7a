import { Button } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconPlus, IconPrinter, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { formatDay, formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import type { AcionamentoResumoFragment as Resumo, VisualizaSummaryFragment } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { reopenAddress, viewAddress } from "../../shell/addresses.ts";
import { usePermissions } from "../../shell/permission.ts";
import { rememberViewed } from "../../shell/recent.ts";
import { useSingleKey } from "../../shell/singleKeys.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { LabelledValue } from "../../ui/LabelledValue.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useChanged } from "../../ui/useChanged.ts";
import { neighboursOf } from "../listNeighbours.ts";
import { Retry } from "./VisualizaCards.tsx";

interface VisualizaSummaryProps {
  readonly acionamento: VisualizaSummaryFragment & Resumo;
  readonly error: unknown;
}

export function VisualizaSummary({ acionamento, error }: VisualizaSummaryProps) {
  const isPermitted = usePermissions();
  const mayReopen = isPermitted("/reabre-acionamento");
  const { sinistro, status, valorTotal, seguradora, sinistroOrigem, sinistroReabertura, podeReabrir } = acionamento;
  const { segurado, pet, procedimentos } = acionamento;
  const isInsurerLost = errorMessageAt(error, "acionamento", "seguradora") !== undefined;
  useEffect(() => rememberViewed(sinistro), [sinistro]);
  return (
    <section className="card row visualiza-summary" aria-label="Resumo">
      <dl className="facts visualiza-figures">
        <LabelledValue name="Status">
          <Highlighted value={status.codigo}>
            <StatusBadge status={status} />
          </Highlighted>
        </LabelledValue>
        <LabelledValue name="Seguradora">
          {isInsurerLost ? <Retry>{seguradora?.nome}</Retry> : (seguradora?.nome ?? "Não informada")}
        </LabelledValue>
        <LabelledValue name="Total" className="visualiza-total">
          <Highlighted value={valorTotal}>{formatMoney(valorTotal)}</Highlighted>
        </LabelledValue>
        {sinistroOrigem !== null && (
          <LabelledValue name="Reabre o sinistro">
            <Link to={viewAddress(sinistroOrigem)}>{sinistroOrigem}</Link>
          </LabelledValue>
        )}
        {sinistroReabertura !== null && (
          <LabelledValue name="Reaberto pelo sinistro">
            <Link to={viewAddress(sinistroReabertura)}>{sinistroReabertura}</Link>
          </LabelledValue>
        )}
      </dl>
      {podeReabrir === null && mayReopen && (
        <p className="soft no-print">
          Não se sabe se pode ser reaberto. <Link to={reopenAddress(sinistro)}>Consultar</Link>
        </p>
      )}
      <div className="page-actions no-print">
        {podeReabrir === true && mayReopen && (
          <Button
            component={Link}
            to={reopenAddress(sinistro)}
            leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
          >
            Reabrir
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        <CopyButton text={summaryOf(acionamento)} label="Copiar resumo" done="Resumo copiado." isNamed />
        {isPermitted("/novo-acionamento") && (
          <Button
            variant="default"
            component={Link}
            to="/novo-acionamento"
            // A CPF stands in no address.
            state={{ cpfCnpj: segurado.cpfCnpj, pet, procedimentos }}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          >
            Novo a partir deste
          </Button>
        )}
      </div>
    </section>
  );
}

function Highlighted({ value, children }: { readonly value: string; readonly children: ReactNode }) {
  return <span {...useChanged(value)}>{children}</span>;
}

/** The acionamento as lines of text, for e-mails and messages. Without the tax id. */
function summaryOf(data: Resumo): string {
  const { sinistro, autorizacao, status, abertoEm, ocorridoEm, seguradora, segurado, pet, procedimentos } = data;
  const lines = [
    `Sinistro ${sinistro} · ${status.descricao}`,
    autorizacao !== null && `Autorização: ${autorizacao}`,
    `Segurado: ${segurado.nome}`,
    pet && `Pet: ${pet.nome}${pet.especie === null ? "" : ` (${pet.especie})`}`,
    seguradora && `Seguradora: ${seguradora.nome}`,
    `Aberto em: ${formatInstant(abertoEm)}`,
    ocorridoEm !== null && `Ocorrido em: ${formatDay(ocorridoEm)}`,
    ...procedimentos.map(
      ({ procedimento, quantidade, valor }) => `${quantidade} × ${procedimento.descricao}: ${formatMoney(valor)}`,
    ),
    `Total: ${formatMoney(data.valorTotal)}`,
  ];
  return lines.filter(Boolean).join("\n");
}

/** Links and keys to the previous and the next acionamento of the list that this one was opened from, and back to it. */
export function VisualizaNeighbours({ sinistro }: { readonly sinistro: string }) {
  const { list, state, previous, next } = neighboursOf(sinistro) ?? {};
  const navigate = useNavigate();
  const openOther = (other: string | undefined) => {
    if (other !== undefined) void navigate(viewAddress(other), { replace: true });
  };
  useSingleKey("j", () => openOther(next));
  useSingleKey("k", () => openOther(previous));
  if (list === undefined) return null;
  return (
    <nav className="row no-print" aria-label="Na lista">
      {previous !== undefined && (
        <Link to={viewAddress(previous)} replace>
          <IconArrowLeft size={16} aria-hidden /> Anterior
        </Link>
      )}
      {next !== undefined && (
        <Link to={viewAddress(next)} replace>
          Próximo <IconArrowRight size={16} aria-hidden />
        </Link>
      )}
      <Link to={list} state={state}>
        Voltar à lista
      </Link>
    </nav>
  );
}
