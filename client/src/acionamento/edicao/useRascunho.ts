import { useCallback, useRef, useState } from "react";
import * as z from "zod/mini";
import { draftOwner, dropDraft, readDraft, writeDraft } from "../../draft.ts";
import { Envio, novoEnvio } from "./envio.ts";

/** What somebody is entering: the fields of a form, and how far its save has got. */
interface Estado<TCampos> {
  readonly campos: TCampos;
  readonly envio: Envio;
  /** When it was kept last; null as long as there is nothing to keep. */
  readonly em: number | null;
}

export interface Rascunho<TCampos> extends Estado<TCampos> {
  /** When what was found here had been kept; null where nothing was. */
  readonly recuperadoDe: number | null;
  /** Whether there is something that would be lost. */
  readonly temConteudo: boolean;
  change(part: Partial<TCampos>): void;
  /** Notes how far the save has got. */
  note(envio: Envio): void;
  /** The state of this moment, for who has waited since the last drawing. */
  now(): Estado<TCampos>;
  /** Brings back the fields as they were sent. */
  voltarAoEnviado(): void;
  /** Starts over; `undo` brings back what was there. */
  discard(): void;
  readonly undo: (() => void) | undefined;
  /** It has been saved: nothing is kept any more. */
  drop(): void;
}

/**
 * A draft, kept at every change and found again under its name. `form` says what a kept one must look like; `empty`
 * is what stands there before anybody has typed.
 */
export function useRascunho<T extends z.ZodMiniType>(name: string, form: T, empty: z.infer<T>): Rascunho<z.infer<T>> {
  type TCampos = z.infer<T>;
  // The session may end while a save is under way; what is learned then still belongs to who was typing.
  const [owner] = useState(draftOwner);
  const [found] = useState(
    () => readDraft(name, z.object({ em: z.number(), campos: form, envio: Envio })) as Estado<TCampos> | undefined,
  );
  const [estado, setEstado] = useState<Estado<TCampos>>(() => found ?? { campos: empty, envio: novoEnvio(), em: null });
  const [recuperadoDe, setRecuperadoDe] = useState(found?.em ?? null);
  const [discarded, setDiscarded] = useState<Estado<TCampos>>();
  const latest = useRef(estado);
  const isDropped = useRef(false);

  /** Kept before anything else happens: a save that goes out next must be known after a reload. */
  const put = useCallback(
    (next: Omit<Estado<TCampos>, "em">) => {
      const hasContent = next.envio.semResposta !== null || !isSame(next.campos, empty);
      const kept = { ...next, em: hasContent ? Date.now() : null };
      latest.current = kept;
      setEstado(kept);
      if (isDropped.current) return;
      if (hasContent) writeDraft(name, kept, owner);
      else dropDraft(name, owner);
    },
    [name, empty, owner],
  );

  return {
    ...estado,
    recuperadoDe,
    temConteudo: estado.em !== null,
    change(part) {
      setDiscarded(undefined);
      put({ ...latest.current, campos: { ...(latest.current.campos as object), ...(part as object) } as TCampos });
    },
    note: (envio) => put({ ...latest.current, envio }),
    now: () => latest.current,
    voltarAoEnviado() {
      const sent = z.safeParse(form, latest.current.envio.semResposta?.campos);
      if (sent.success) put({ ...latest.current, campos: sent.data });
    },
    discard() {
      setDiscarded(latest.current);
      setRecuperadoDe(null);
      put({ campos: empty, envio: novoEnvio() });
    },
    undo:
      discarded &&
      (() => {
        setDiscarded(undefined);
        put(discarded);
      }),
    drop() {
      isDropped.current = true;
      dropDraft(name, owner);
    },
  };
}

/** Drafts are plain data: two that read the same are the same. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
