import { expect, type Locator, type Page } from "@playwright/test";

/** What a person makes of the variables that stand there. */
export type Change = (variables: Record<string, unknown>) => Record<string, unknown>;

/** Changes the variables of the open tab, and goes on once the editor shows just what was meant. */
export async function typeVariables(page: Page, change: Change): Promise<void> {
  const editor = variablesEditor(page);
  await expect(async () => {
    const wanted = JSON.stringify(change(JSON.parse(await textOf(editor))));
    await editor.getByRole("textbox").focus();
    await page.keyboard.press("ControlOrMeta+A");
    // Over a selection the editor would put brackets around it instead of replacing it.
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(wanted);
    await expect.poll(() => textOf(editor), { timeout: 2_000 }).toBe(wanted);
  }).toPass({ timeout: 20_000 });
}

/** The variables and the headers share one region; the one that is not chosen is hidden. */
function variablesEditor(page: Page): Locator {
  return page.getByRole("region", { name: "Variables" }).locator(".graphiql-editor:not(.hidden)");
}

/** What stands in an editor, as a person reads it: its lines from top to bottom. */
function textOf(editor: Locator): Promise<string> {
  return editor.locator(".view-lines").evaluate((lines) =>
    Array.from(lines.querySelectorAll<HTMLElement>(".view-line"))
      .toSorted((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
      .map((line) => (line.textContent ?? "").replaceAll("\u00A0", " "))
      .join("\n"),
  );
}
