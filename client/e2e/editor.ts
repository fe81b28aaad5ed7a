import { expect, type Locator, type Page } from "@playwright/test";

/** Changes the variables of an example. */
export type Change = (variables: Record<string, unknown>) => Record<string, unknown>;

/** Changes the variables of the open tab and waits until the editor shows them. */
export async function typeVariables(page: Page, change: Change): Promise<void> {
  const editor = variablesEditor(page);
  await expect(async () => {
    const wanted = JSON.stringify(change(JSON.parse(await textOf(editor))));
    await editor.getByRole("textbox").focus();
    await page.keyboard.press("ControlOrMeta+A");
    // With a selection the editor would add brackets around it.
    await page.keyboard.press("Delete");
    await page.keyboard.insertText(wanted);
    await expect.poll(() => textOf(editor), { timeout: 2_000 }).toBe(wanted);
  }).toPass({ timeout: 20_000 });
}

/** Variables and headers share a region; the inactive one is hidden. */
function variablesEditor(page: Page): Locator {
  return page.getByRole("region", { name: "Variáveis" }).locator(".graphiql-editor:not(.hidden)");
}

/** The visible text of an editor. */
function textOf(editor: Locator): Promise<string> {
  return editor.locator(".view-lines").evaluate((lines) =>
    Array.from(lines.querySelectorAll<HTMLElement>(".view-line"))
      .toSorted((a, b) => Number.parseFloat(a.style.top) - Number.parseFloat(b.style.top))
      .map((line) => (line.textContent ?? "").replaceAll("\u00A0", " "))
      .join("\n"),
  );
}
