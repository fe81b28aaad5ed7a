/** Form drafts in localStore, of a user and the tab in which they are typed, until saved, discarded or expired. */
import { randomId } from "./randomId.ts";
import { sessionOwner } from "./session.ts";
import { localStore, sessionStore } from "./storage.ts";

const PREFIX = "rascunho:";

/** Drafts expire, since they contain personal data. */
const DRAFT_TTL_MS = 7 * 24 * 60 * 60_000;

interface StoredDraft {
  readonly savedAt: number;
  readonly draft: unknown;
  /** What the user knows it by: "Marina Duarte · Paçoca". */
  readonly title: string;
  /** The tab in which it was typed, and whether that tab is still open. */
  readonly tab: string;
  readonly isOpen: boolean;
}

export interface DraftEntry {
  readonly name: string;
  readonly title: string;
  readonly savedAt: number;
  /** Whether it is being typed in another tab. */
  readonly isElsewhere: boolean;
}

const TAB_KEY = "aba";

/** The identity of this browser tab. It survives a reload; a duplicate of the tab gets another. */
export const tabId = sessionStore.getItem(TAB_KEY) ?? randomId();

// Only stored while the page is left: a browser copies the session storage into a duplicated tab.
sessionStore.removeItem(TAB_KEY);
window.addEventListener("pagehide", () => {
  sessionStore.setItem(TAB_KEY, tabId);
  markOwn(false);
});
window.addEventListener("pageshow", () => {
  sessionStore.removeItem(TAB_KEY);
  markOwn(true);
});

/** Returns the name of a draft of the form, which is not stored yet. */
export function newDraft(form: string): string {
  return `${form}/${randomId()}`;
}

/** Makes a stored draft this tab's, and returns its name. */
export function takeOverDraft(name: string): string {
  const draft = stored(keyOf(name));
  if (draft) put(keyOf(name), { ...draft, tab: tabId, isOpen: true });
  return name;
}

/** The drafts of a form but the opened one, newest first. */
export function otherDrafts(form: string, openedDraft?: string): readonly DraftEntry[] {
  return entriesOf(form)
    .filter(([name]) => name !== openedDraft)
    .map(([name, { savedAt, title, tab, isOpen }]) => {
      return { name, title, savedAt, isElsewhere: isOpen && tab !== tabId };
    });
}

export function readDraft(name: string, owner?: string): Pick<StoredDraft, "draft" | "savedAt"> | undefined {
  return stored(keyOf(name, owner));
}

/** Stores a draft of this tab. A screen whose session may end meanwhile passes the owner. */
export function writeDraft(
  name: string,
  draft: unknown,
  { title = "", owner = sessionOwner(), savedAt = Date.now() } = {},
): void {
  put(keyOf(name, owner), { savedAt, title, tab: tabId, isOpen: true, draft });
}

/** Gives a stored draft another title. */
export function titleDraft(name: string, title: string, owner: string): void {
  const draft = stored(keyOf(name, owner));
  if (draft) put(keyOf(name, owner), { ...draft, title });
}

/** Whether a draft is lost with this page, since the browser does not store it. */
export function isDraftOnlyInMemory(name: string, owner: string): boolean {
  return localStore.isOnlyInMemory(keyOf(name, owner));
}

export function dropDraft(name: string, owner = sessionOwner()): void {
  localStore.removeItem(keyOf(name, owner));
}

export function countDrafts(owner: string): number {
  return keysOf(owner).length;
}

export function dropDrafts(owner: string): void {
  for (const key of keysOf(owner)) localStore.removeItem(key);
}

function keyOf(name: string, owner = sessionOwner()): string {
  return `${PREFIX}${owner}:${name}`;
}

/** The drafts of a form by name, newest first. */
function entriesOf(form: string): readonly (readonly [name: string, StoredDraft])[] {
  const start = keyOf("");
  return keysOf(sessionOwner())
    .map((key) => [key.slice(start.length), stored(key)] as const)
    .filter((entry): entry is [string, StoredDraft] => entry[1] !== undefined)
    .filter(([name]) => name.startsWith(`${form}/`))
    .toSorted(([, one], [, other]) => other.savedAt - one.savedAt);
}

/** The keys of a user's drafts, after deleting expired ones. */
function keysOf(owner: string): readonly string[] {
  const keys = localStore.keys().filter((key) => key.startsWith(PREFIX));
  for (const key of keys.filter(isExpired)) localStore.removeItem(key);
  return keys.filter((key) => key.startsWith(keyOf("", owner)) && localStore.getItem(key) !== null);
}

function isExpired(key: string): boolean {
  return Date.now() - (stored(key)?.savedAt ?? 0) > DRAFT_TTL_MS;
}

function stored(key: string): StoredDraft | undefined {
  const found = localStore.getJson(key);
  return typeof Object(found).savedAt === "number" ? (found as StoredDraft) : undefined;
}

function put(key: string, draft: StoredDraft): void {
  localStore.setItem(key, JSON.stringify(draft));
}

/** Marks this tab's drafts as open or closed. Other tabs take over closed ones only; an open one is copied. */
function markOwn(isOpen: boolean): void {
  for (const key of localStore.keys()) {
    const draft = key.startsWith(PREFIX) ? stored(key) : undefined;
    if (draft?.tab === tabId && draft.isOpen !== isOpen) put(key, { ...draft, isOpen });
  }
}
