import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { useSession } from "../session.ts";
import { loginRouteState } from "../shell/loginRouteState.ts";

/** The challenge that links the login steps: opaque, for one use, with an expiry time. */
const Desafio = z.object({ desafio: z.string(), expiraEm: z.string() });
export type Desafio = z.infer<typeof Desafio>;

/** A step of the login after the first one. */
const LoginStep = z.object({
  name: z.enum(["codigo", "senha"]),
  email: z.string(),
  desafio: Desafio,
  /** When the code was sent, by the gateway's clock. */
  sentAt: z.number(),
});
export type LoginStep = z.infer<typeof LoginStep>;

type Step = { readonly name: "email" } | LoginStep;

const START: Step = { name: "email" };

/** The step of the history entry. `leave` goes back to the entry of the first step, and shows this one until the next entry. */
export function useLoginStep(): { readonly step: Step; readonly leave: () => Promise<void> } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const hasSession = useSession() !== null;
  const [left, setLeft] = useState<Step>();
  const onArrived = useRef<() => void>(undefined);
  const stored = z.safeParse(LoginStep, loginRouteState(state).step).data;
  // A step of a login that is completed.
  const isOver = hasSession && stored !== undefined && left === undefined;

  useEffect(() => {
    if (stored) return;
    onArrived.current?.();
    onArrived.current = undefined;
  }, [stored]);

  useEffect(() => {
    if (isOver) void navigate({ search }, { replace: true, state: { step: null } });
  }, [isOver, navigate, search]);

  const step = left ?? (isOver ? START : (stored ?? START));
  const leave = () =>
    new Promise<void>((resolve) => {
      setLeft(step);
      onArrived.current = resolve;
      void navigate(-1);
    });
  return { step, leave };
}
