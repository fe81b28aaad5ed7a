import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj } from "../../format/cpfCnpj.ts";
import type { Draft } from "../form/useDraft.ts";
import { hasMoreThanSegurado, type NovoFields } from "./novo.ts";

/**
 * The insured that the search box sent somebody here with, in the router's state and never in the address. An
 * acionamento that is being entered for another is not thrown away for it unasked: then the question is returned.
 */
export function useRequestedSegurado(draft: Draft<NovoFields>) {
  const { state, pathname } = useLocation() as { readonly state: unknown; readonly pathname: string };
  const navigate = useNavigate();
  const requested = cpfCnpjIn(state);
  const { fields, save } = draft;
  const isAnother = requested !== undefined && requested !== cleanCpfCnpj(fields.cpfCnpj);
  const isInTheWay = isAnother && (hasMoreThanSegurado(fields) || save.unanswered !== null);

  // The browser would keep it with the history, and a reload would ask again.
  const forget = () => void navigate(pathname, { replace: true, state: null });
  const take = () => {
    if (isAnother) {
      draft.discard();
      draft.change({ cpfCnpj: formatCpfCnpj(requested) });
    }
    forget();
  };
  const takeAtOnce = useEffectEvent(take);
  useEffect(() => {
    if (requested !== undefined && !isInTheWay) takeAtOnce();
  }, [requested, isInTheWay]);

  return {
    requested: isInTheWay ? requested : undefined,
    keep: forget,
    start: take,
  };
}

function cpfCnpjIn(state: unknown): string | undefined {
  const { cpfCnpj } = Object(state) as { readonly cpfCnpj?: unknown };
  return typeof cpfCnpj === "string" && isCpfCnpj(cpfCnpj) ? cleanCpfCnpj(cpfCnpj) : undefined;
}

export interface RequestedSeguradoNoticeProps {
  readonly requested: string;
  /** Whom the draft is about. */
  readonly current: string;
  onStart(): void;
  onKeep(): void;
}

/** Asks what shall become of the draft. */
export function RequestedSeguradoNotice({ requested, current, onStart, onKeep }: RequestedSeguradoNoticeProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section className="form-notice" ref={section} tabIndex={-1} aria-label="Rascunho em andamento">
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>Há um acionamento em andamento{current && ` de ${current}`}.</strong> Você procurou{" "}
          <span className="figures">{formatCpfCnpj(requested)}</span>.
        </p>
        <div className="form-notice-actions">
          <Button size="xs" onClick={onKeep}>
            Continuar o que está em andamento
          </Button>
          <Button size="xs" variant="default" onClick={onStart}>
            Descartar e começar outro
          </Button>
        </div>
      </div>
    </section>
  );
}
