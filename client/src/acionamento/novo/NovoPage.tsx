import "./novo.css";
import { useMutation } from "@apollo/client/react";
import { zodResolver } from "@hookform/resolvers/zod";
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useLoaderData } from "react-router";
import { cleanCpfCnpj } from "../../format/cpfCnpj.ts";
import { parseDay } from "../../format/dayInput.ts";
import { AbrirAcionamentoDocument } from "../../gql/graphql.ts";
import { listTarget } from "../../shell/addresses.ts";
import { QueryBoundary } from "../../ui/QueryBoundary.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DraftChooser, type OtherForms } from "../form/DraftChooser.tsx";
import { Form } from "../form/Form.tsx";
import { ProcedimentoSearch } from "../procedimentos/ProcedimentoSearch.tsx";
import { ProcedimentosEditor } from "../procedimentos/ProcedimentosEditor.tsx";
import { useDraftForm, useDraftTitle } from "../form/useDraftForm.ts";
import { DEFAULT_STATUS } from "../../status.ts";
import { type ApoliceAndPet, choiceOf, NO_CHOICE } from "./apolice.ts";
import { ApoliceSection } from "./ApoliceSection.tsx";
import type { loadNovo } from "./novo.query.ts";
import { EMPTY, inputOfNovo, NovoFields, rulesOfNovo } from "./novo.ts";
import { OcorrenciaSection } from "./OcorrenciaSection.tsx";
import { OpenAcionamentosNotice } from "./OpenAcionamentosNotice.tsx";
import { SeguradoSection, useSegurado } from "./SeguradoSection.tsx";
import { useRequestedSegurado } from "./useRequestedSegurado.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";

export function NovoPage() {
  return (
    <div className="page page-narrow">
      <PageHeader title="Novo acionamento" />
      <DraftChooser form="novo-acionamento">
        {(draft, others) => <NovoForm draftName={draft} others={others} />}
      </DraftChooser>
    </div>
  );
}

function NovoForm({ draftName, others }: { readonly draftName: string; readonly others: OtherForms }) {
  const queryRef = useLoaderData<ReturnType<typeof loadNovo>>();
  const choiceOfRules = useRef<ApoliceAndPet>(NO_CHOICE);
  const draft = useDraftForm(draftName, NovoFields, EMPTY, {
    resolver: (...validated) => zodResolver(rulesOfNovo(choiceOfRules.current))(...validated),
    alsoCleared: { ocorridoEm: "apolice", rows: "busca" },
  });
  const { fields } = draft;
  const lookup = useSegurado(fields.cpfCnpj);
  const ocorridoEm = parseDay(fields.ocorridoEm);
  const choice = choiceOf(lookup.segurado, fields, ocorridoEm);
  const { apolice, pet } = choice;
  useRequestedSegurado(draft, others);
  useDraftTitle(draft, [choice.nome ?? fields.cpfCnpj, pet?.nome]);
  useEffect(() => {
    choiceOfRules.current = choice;
  });

  const [abrirAcionamento] = useMutation(AbrirAcionamentoDocument, { errorPolicy: "all" });

  return (
    <Form
      label="Novo acionamento"
      draft={draft}
      // Without the insured (offline, for example) there is no input to compare.
      input={inputOfNovo(fields, choice)}
      isLoading={lookup.isLoading}
      firstField="cpfCnpj"
      isFocused
      preselected={{ apolice: apolice?.numero ?? null, pet: pet?.id ?? null }}
      mutate={async (input) => {
        const { data, error } = await abrirAcionamento({ variables: { input } });
        return { data: data?.abrirAcionamento, error };
      }}
      savedMessage={(sinistro) => `Acionamento aberto: sinistro ${sinistro}.`}
      startNew={others.startNew}
      saveBarNames={[choice.nome, pet?.nome]}
      saveLabel="Salvar"
      checkLink={
        apolice?.seguradora && (
          <Button
            component={Link}
            {...listTarget({ statuses: [DEFAULT_STATUS], seguradora: apolice.seguradora.id })}
            size="xs"
            variant="subtle"
          >
            Ver os abertos da seguradora
          </Button>
        )
      }
    >
      <SeguradoSection lookup={lookup} />
      <ApoliceSection
        choice={choice}
        ocorridoEm={ocorridoEm}
        empty={lookup.isLoading ? "Carregando as apólices…" : "As apólices aparecem quando o segurado for encontrado."}
      />
      <OpenAcionamentosNotice
        cpfCnpj={cleanCpfCnpj(fields.cpfCnpj)}
        seguradora={apolice?.seguradora?.id}
        pet={pet}
        ocorridoEm={ocorridoEm}
      />
      <section className="card" aria-labelledby="novo-procedimentos">
        <h2 id="novo-procedimentos">Procedimentos</h2>
        <ProcedimentosEditor>
          {(editor) => (
            <QueryBoundary
              queryRef={queryRef}
              skeleton={<Skeleton height={60} />}
              errorTitle="Não foi possível carregar os procedimentos."
            >
              {(_, error) => <ProcedimentoSearch editor={editor} error={error} />}
            </QueryBoundary>
          )}
        </ProcedimentosEditor>
      </section>
      <OcorrenciaSection apolices={choice.apolices} />
    </Form>
  );
}
