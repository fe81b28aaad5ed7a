import { useEffect, useEffectEvent, useState } from "react";
import { lazyPart } from "../ui/lazyPart.ts";
import { isHelpShortcut } from "./searchShortcut.ts";

const useKeysDialog = lazyPart(async () => (await import("./KeysDialog.tsx")).KeysDialog);

/** `?` lists the keys, from everywhere but a text field. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isHelpShortcut(event)) return;
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
