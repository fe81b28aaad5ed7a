import { useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { cpfCnpjIn } from "../address.ts";
import { rowOf, SavedProcedimento } from "../procedimentos/rows.ts";
import type { OtherForms } from "../form/DraftChooser.tsx";
import { focusUnconfirmedSave } from "../form/UnconfirmedSave.tsx";
import type { DraftForm } from "../form/useDraftForm.ts";
import { EMPTY, hasMoreThanSegurado, type NovoFields } from "./novo.ts";

/**
 * Fills in the insured from the history state, in a new form if this one has more than an insured. An unconfirmed save comes
 * first: the insured is then offered beside it, as a draft.
 */
export function useRequestedSegurado(draft: DraftForm<NovoFields>, { startNew, offer }: OtherForms): void {
  const { state, pathname } = useLocation() as { readonly state: unknown; readonly pathname: string };
  const navigate = useNavigate();
  const requested = cpfCnpjIn(state);
  const take = useEffectEvent((cpfCnpj: string) => {
    const title = formatCpfCnpj(cpfCnpj);
    const fields = { ...EMPTY, cpfCnpj: title, ...modelIn(state) };
    if (draft.saveState.unanswered) {
      offer(fields, title);
      focusUnconfirmedSave();
    }
    // The new form runs this effect too, and takes the insured.
    else if (hasMoreThanSegurado(draft.fields)) return startNew();
    else draft.start(fields);
    // A reload would fill it in again.
    void navigate(pathname, { replace: true, state: null });
  });
  useEffect(() => {
    if (requested !== undefined) take(requested);
  }, [requested]);
}

/** What a new acionamento takes over from another one. */
const ModelState = z.object({
  pet: z.nullable(z.object({ id: z.string(), nome: z.string() })),
  procedimentos: z.array(SavedProcedimento),
});

function modelIn(state: unknown): Pick<NovoFields, "pet" | "petNome" | "rows"> | undefined {
  const { data } = z.safeParse(ModelState, state);
  return data && { pet: data.pet?.id ?? null, petNome: data.pet?.nome, rows: data.procedimentos.map(rowOf) };
}
