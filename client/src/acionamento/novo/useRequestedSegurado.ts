import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { cleanCpfCnpj, formatCpfCnpj } from "../../format/cpfCnpj.ts";
import { cpfCnpjIn } from "../address.ts";
import type { DraftForm } from "../form/useDraftForm.ts";
import { SavedProcedimento, inputOfRows, rowOf } from "../form/rows.ts";
import { EMPTY, hasMoreThanSegurado, type NovoFields } from "./novo.ts";

/** Fills in the insured from the history state. If the form has content, returns it as `requested`, to ask the user first. */
export function useRequestedSegurado(draft: DraftForm<NovoFields>) {
  const { state, pathname } = useLocation() as { readonly state: unknown; readonly pathname: string };
  const navigate = useNavigate();
  const requested = cpfCnpjIn(state);
  const model = modelIn(state);
  const { fields, saveState } = draft;
  // It stays in the history for a while after the form has taken it.
  const isTaken = requested === cleanCpfCnpj(fields.cpfCnpj) && (!model || isSameModel(model, fields));
  const isAnother = requested !== undefined && !isTaken;
  const isInTheWay = isAnother && (hasMoreThanSegurado(fields) || saveState.unanswered !== null);

  // Remove it from the history state, or a reload would ask again.
  const forget = () => void navigate(pathname, { replace: true, state: null });
  const takeAtOnce = useEffectEvent(() => {
    if (isAnother) draft.start({ ...EMPTY, cpfCnpj: formatCpfCnpj(requested), ...model });
    forget();
  });
  useEffect(() => {
    if (requested !== undefined && !isInTheWay) takeAtOnce();
  }, [requested, isInTheWay]);

  return { requested: isInTheWay ? requested : undefined, keep: forget };
}

/** What a new acionamento takes over from another one. */
type Model = Pick<NovoFields, "pet" | "petNome" | "rows">;
const ModelState = z.object({
  pet: z.nullable(z.object({ id: z.string(), nome: z.string() })),
  procedimentos: z.array(SavedProcedimento),
});

function modelIn(state: unknown): Model | undefined {
  const { data } = z.safeParse(ModelState, state);
  return data && { pet: data.pet?.id ?? null, petNome: data.pet?.nome, rows: data.procedimentos.map(rowOf) };
}

function isSameModel(one: Model, other: Model): boolean {
  const plain = ({ pet, rows }: Model) => JSON.stringify([pet, inputOfRows(rows)]);
  return plain(one) === plain(other);
}

interface RequestedSeguradoNoticeProps {
  readonly requested: string;
  /** The insured of the draft. */
  readonly current: string;
  onStart(): void;
  onKeep(): void;
}

export function RequestedSeguradoNotice({ requested, current, onStart, onKeep }: RequestedSeguradoNoticeProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section className="form-notice" ref={section} tabIndex={-1} aria-label="Rascunho em andamento">
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>{`Há um acionamento em andamento${current && ` de ${current}`}.`}</strong> Você procurou{" "}
          <span className="figures">{formatCpfCnpj(requested)}</span>.
        </p>
        <div className="row">
          <Button size="xs" onClick={onKeep}>
            Continuar o que está em andamento
          </Button>
          <Button size="xs" variant="default" onClick={onStart}>
            Guardar e começar outro
          </Button>
        </div>
      </div>
    </section>
  );
}
