import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { useSession } from "../session.ts";
import { loginRouteState } from "../shell/loginRouteState.ts";

/** A step of the login after the first one. */
const LoginStage = z.object({
  step: z.enum(["codigo", "senha"]),
  email: z.string(),
  desafio: z.object({ desafio: z.string(), expiraEm: z.string() }),
  /** When the code was sent, by the gateway's clock. */
  sentAt: z.number(),
});
export type LoginStage = z.infer<typeof LoginStage>;

type Stage = { readonly step: "email" } | LoginStage;

const START: Stage = { step: "email" };

/** The step of the history entry. `leave` goes back to the entry of the first step, and shows this one until the next entry. */
export function useStage(): { readonly stage: Stage; readonly leave: () => Promise<void> } {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const hasSession = useSession() !== null;
  const [left, setLeft] = useState<Stage>();
  const onArrived = useRef<() => void>(undefined);
  const stored = z.safeParse(LoginStage, loginRouteState(state).stage).data;
  // A step of a login that is completed.
  const isOver = hasSession && stored !== undefined && left === undefined;

  useEffect(() => {
    if (stored) return;
    onArrived.current?.();
    onArrived.current = undefined;
  }, [stored]);

  useEffect(() => {
    if (isOver) void navigate({ search }, { replace: true, state: { stage: null } });
  }, [isOver, navigate, search]);

  const stage = left ?? (isOver ? START : (stored ?? START));
  const leave = () =>
    new Promise<void>((resolve) => {
      setLeft(stage);
      onArrived.current = resolve;
      void navigate(-1);
    });
  return { stage, leave };
}
