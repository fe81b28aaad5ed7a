import { Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { cleanCpfCnpj, formatCpfCnpj, isCpfCnpj } from "../../format/cpfCnpj.ts";
import { type CamposDoNovo, temMaisQueSegurado } from "./novo.ts";
import type { Rascunho } from "../edicao/useRascunho.ts";

/**
 * The insured that the search box sent somebody here with, in the router's state and never in the address. An
 * acionamento that is being entered for another is not thrown away for it unasked: then the question is returned.
 */
export function useSeguradoPedido(rascunho: Rascunho<CamposDoNovo>) {
  const { state, pathname } = useLocation() as { readonly state: unknown; readonly pathname: string };
  const navigate = useNavigate();
  const pedido = cpfCnpjIn(state);
  const { campos, envio } = rascunho;
  const isAnother = pedido !== undefined && pedido !== cleanCpfCnpj(campos.cpfCnpj);
  const isInTheWay = isAnother && (temMaisQueSegurado(campos) || envio.semResposta !== null);

  // The browser would keep it with the history, and a reload would ask again.
  const forget = () => void navigate(pathname, { replace: true, state: null });
  const take = () => {
    if (isAnother) {
      rascunho.discard();
      rascunho.change({ cpfCnpj: formatCpfCnpj(pedido) });
    }
    forget();
  };
  const takeAtOnce = useEffectEvent(take);
  useEffect(() => {
    if (pedido !== undefined && !isInTheWay) takeAtOnce();
  }, [pedido, isInTheWay]);

  return {
    pedido: isInTheWay ? pedido : undefined,
    manter: forget,
    comecar: take,
  };
}

function cpfCnpjIn(state: unknown): string | undefined {
  const { cpfCnpj } = Object(state) as { readonly cpfCnpj?: unknown };
  return typeof cpfCnpj === "string" && isCpfCnpj(cpfCnpj) ? cleanCpfCnpj(cpfCnpj) : undefined;
}

export interface SeguradoPedidoAvisoProps {
  readonly pedido: string;
  /** Whom the draft is about. */
  readonly atual: string;
  onComecar(): void;
  onManter(): void;
}

/** Asks what shall become of the draft. */
export function SeguradoPedidoAviso({ pedido, atual, onComecar, onManter }: SeguradoPedidoAvisoProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section className="aviso" ref={section} tabIndex={-1} aria-label="Rascunho em andamento">
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <p>
          <strong>Há um acionamento em andamento{atual && ` de ${atual}`}.</strong> Você procurou{" "}
          <span className="figures">{formatCpfCnpj(pedido)}</span>.
        </p>
        <div className="aviso-acoes">
          <Button size="xs" onClick={onManter}>
            Continuar o que está em andamento
          </Button>
          <Button size="xs" variant="default" onClick={onComecar}>
            Descartar e começar outro
          </Button>
        </div>
      </div>
    </section>
  );
}
