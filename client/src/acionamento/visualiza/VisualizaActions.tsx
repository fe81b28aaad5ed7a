import { Button } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconPlus } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { formatDay, formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { type AcionamentoResumoFragment as Resumo } from "../../gql/graphql.ts";
import { rememberViewed } from "../../shell/recent.ts";
import { usePermissions } from "../../shell/permission.ts";
import { useSingleKey } from "../../shell/searchShortcut.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { viewAddress } from "../address.ts";
import { neighboursOf } from "../trail.ts";

/** A summary to copy, and a new acionamento like this one. */
export function VisualizaActions({ acionamento }: { readonly acionamento: Resumo }) {
  const mayOpen = usePermissions()("/novo-acionamento");
  const { sinistro, segurado, pet, procedimentos } = acionamento;
  useEffect(() => rememberViewed(sinistro), [sinistro]);
  return (
    <>
      <CopyButton text={summaryOf(acionamento)} label="Copiar resumo" done="Resumo copiado." isNamed />
      {mayOpen && (
        <Button
          variant="default"
          component={Link}
          to="/novo-acionamento"
          // Personal data stand in no address.
          state={{ cpfCnpj: segurado.cpfCnpj, pet: pet?.id ?? null, procedimentos }}
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        >
          Novo a partir deste
        </Button>
      )}
    </>
  );
}

/** The acionamento as lines of text, for e-mails and messages. Without the tax id. */
export function summaryOf(data: Resumo): string {
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
  const { list, previous, next } = neighboursOf(sinistro) ?? {};
  const navigate = useNavigate();
  const open = (other: string | undefined) => {
    if (other !== undefined) void navigate(viewAddress(other), { replace: true });
  };
  useSingleKey("j", () => open(next));
  useSingleKey("k", () => open(previous));
  if (list === undefined) return null;
  return (
    <nav className="visualiza-neighbours no-print" aria-label="Na lista">
      {previous !== undefined && (
        <Link className="visualiza-link" to={viewAddress(previous)} replace>
          <IconArrowLeft size={16} aria-hidden /> Anterior
        </Link>
      )}
      {next !== undefined && (
        <Link className="visualiza-link" to={viewAddress(next)} replace>
          Próximo <IconArrowRight size={16} aria-hidden />
        </Link>
      )}
      <Link className="visualiza-link" to={list}>
        Voltar à lista
      </Link>
    </nav>
  );
}
