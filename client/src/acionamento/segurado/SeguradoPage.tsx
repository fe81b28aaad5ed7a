import "./segurado.css";
import { useApolloClient } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { counted, formatCount } from "../../format/count.ts";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { SeguradoEncerradosDocument, type ConsultaRowFragment as Row } from "../../gql/graphql.ts";
import { acionamentoKey } from "../../graph/acionamentoKey.ts";
import { errorMessageAt, isRefusedAt, isUnauthenticated, messageOf } from "../../graph/errors.ts";
import { useFieldStates } from "../../graph/fieldStates.ts";
import { CONSULTA, listAddress, MAX_STATUSES, viewAddress } from "../../shell/listAddress.ts";
import { usePermissions } from "../../shell/permission.ts";
import { OPEN_STATUSES } from "../../status.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { EmptyState, ErrorState, LoadError, RetryButton } from "../../ui/StateNotice.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { useFilterData } from "../consulta/ConsultaStatus.tsx";
import { OutdatedNotice } from "../OutdatedNotice.tsx";
import { type LoadedSegurado } from "./segurado.query.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

const NOT_LOADED = "Não foi possível carregar o segurado.";

const OPEN_LIST = listAddress({ statuses: Object.values(OPEN_STATUSES) }) ?? CONSULTA;

type Rows = readonly Row[];

/** An insured's acionamentos: those in progress, and the finished ones on demand. The tax id stands in no address. */
export function SeguradoPage({ cpfCnpj, ano, queryRef }: LoadedSegurado) {
  const isPermitted = usePermissions();
  return (
    <div className="page segurado">
      <PageHeader
        title="Acionamentos do segurado"
        actions={
          isPermitted("/novo-acionamento") && (
            <Button
              component={Link}
              to="/novo-acionamento"
              state={{ cpfCnpj }}
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              Novo acionamento
            </Button>
          )
        }
      >
        <span className="figures">{formatCpfCnpj(cpfCnpj)}</span>
      </PageHeader>
      <QueryBoundary key={cpfCnpj} queryRef={queryRef} skeleton={<Waiting />} errorTitle={NOT_LOADED}>
        {({ segurado }, error) => {
          // The cache still has one that was found before.
          if (!segurado || isRefusedAt(error, "segurado")) return <NotFound error={error} />;
          const { nome, acionamentos } = segurado;
          const listError = errorMessageAt(error, "segurado", "acionamentos");
          return (
            <>
              <OutdatedNotice error={error} field="segurado" />
              <section className="card" aria-labelledby="em-andamento">
                <h2 id="em-andamento">Em andamento</h2>
                {acionamentos && (
                  <>
                    <p role="status">
                      {`${nome} · ${counted(acionamentos.totalCount, "acionamento", "acionamentos")} em andamento`}
                    </p>
                    <Table label="Lista dos em andamento" rows={acionamentos.nodes} />
                    {acionamentos.nodes.length < acionamentos.totalCount && (
                      <p>
                        {`Mostrados ${formatCount(acionamentos.nodes.length)} de ${formatCount(acionamentos.totalCount)}. `}
                        <Link to={OPEN_LIST} state={{ busca: cpfCnpj }}>
                          Ver todos na lista
                        </Link>
                      </p>
                    )}
                  </>
                )}
                {(!acionamentos || listError !== undefined) && (
                  <p role="alert">
                    {listError ?? "Os acionamentos não puderam ser lidos."} <RetryButton />
                  </p>
                )}
              </section>
              <Encerrados cpfCnpj={cpfCnpj} ano={ano} />
            </>
          );
        }}
      </QueryBoundary>
    </div>
  );
}

function NotFound({ error }: { readonly error: unknown }) {
  if (error && !isRefusedAt(error, "segurado")) return <LoadError title={NOT_LOADED} error={error} />;
  return (
    <section className="card">
      <EmptyState title="Segurado não encontrado" action={<RetryButton />}>
        {error ? messageOf(error) : "Confira o CPF ou CNPJ."}
      </EmptyState>
    </section>
  );
}

