import "./novo.css";
import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLoaderData } from "react-router";
import { cleanCpfCnpj } from "../../format/cpfCnpj.ts";
import { parseDay } from "../../format/dayInput.ts";
import { AbrirAcionamentoDocument, type NovoAcionamento } from "../../gql/graphql.ts";
import { errorMessageAt } from "../../graph/errors.ts";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { focusWhenFree } from "../../ui/overlays.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DraftForm } from "../form/DraftForm.tsx";
import { DraftStatus } from "../form/DraftStatus.tsx";
import { Form } from "../form/Form.tsx";
import { fieldId, focusFirstProblem, type Problems, without } from "../form/problems.ts";
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
import { FIRST_STATUS } from "../../status.ts";
import { ApoliceSection, choiceOf } from "./ApoliceSection.tsx";
import type { loadNovo } from "./novo.query.ts";
import { EMPTY, inputOfNovo, NovoFields, problemsOfNovo } from "./novo.ts";
import { OcorrenciaSection } from "./OcorrenciaSection.tsx";
import { OpenAcionamentosNotice } from "./OpenAcionamentosNotice.tsx";
import { RequestedSeguradoNotice, useRequestedSegurado } from "./RequestedSegurado.tsx";
import { SeguradoSection, useSegurado } from "./SeguradoSection.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

/** The form for a new acionamento. */
export function NovoPage() {
  return (
    <div className="page page-narrow">
      <PageHeader title="Novo acionamento" />
      <DraftForm form="novo-acionamento">
        {(draft, startNew) => <NovoForm draftName={draft} onStartNew={startNew} />}
      </DraftForm>
    </div>
  );
}

interface NovoFormProps {
  readonly draftName: string;
  /** Keeps the draft and opens an empty form. */
  onStartNew(): void;
}

