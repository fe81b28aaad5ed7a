import type { LiveState } from "../graph/useLive.ts";

export interface LiveNoticeProps {
  readonly state: LiveState;
  /** What changed, for screen readers only. */
  readonly announcement: string;
}

/** Says that a screen is no longer live, until it is again; and to screen readers what changed. */
export function LiveNotice({ state, announcement }: LiveNoticeProps) {
  return (
    <>
      <span role="status" className="live-lost no-print">
        {state === "lost" && "Sem atualização ao vivo: reconectando…"}
      </span>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </>
  );
}
