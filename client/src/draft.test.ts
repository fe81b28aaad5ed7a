import { beforeEach, expect, test, vi } from "vitest";

/** The modules as a tab that has just been opened or reloaded finds them. */
async function openTab() {
  vi.resetModules();
  return import("./draft.ts");
}

const leave = () => window.dispatchEvent(new Event("pagehide"));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a draft survives a reload of its tab, and is another one's to continue when that is closed", async () => {
  const before = await openTab();
  const name = before.newDraft("novo");
  before.writeDraft(name, { nota: 1 });
  leave();
  const reloaded = await openTab();
  expect(reloaded.readDraft(name)?.draft).toEqual({ nota: 1 });
  leave();
  sessionStorage.clear();
  const another = await openTab();
  expect(another.otherDrafts("novo")).toMatchObject([{ name, isElsewhere: false }]);
});

test("a draft of an open tab is no other one's to continue, also of a duplicate of it", async () => {
  const first = await openTab();
  const name = first.newDraft("novo");
  first.writeDraft(name, { nota: 1 }, { title: "Marina" });
  // A duplicate has a copy of the session storage.
  const second = await openTab();
  const other = second.newDraft("novo");
  second.writeDraft(other, { nota: 2 });
  expect(first.readDraft(name)?.draft).toEqual({ nota: 1 });
  expect(second.otherDrafts("novo", other)).toMatchObject([{ name, title: "Marina", isElsewhere: true }]);
});

test("drafts end after seven days, and at once where their user says so", async () => {
  const drafts = await openTab();
  drafts.writeDraft("novo/1", {}, { owner: "ana" });
  drafts.writeDraft("novo/2", {}, { owner: "ana" });
  drafts.writeDraft("novo/3", {}, { owner: "bia" });
  expect(drafts.countDrafts("ana")).toBe(2);
  // Without a session no draft is read.
  expect([drafts.readDraft("novo/3"), drafts.otherDrafts("novo")]).toEqual([undefined, []]);
  drafts.dropDrafts("ana");
  expect([drafts.countDrafts("ana"), drafts.countDrafts("bia")]).toEqual([0, 1]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * 24 * 60 * 60 * 1000 + 1 });
  expect(drafts.countDrafts("bia")).toBe(0);
});
