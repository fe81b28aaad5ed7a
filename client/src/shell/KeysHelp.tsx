import { useEffect, useEffectEvent, useState } from "react";
import { usePreference } from "../preferences.ts";
import { lazyPart } from "../ui/lazyPart.ts";
import { isSingleKey, singleKeys } from "./searchShortcut.ts";

const useKeysDialog = lazyPart(async () => (await import("./KeysDialog.tsx")).KeysDialog);

/** `?` lists the keys, from everywhere but a text field. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const [hasSingleKeys] = usePreference(singleKeys);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!hasSingleKeys || !isSingleKey(event, "?")) return;
    event.preventDefault();
    setIsOpen(true);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return isOpen ? <Opened onClose={() => setIsOpen(false)} /> : null;
}

function Opened({ onClose }: { readonly onClose: () => void }) {
  const [KeysDialog] = useKeysDialog();
  return KeysDialog ? <KeysDialog onClose={onClose} /> : null;
}
