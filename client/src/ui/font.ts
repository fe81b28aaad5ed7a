import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import { localStore } from "../storage.ts";
import { whenFirstScreenDrawn } from "./firstScreen.ts";

/** The address of the font that the browser has, most likely. */
const LOADED_KEY = "fonte";

/**
 * Loads the font. Not by a style sheet, which would load it before the code of the screen: on a slow line the text is
 * there first, in a font of the same metrics. At the next visit it is there at once.
 */
export async function loadFont(): Promise<void> {
  if (localStore.getItem(LOADED_KEY) !== inter) await whenFirstScreenDrawn();
  const face = new FontFace("Inter Variable", `url(${inter}) format("woff2")`, { weight: "100 900" });
  try {
    document.fonts.add(await face.load());
    localStore.setItem(LOADED_KEY, inter);
  } catch {
    // The fallback stays.
  }
}
