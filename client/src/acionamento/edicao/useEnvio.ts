import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { isTransportFault, messageOf } from "../../graph/fault.ts";
import { alert, busy } from "../../ui/interrupt.ts";
import { reportFault } from "../../ui/report.ts";
import { viewOf } from "../address.ts";
import { aoEnviar, aoResponder, type Desfecho, desfechoDe, novoEnvio, type Resultado } from "./envio.ts";
import { divide, type Problemas } from "./problemas.ts";
import type { Rascunho } from "./useRascunho.ts";

const NADA_SE_PERDEU =
  "Nada do que você digitou se perdeu. Você pode salvar de novo: o acionamento não será salvo duas vezes.";

interface EnvioOptions<TCampos, TInput> {
  readonly rascunho: Rascunho<TCampos>;
  /** Sends the mutation. */
  send(input: TInput, chave: string): Promise<{ readonly data?: Resultado | undefined; readonly error?: unknown }>;
  /** What to say when it is saved. */
  saved(sinistro: string): string;
  onProblemas(problemas: Problemas): void;
}

/** Sends a save once at a time, and deals with all that can become of it. */
export function useEnvio<TCampos, TInput>(options: EnvioOptions<TCampos, TInput>) {
  const { rascunho } = options;
  const navigate = useNavigate();
  const isSending = useRef(false);
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function deal(desfecho: Desfecho): Promise<void> {
    switch (desfecho.tipo) {
      case "salvo": {
        rascunho.drop();
        notifications.show({ message: options.saved(desfecho.sinistro) });
        const view = viewOf(desfecho.sinistro);
        // Who has gone elsewhere meanwhile is not fetched back.
        if (isHere.current) await busy(Promise.resolve(navigate(view, { replace: true })));
        return;
      }
      case "invalido": {
        const { soltos } = divide(desfecho.problemas);
        options.onProblemas(desfecho.problemas);
        if (soltos.length > 0) alert(soltos.join("\n"));
        return;
      }
      case "recusado":
        alert(desfecho.mensagem);
        return;
      case "falhou":
        if (isTransportFault(desfecho.error)) alert(`${messageOf(desfecho.error)}\n\n${NADA_SE_PERDEU}`);
        else reportFault(desfecho.error);
    }
  }

  /** `comoOutro`: whatever became of an earlier one, this is another. `campos`: what to come back to. */
  return async (input: TInput, campos: TCampos, comoOutro = false): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const antes = comoOutro ? novoEnvio() : rascunho.now().envio;
      const enviado = aoEnviar(antes, JSON.stringify(input), campos);
      rascunho.note(enviado);
      const desfecho = await busy(settle(options.send(input, enviado.chave)));
      rascunho.note(aoResponder(enviado, antes, desfecho));
      await deal(desfecho);
    } finally {
      isSending.current = false;
    }
  };
}

async function settle(answer: ReturnType<EnvioOptions<never, never>["send"]>): Promise<Desfecho> {
  try {
    const { data, error } = await answer;
    return desfechoDe(data, error);
  } catch (error) {
    return { tipo: "falhou", error };
  }
}
