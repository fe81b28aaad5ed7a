import { useMediaQuery } from "@mantine/hooks";
import { preference, usePreference } from "../preferences.ts";

/** Whether the side menu shows icons alone; `undefined` until the user has chosen. */
const fold = preference("menu", (stored) => (typeof stored === "boolean" ? stored : undefined));

/** Where a whole menu would leave too little for the screens. As in frame.css. */
const SCARCE = "(max-width: 70em)";

/** Whether the side menu is folded to its icons, and a function that changes it for this user. */
export function useMenuFold(): readonly [isFolded: boolean, toggle: () => void] {
  const [chosen, setChosen] = usePreference(fold);
  const isScarce = useMediaQuery(SCARCE, false, { getInitialValueInEffect: false });
  const isFolded = chosen ?? isScarce;
  return [isFolded, () => setChosen(!isFolded)];
}
