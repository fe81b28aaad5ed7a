import { useMutation } from "@apollo/client/react";
import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay, formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { ReabrirAcionamentoDocument, type ReaberturaFormFragment } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { viewAddress } from "../../shell/addresses.ts";
import { LabelledValue } from "../../ui/LabelledValue.tsx";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { Form } from "../form/Form.tsx";
import { NoteField } from "../form/NoteField.tsx";
import { ProcedimentoSearch } from "../procedimentos/ProcedimentoSearch.tsx";
import { ProcedimentosEditor } from "../procedimentos/ProcedimentosEditor.tsx";
import { rowOf } from "../procedimentos/rows.ts";
import { useDraftForm, useDraftTitle } from "../form/useDraftForm.ts";
import { haveRowsChanged, inputOfReabertura, ReaberturaFields, rulesOfReabertura } from "./reabertura.ts";

interface ReaberturaFormProps {
  readonly draftName: string;
  readonly old: ReaberturaFormFragment;
  /** Of the query: parts may have failed. */
  readonly loadError: unknown;
}

export function ReaberturaForm({ draftName, old, loadError }: ReaberturaFormProps) {
  const { sinistro, segurado, pet } = old;
  const isInsurerLost = errorMessageAt(loadError, "reabertura", "seguradora") !== undefined;
  const [empty] = useState<ReaberturaFields>(() => ({ rows: old.procedimentos.map(rowOf), busca: "", observacao: "" }));
  const draft = useDraftForm(draftName, ReaberturaFields, empty, {
    resolver: async (typed, ...rest) => zodResolver(rulesOfReabertura(typed, empty.rows))(typed, ...rest),
    alsoCleared: { rows: "busca" },
  });
  const { fields } = draft;
  useDraftTitle(draft, [`Sinistro ${sinistro}`, segurado.nome]);

  const [reabrirAcionamento] = useMutation(ReabrirAcionamentoDocument, {
    errorPolicy: "all",
    update(cache, { data }) {
      const saved = data?.reabrirAcionamento;
      if (saved?.__typename !== "AcionamentoSalvo" || saved.acionamento.origem) return;
      // The old acionamento could not be reloaded: update what is known.
      cache.modify({
        id: cache.identify({ __typename: "Acionamento", id: old.id, sinistro }) ?? "",
        fields: { sinistroReabertura: () => saved.acionamento.sinistro, podeReabrir: () => false },
      });
    },
  });
  const view = viewAddress(sinistro);

  return (
    <Form
      label="Reabrir acionamento"
      draft={draft}
      input={inputOfReabertura(sinistro, fields, empty.rows)}
      firstField="observacao"
      mutate={async (input) => {
        const { data, error } = await reabrirAcionamento({ variables: { input } });
        return { data: data?.reabrirAcionamento, error };
      }}
      savedMessage={(created) => `Sinistro ${sinistro} reaberto: o novo sinistro é ${created}.`}
      saveBarNames={[segurado.nome, pet?.nome]}
      saveLabel="Reabrir"
      checkLink={
        <Button component={Link} to={view} size="xs" variant="subtle">
          Ver o sinistro {sinistro}
        </Button>
      }
    >
      <section className="card" aria-labelledby="reabertura-old">
        <h2 id="reabertura-old">
          Sinistro <Link to={view}>{sinistro}</Link> <StatusBadge status={old.status} />
        </h2>
        <dl className="facts">
          <LabelledValue name="Segurado">
            {segurado.nome}
            <br />
            <span className="figures">{formatCpfCnpj(segurado.cpfCnpj)}</span>
          </LabelledValue>
          <LabelledValue name="Pet">{pet && [pet.nome, pet.especie].filter(Boolean).join(" · ")}</LabelledValue>
          <LabelledValue name="Seguradora">
            {old.seguradora?.nome ?? (isInsurerLost ? "Não disponível agora" : "Não informada")}
          </LabelledValue>
          <LabelledValue name="Apólice">{old.apolice}</LabelledValue>
          <LabelledValue name="Ocorrência">{old.ocorridoEm && formatDay(old.ocorridoEm)}</LabelledValue>
          <LabelledValue name="Aberto em">{formatInstant(old.abertoEm)}</LabelledValue>
          {old.autorizacao !== null && <LabelledValue name="Autorização">{old.autorizacao}</LabelledValue>}
          <LabelledValue name="Total">{formatMoney(old.valorTotal)}</LabelledValue>
        </dl>
      </section>
      <section className="card" aria-labelledby="reabertura-reason">
        <h2 id="reabertura-reason">Por que reabrir</h2>
        <NoteField name="observacao" label="Motivo da reabertura" isRequired />
      </section>
      <section className="card" aria-labelledby="reabertura-procedimentos">
        <h2 id="reabertura-procedimentos">Procedimentos</h2>
        <ProcedimentosEditor>
          {(editor) => (
            <>
              <ProcedimentoSearch editor={editor} error={loadError} />
              {haveRowsChanged(fields.rows, empty.rows) && (
                <Button
                  variant="subtle"
                  size="xs"
                  leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
                  onClick={() => editor.replaceAll(empty.rows)}
                >
                  Voltar aos procedimentos do sinistro
                </Button>
              )}
            </>
          )}
        </ProcedimentosEditor>
      </section>
    </Form>
  );
}
