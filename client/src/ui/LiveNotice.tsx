import type { LiveState } from "../graph/useLive.ts";

/** Says that a screen is no longer live, until it is again; and to screen readers what changed. */
export function LiveNotice({ state, announcement }: { readonly state: LiveState; readonly announcement: string }) {
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
