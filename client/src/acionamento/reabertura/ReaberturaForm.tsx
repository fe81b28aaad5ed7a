import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { formatDay, formatInstant } from "../../format/date.ts";
import { formatMoney } from "../../format/money.ts";
import { ReabrirAcionamentoDocument, type Reabertura, type ReaberturaFormFragment } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { StatusBadge } from "../../ui/StatusBadge.tsx";
import { viewAddress } from "../address.ts";
import { DraftForm } from "../form/DraftForm.tsx";
import { DraftStatus } from "../form/DraftStatus.tsx";
import { Form } from "../form/Form.tsx";
import { NoteField } from "../form/NoteField.tsx";
import { focusFirstProblem, type Problems, without } from "../form/problems.ts";
import { ProcedimentoSearch } from "../form/ProcedimentoSearch.tsx";
import { ProcedimentosEditor } from "../form/ProcedimentosEditor.tsx";
import { totalOfRows } from "../form/rows.ts";
import { differsFromUnconfirmed } from "../form/save.ts";
import { SaveBar } from "../form/SaveBar.tsx";
import { cacheSavedAcionamento } from "../form/cacheSaved.ts";
import { focusUnconfirmedSave, UnconfirmedSave } from "../form/UnconfirmedSave.tsx";
import { useDraft, useDraftTitle } from "../form/useDraft.ts";
import { PROCEDIMENTOS, useRowsEditor } from "../form/useRowsEditor.ts";
import { useSave } from "../form/useSave.ts";
import { haveRowsChanged, inputOfReabertura, problemsOfReabertura, ReaberturaFields, rowsOf } from "./reabertura.ts";

export interface ReaberturaFormProps {
  readonly acionamento: ReaberturaFormFragment;
  /** Of the query: parts may have failed. */
  readonly loadError: unknown;
}

/** The form to reopen an acionamento. */
export function ReaberturaForm({ acionamento, loadError }: ReaberturaFormProps) {
  return (
    <DraftForm form={`reabertura-${acionamento.sinistro}`}>
      {(draft) => <Fields draftName={draft} old={acionamento} loadError={loadError} />}
    </DraftForm>
  );
}

interface FieldsProps {
  readonly draftName: string;
  readonly old: ReaberturaFormFragment;
  readonly loadError: unknown;
}

