/**
 * Form drafts in localStorage. They survive a reload, a lost connection, an expired session and a logout, until they are
 * saved, discarded or expired. A draft belongs to a user: other users of this browser do not get it.
 */
import * as z from "zod/mini";
import { currentSession } from "./session.ts";

const PREFIX = "rascunho:";

/** Drafts expire, since they contain personal data. */
const DRAFT_TTL_MS = 7 * 24 * 60 * 60 * 1000;

const StoredDraft = z.object({ savedAt: z.number(), draft: z.unknown() });

/** The draft with a name, if it exists and matches the schema. */
export function readDraft<T extends z.ZodMiniType>(name: string, form: T): z.infer<T> | undefined {
  dropExpiredDrafts();
  return z.safeParse(form, storedDraft(keyOf(name))?.draft).data;
}

/** The user to whom new drafts belong. */
export function draftOwner(): string {
  return currentSession()?.usuario.email ?? "";
}

/** Stores a draft, if the browser allows it. A screen whose session may end meanwhile passes the owner. */
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

function storedDraft(key: string): z.infer<typeof StoredDraft> | undefined {
  try {
    return z.safeParse(StoredDraft, JSON.parse(localStorage.getItem(key) ?? "null")).data;
  } catch {
    return undefined;
  }
}

function dropExpiredDrafts(): void {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
    if (Date.now() - (storedDraft(key)?.savedAt ?? 0) > DRAFT_TTL_MS) localStorage.removeItem(key);
  }
}
