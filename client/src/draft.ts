/**
 * What somebody was typing, kept in localStorage until it is saved or thrown away: through a reload, a lost connection,
 * an ended session and a logout. It is the user's own: whoever else signs in at this browser does not get it back.
 */
import * as z from "zod/mini";
import { currentSession } from "./session.ts";

const PREFIX = "rascunho:";

/** A draft that nobody came back to. It names insured persons: it must not lie there for ever. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000;

const Kept = z.object({ savedAt: z.number(), draft: z.unknown() });

/** The draft under a name, if there is one and it still has the form that the screen expects. */
export function readDraft<T extends z.ZodMiniType>(name: string, form: T): z.infer<T> | undefined {
  dropOldDrafts();
  return z.safeParse(form, kept(keyOf(name))?.draft).data;
}

/** Whose drafts are kept now. */
export function draftOwner(): string {
  return currentSession()?.usuario.email ?? "";
}

/**
 * Keeps a draft. Where the browser refuses to, what was typed lives as long as the page. A screen whose session may end
 * while it waits says whose draft it has.
 */
export function writeDraft(name: string, draft: unknown, owner = draftOwner()): void {
  try {
    localStorage.setItem(keyOf(name, owner), JSON.stringify({ savedAt: Date.now(), draft }));
  } catch {
    // Storage is full or forbidden.
  }
}

export function dropDraft(name: string, owner = draftOwner()): void {
  localStorage.removeItem(keyOf(name, owner));
}

function keyOf(name: string, owner = draftOwner()): string {
  return `${PREFIX}${owner}:${name}`;
}

function kept(key: string): z.infer<typeof Kept> | undefined {
  try {
    return z.safeParse(Kept, JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

function dropOldDrafts(): void {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    if (Date.now() - (kept(key)?.savedAt ?? 0) > KEPT_FOR_MS) localStorage.removeItem(key);
  }
}
