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

/** The step of the history entry. `returnToFirstEntry` still shows this step until the next entry. */
export function useLoginStep(): { readonly step: Step; readonly returnToFirstEntry: () => Promise<void> } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const hasSession = useSession() !== null;
  const [displayedStep, setDisplayedStep] = useState<Step>();
  const onArrived = useRef<() => void>(undefined);
  const stored = z.safeParse(LoginStep, loginRouteState(state).step).data;
  // A step of a login that is completed.
  const isLoginDone = hasSession && stored !== undefined && displayedStep === undefined;

  useEffect(() => {
    if (stored) return;
    onArrived.current?.();
    onArrived.current = undefined;
  }, [stored]);

  useEffect(() => {
    if (isLoginDone) void navigate({ search }, { replace: true, state: { step: null } });
  }, [isLoginDone, navigate, search]);

  const step = displayedStep ?? (isLoginDone ? START : (stored ?? START));
  const returnToFirstEntry = () =>
    new Promise<void>((resolve) => {
      setDisplayedStep(step);
      onArrived.current = resolve;
      void navigate(-1);
    });
  return { step, returnToFirstEntry };
}
