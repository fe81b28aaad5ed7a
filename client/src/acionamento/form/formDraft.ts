/** The stored draft of a form that saves an acionamento: its fields and its save. */
import * as z from "zod/mini";
import { type DraftEntry, newDraft, readDraft, writeDraft } from "../../draft.ts";
import { newSave, Save } from "./save.ts";

export interface FormDraft<TFields> {
  readonly fields: TFields;
  readonly save: Save;
}

/** `fields` is the schema of the form's fields. */
export function readFormDraft<TFields>(
  name: string,
  fields: z.ZodMiniType<TFields>,
  owner?: string,
): (FormDraft<TFields> & Pick<DraftEntry, "savedAt">) | undefined {
  const stored = readDraft(name, owner);
  const draft = z.safeParse(z.object({ fields, save: Save }), stored?.draft).data as FormDraft<TFields> | undefined;
  return stored && draft && { ...draft, savedAt: stored.savedAt };
}

/** Whether the draft was sent, and has no response. */
export function isUnconfirmed(name: string): boolean {
  return Boolean(readFormDraft(name, z.unknown())?.save.unanswered);
}

/** Stores another draft of the form, which was not sent. */
export function offerDraft(form: string, fields: object, title: string): void {
  writeDraft(newDraft(form), { fields, save: newSave() } satisfies FormDraft<object>, { title });
}

/** Returns the name of the copy, which has the time of the original. */
export function copyDraft(form: string, { name, title }: DraftEntry): string {
  const copy = newDraft(form);
  const draft = readFormDraft(name, z.unknown());
  if (!draft) return copy;
  // Under another key, unless it may have been saved already.
  const save = draft.save.unanswered ? draft.save : newSave();
  writeDraft(copy, { fields: draft.fields, save } satisfies FormDraft<unknown>, { title, savedAt: draft.savedAt });
  return copy;
}