function NovoForm({ draftName, onStartNew }: NovoFormProps) {
  const queryRef = useLoaderData<ReturnType<typeof loadNovo>>();
  const draft = useDraft(draftName, NovoFields, EMPTY);
  const { fields, save } = draft;
  const [problems, setProblems] = useState<Problems>({});
  const lookup = useSegurado(fields.cpfCnpj);
  const ocorridoEm = parseDay(fields.ocorridoEm);
  const choice = choiceOf(lookup.segurado, fields, ocorridoEm);
  const { apolice, pet } = choice;
  const input = inputOfNovo(fields, choice);
  // Without the insured (offline, for example) there is no input to compare.
  const hasChanged = !lookup.isLoading && differsFromUnconfirmed(save, input, fields);
  const { requested, keep } = useRequestedSegurado(draft);
  useDraftTitle(draft, [choice.nome ?? fields.cpfCnpj, pet?.nome]);

  const [abrirAcionamento] = useMutation(AbrirAcionamentoDocument, {
    errorPolicy: "all",
    update(cache, { data }) {
      if (data?.abrirAcionamento.__typename === "AcionamentoSalvo")
        cacheSavedAcionamento(cache, data.abrirAcionamento.acionamento);
    },
  });
  const sendSave = useSave({
    draft,
    send: async (acionamento: Omit<NovoAcionamento, "chave">, chave) => {
      const { data, error } = await abrirAcionamento({ variables: { input: { ...acionamento, chave } } });
      return { data: data?.abrirAcionamento, error };
    },
    saved: (sinistro) => `Acionamento aberto: sinistro ${sinistro}.`,
    onProblems: show,
  });

  const editor = useRowsEditor(fields.rows, (rows, campo) => change({ rows: [...rows] }, campo));

  const begin = useEffectEvent(() => {
    if (save.unanswered) focusUnconfirmedSave();
    else focusWhenFree(document.getElementById(fieldId("cpfCnpj")));
  });
  useEffect(() => begin(), []);

  function show(found: Problems): void {
    flushSync(() => setProblems(found));
    focusFirstProblem(found);
  }

  function change(part: Partial<NovoFields>, ...changed: string[]): void {
    draft.change(part);
    setProblems((before) => changed.reduce(without, before));
  }

  function submit(asAnother = false): void {
    const found = problemsOfNovo(fields, choice);
    if (Object.keys(found).length > 0 || !input) show(found);
    else if (hasChanged && !asAnother) focusUnconfirmedSave();
    else {
      // Preselected values are stored as chosen, since they are sent.
      const chosen = { ...fields, apolice: apolice?.numero ?? null, pet: pet?.id ?? null };
      draft.change(chosen);
      void sendSave(input, chosen, asAnother);
    }
  }

  function discard(): void {
    draft.discard();
    editor.reset();
    setProblems({});
    focusFirstProblem({ cpfCnpj: "" });
  }

  return (
    <Form label="Novo acionamento" onSave={() => submit()}>
      <DraftStatus {...draft} />
      {requested !== undefined && (
        <RequestedSeguradoNotice
          requested={requested}
          current={choice.nome ?? fields.cpfCnpj}
          onStart={onStartNew}
          onKeep={keep}
        />
      )}
      {save.unanswered && (
        <UnconfirmedSave
          sentAt={save.unanswered.sentAt}
          hasChanged={hasChanged}
          where={apolice?.seguradora && <OpenAcionamentosLink seguradora={apolice.seguradora.id} />}
          onRestore={() => {
            draft.restoreSent();
            editor.reset();
          }}
          onSaveAnother={() => submit(true)}
        />
      )}
      <SeguradoSection
        cpfCnpj={fields.cpfCnpj}
        lookup={lookup}
        problem={problems["cpfCnpj"]}
        onChange={(cpfCnpj) => change({ cpfCnpj, apolice: null, pet: null }, "cpfCnpj", "apolice", "pet", "seguradora")}
      />
      <ApoliceSection
        choice={choice}
        chosenNumero={fields.apolice}
        ocorridoEm={ocorridoEm}
        problems={problems}
        empty={lookup.isLoading ? "Carregando as apólices…" : "As apólices aparecem quando o segurado for encontrado."}
        onApolice={(numero) => change({ apolice: numero, pet: null }, "apolice", "pet", "seguradora")}
        onPet={(id) => change({ apolice: apolice?.numero ?? null, pet: id }, "pet")}
      />
      <OpenAcionamentosNotice
        cpfCnpj={cleanCpfCnpj(fields.cpfCnpj)}
        seguradora={apolice?.seguradora?.id}
        pet={pet}
        ocorridoEm={ocorridoEm}
      />
      <section className="card" aria-labelledby="novo-procedimentos">
        <h2 id="novo-procedimentos">Procedimentos</h2>
        <ProcedimentosEditor editor={editor} problems={problems}>
          <QueryBoundary
            queryRef={queryRef}
            skeleton={<Skeleton height={60} />}
            errorTitle="Não foi possível carregar os procedimentos."
          >
            {(_, error) => (
              <ProcedimentoSearch
                problem={problems["procedimentos"]}
                errorMessage={errorMessageAt(error, "procedimentos")}
                typed={fields.busca}
                onType={(busca) => change({ busca }, PROCEDIMENTOS)}
                onAdd={editor.add}
                onAddConjunto={editor.addConjunto}
              />
            )}
          </QueryBoundary>
        </ProcedimentosEditor>
      </section>
      <OcorrenciaSection
        ocorrencia={fields}
        problems={problems}
        onChange={(part) => change(part, ...Object.keys(part), ...("ocorridoEm" in part ? ["apolice"] : []))}
      />
      <SaveBar
        segurado={choice.nome}
        pet={pet?.nome}
        total={totalOfRows(fields.rows)}
        onDiscard={draft.hasContent ? discard : undefined}
      >
        Salvar
      </SaveBar>
    </Form>
  );
}

function OpenAcionamentosLink({ seguradora }: { readonly seguradora: string }) {
  const address = new URLSearchParams({ seguradora, status: FIRST_STATUS });
  return (
    <Button component={Link} to={`/consulta-acionamento?${address.toString()}`} size="xs" variant="subtle">
      Ver os abertos da seguradora
    </Button>
  );
}