function Fields({ draftName, old, loadError }: FieldsProps) {
  const { sinistro, segurado, pet } = old;
  const isInsurerLost = errorMessageAt(loadError, "reabertura", "seguradora") !== undefined;
  const [empty] = useState<ReaberturaFields>(() => ({ rows: rowsOf(old), busca: "", observacao: "" }));
  const draft = useDraft(draftName, ReaberturaFields, empty);
  const { fields, save } = draft;
  const [problems, setProblems] = useState<Problems>({});
  const input = inputOfReabertura(sinistro, fields, empty.rows);
  const hasChanged = differsFromUnconfirmed(save, input, fields);
  useDraftTitle(draft, [`Sinistro ${sinistro}`, segurado.nome]);

  const [reabrirAcionamento] = useMutation(ReabrirAcionamentoDocument, {
    errorPolicy: "all",
    update(cache, { data }) {
      if (data?.reabrirAcionamento.__typename !== "AcionamentoSalvo") return;
      const created = data.reabrirAcionamento.acionamento;
      cacheSavedAcionamento(cache, created);
      if (created.origem) return;
      // It was saved, but the old acionamento could not be reloaded: update what is known.
      cache.modify({
        id: cache.identify({ __typename: "Acionamento", id: old.id, sinistro }) ?? "",
        fields: { sinistroReabertura: () => created.sinistro, podeReabrir: () => false },
      });
    },
  });
  const sendSave = useSave({
    draft,
    send: async (reabertura: Omit<Reabertura, "chave">, chave) => {
      const { data, error } = await reabrirAcionamento({ variables: { input: { ...reabertura, chave } } });
      return { data: data?.reabrirAcionamento, error };
    },
    saved: (created) => `Sinistro ${sinistro} reaberto: o novo sinistro é ${created}.`,
    onProblems: show,
  });

  function show(found: Problems): void {
    flushSync(() => setProblems(found));
    focusFirstProblem(found);
  }

  function change(part: Partial<ReaberturaFields>, campo: string): void {
    draft.change(part);
    setProblems((before) => without(before, campo));
  }

  function submit(asAnother = false): void {
    const found = problemsOfReabertura(fields);
    if (Object.keys(found).length > 0) show(found);
    else if (hasChanged && !asAnother) focusUnconfirmedSave();
    else void sendSave(input, fields, asAnother);
  }

  const editor = useRowsEditor(fields.rows, (rows, campo) => change({ rows: [...rows] }, campo));
  const view = viewAddress(sinistro);

  const begin = useEffectEvent(() => {
    if (save.unanswered) focusUnconfirmedSave();
  });
  useEffect(() => begin(), []);

  function discard(): void {
    draft.discard();
    editor.reset();
    setProblems({});
    focusFirstProblem({ observacao: "" });
  }

  return (
    <Form label="Reabrir acionamento" onSave={() => submit()}>
      <DraftStatus {...draft} />
      {save.unanswered && (
        <UnconfirmedSave
          sentAt={save.unanswered.sentAt}
          hasChanged={hasChanged}
          where={
            <Button component={Link} to={view} size="xs" variant="subtle">
              Ver o sinistro {sinistro}
            </Button>
          }
          onRestore={() => {
            draft.restoreSent();
            editor.reset();
          }}
          onSaveAnother={() => submit(true)}
        />
      )}
      <section className="card" aria-labelledby="reabertura-old">
        <h2 id="reabertura-old">
          Sinistro <Link to={view}>{sinistro}</Link> <StatusBadge status={old.status} />
        </h2>
        <dl className="facts">
          <Fact name="Segurado">
            {segurado.nome}
            <br />
            <span className="figures">{formatCpfCnpj(segurado.cpfCnpj)}</span>
          </Fact>
          <Fact name="Pet">{pet ? [pet.nome, pet.especie].filter(Boolean).join(" · ") : "Não informado"}</Fact>
          <Fact name="Seguradora">
            {old.seguradora?.nome ?? (isInsurerLost ? "Não disponível agora" : "Não informada")}
          </Fact>
          <Fact name="Apólice">{old.apolice ?? "Não informada"}</Fact>
          <Fact name="Ocorrência">{old.ocorridoEm ? formatDay(old.ocorridoEm) : "Não informada"}</Fact>
          <Fact name="Aberto em">{formatInstant(old.abertoEm)}</Fact>
          {old.autorizacao !== null && <Fact name="Autorização">{old.autorizacao}</Fact>}
          <Fact name="Total">{formatMoney(old.valorTotal)}</Fact>
        </dl>
      </section>
      <section className="card" aria-labelledby="reabertura-reason">
        <h2 id="reabertura-reason">Por que reabrir</h2>
        <NoteField
          campo="observacao"
          label="Motivo da reabertura"
          value={fields.observacao}
          problem={problems["observacao"]}
          isRequired
          onChange={(observacao) => change({ observacao }, "observacao")}
        />
      </section>
      <section className="card" aria-labelledby="reabertura-procedimentos">
        <h2 id="reabertura-procedimentos">Procedimentos</h2>
        <ProcedimentosEditor editor={editor} problems={problems}>
          <ProcedimentoSearch
            problem={problems["procedimentos"]}
            errorMessage={errorMessageAt(loadError, "procedimentos")}
            typed={fields.busca}
            onType={(busca) => change({ busca }, PROCEDIMENTOS)}
            onAdd={editor.add}
            onAddConjunto={editor.addConjunto}
          />
        </ProcedimentosEditor>
        {haveRowsChanged(fields.rows, empty.rows) && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            onClick={() => {
              change({ rows: empty.rows }, "procedimentos");
              editor.reset();
              focusFirstProblem({ procedimentos: "" });
            }}
          >
            Voltar aos procedimentos do sinistro
          </Button>
        )}
      </section>
      <SaveBar
        segurado={segurado.nome}
        pet={pet?.nome}
        total={totalOfRows(fields.rows)}
        onDiscard={draft.hasContent ? discard : undefined}
      >
        Reabrir
      </SaveBar>
    </Form>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