/** The finished acionamentos, whose lists are long: asked for by a button. */
function Encerrados({ cpfCnpj, ano }: Pick<LoadedSegurado, "cpfCnpj" | "ano">) {
  const client = useApolloClient();
  const statusEm = useFinishedStatuses(ano);
  const [totals, totalsBefore] = useFieldStates(["totaisPorStatus", "anoAnterior"]);
  const statusError = totals?.errorMessage ?? totalsBefore?.errorMessage;
  const [found, setFound] = useState<{ readonly rows: Rows; readonly total: number; readonly after: string | null }>();
  const [isLoading, setLoading] = useState(false);
  const [errorMessage, setErrorMessage] = useState<string>();
  const { revalidate } = useRevalidator();

  async function load(): Promise<void> {
    setLoading(true);
    setErrorMessage(undefined);
    try {
      const variables = { cpfCnpj, statusEm: [...(statusEm ?? [])], after: found?.after ?? null };
      const { data, error } = await client.query({
        query: SeguradoEncerradosDocument,
        variables,
        // A row of which a detail could not be read is a row; a list that failed is not the one of before.
        errorPolicy: "all",
        fetchPolicy: "no-cache",
      });
      const list = data?.segurado?.acionamentos;
      if (!list) throw error ?? new Error("An insured without a list");
      const after = list.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
      setFound({ rows: [...(found?.rows ?? []), ...list.nodes], total: list.totalCount, after });
    } catch (error) {
      if (!isUnauthenticated(error)) setErrorMessage(messageOf(error));
    } finally {
      setLoading(false);
    }
  }

  useWindowEvent("online", () => {
    if (errorMessage !== undefined) void load();
  });

  const isAll = found !== undefined && found.after === null;
  return (
    <section className="card" aria-labelledby="encerrados">
      <h2 id="encerrados">Encerrados</h2>
      <p role="status">{found && counted(found.total, "acionamento encerrado", "acionamentos encerrados")}</p>
      {found && <Table label="Lista dos encerrados" rows={found.rows} />}
      {(!statusEm || errorMessage !== undefined) && (
        <ErrorState
          title="Não foi possível carregar os encerrados."
          reason={errorMessage ?? statusError ?? "Os status não puderam ser lidos."}
          onRetry={() => void (statusEm ? load() : revalidate())}
        />
      )}
      {statusEm?.length === 0 && <p>Nenhum acionamento foi encerrado neste ano nem no anterior.</p>}
      {statusEm && statusEm.length > 0 && !isAll && errorMessage === undefined && (
        <Button variant="default" loading={isLoading} onClick={() => void load()}>
          {found ? "Mostrar mais" : "Mostrar os encerrados"}
        </Button>
      )}
    </section>
  );
}

/** The statuses of a year and the one before that are not in progress; null if they could not be read. */
function useFinishedStatuses(ano: number): readonly string[] | null {
  const { totaisPorStatus, anoAnterior } = useFilterData(ano);
  if (!totaisPorStatus || !anoAnterior) return null;
  const totals = [...totaisPorStatus, ...anoAnterior];
  const open = new Set<string>(Object.values(OPEN_STATUSES));
  const finished = totals.map(({ status }) => status.codigo).filter((codigo) => !open.has(codigo));
  return [...new Set(finished)].toSorted().slice(0, MAX_STATUSES);
}

function Table({ label, rows }: { readonly label: string; readonly rows: Rows }): ReactNode {
  if (rows.length === 0) return null;
  return (
    // Focusable, so that the arrow keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="segurado-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Sinistro</th>
            <th scope="col" className="mantine-visible-from-sm">
              Aberto em
            </th>
            <th scope="col" className="mantine-visible-from-sm">
              Pet e seguradora
            </th>
            <th scope="col">Status</th>
            <th scope="col" className="number mantine-visible-from-sm">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SeguradoRow key={acionamentoKey(row)} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** In a narrow window two cells, with the others below their values. */
function SeguradoRow({ row }: { readonly row: Row }) {
  const { sinistro, abertoEm, pet, seguradora, status, valorTotal } = row;
  return (
    <tr>
      <td className="figures">
        <Link to={viewAddress(sinistro)}>{sinistro}</Link>
        <small className="mantine-hidden-from-sm">
          {[formatInstant(abertoEm), pet?.nome, seguradora?.nome].filter(Boolean).join(" · ")}
        </small>
      </td>
      <td className="figures mantine-visible-from-sm">{formatInstant(abertoEm)}</td>
      <td className="mantine-visible-from-sm">
        {pet?.nome ?? "–"}
        <small>{seguradora?.nome}</small>
      </td>
      <td>
        <StatusBadge status={status} />
        <small className="figures mantine-hidden-from-sm">{formatMoney(valorTotal)}</small>
      </td>
      <td className="number mantine-visible-from-sm">{formatMoney(valorTotal)}</td>
    </tr>
  );
}

function Waiting() {
  return (
    <section className="card" aria-hidden>
      {Array.from({ length: 4 }, (_, row) => (
        <Skeleton key={row} height="2.25rem" margin="0.5rem 0 0" />
      ))}
    </section>
  );
}
