import { client } from "../../graph/client.ts";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay, formatInstant, today } from "../../format/date.ts";
import {
  ConsultaExportDocument,
  type ConsultaExportQuery,
  type ConsultaExportQueryVariables,
} from "../../gql/graphql.ts";
import { type ListFilter, listTarget } from "../../shell/addresses.ts";
import type { ListVariables } from "./consulta.query.ts";
import { type Cell, csv } from "./csv.ts";

type Page = NonNullable<ConsultaExportQuery["acionamentos"]>;
type Row = Page["nodes"][number];

const CSV_COLUMNS: readonly (readonly [heading: string, cellOf: (row: Row) => Cell])[] = [
  ["Sinistro", ({ sinistro }) => ({ code: sinistro })],
  ["Autorização", ({ autorizacao }) => ({ code: autorizacao ?? "" })],
  ["Aberto em", ({ abertoEm }) => formatInstant(abertoEm).replace(",", "")],
  ["Ocorrido em", ({ ocorridoEm }) => formatDay(ocorridoEm ?? "")],
  ["Faturado em", ({ faturadoEm }) => formatDay(faturadoEm ?? "")],
  ["Segurado", ({ segurado }) => segurado.nome],
  ["CPF/CNPJ", ({ segurado }) => ({ code: formatCpfCnpj(segurado.cpfCnpj) })],
  ["Apólice", ({ apolice }) => ({ code: apolice ?? "" })],
  ["Pet", ({ pet }) => pet?.nome ?? ""],
  ["Seguradora", ({ seguradora }) => seguradora?.nome ?? ""],
  ["Status", ({ status }) => status.descricao],
  ["Procedimentos", ({ procedimentos }) => procedimentos.map(procedureText).join(" | ")],
  ["Total (R$)", ({ valorTotal }) => ({ amount: valorTotal })],
];

/** Loads all pages, without the cache, and returns them as CSV. */
export async function readExport(variables: ListVariables): Promise<string> {
  const rows: Row[] = [];
  let after: string | null = null;
  do {
    // Sequential: each page needs the cursor of the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const page: Page = await readPage({ ...variables, after });
    rows.push(...page.nodes);
    const { hasNextPage, endCursor } = page.pageInfo;
    after = hasNextPage ? endCursor : null;
  } while (after !== null);
  const cells = rows.map((row) => CSV_COLUMNS.map(([, cellOf]) => cellOf(row)));
  return csv([CSV_COLUMNS.map(([heading]) => heading), ...cells]);
}

/** The file name: filter and date, without the search text, which may be personal data. */
export function exportName(filter: ListFilter): string {
  const { search } = listTarget(filter).to;
  const name = search
    .normalize("NFD")
    .toLowerCase()
    .replace(/^\?status=/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `acionamentos-${name}-${today()}.csv`;
}

async function readPage(variables: ConsultaExportQueryVariables): Promise<Page> {
  const { data } = await client.query({ query: ConsultaExportDocument, variables, fetchPolicy: "no-cache" });
  if (!data?.acionamentos) throw new Error("A page without a list");
  return data.acionamentos;
}

/** `2 × Ultrassonografia a 320,00` */
function procedureText({ quantidade, valor, procedimento }: Row["procedimentos"][number]): string {
  return `${quantidade} × ${procedimento.descricao} a ${valor.replace(".", ",")}`;
}
