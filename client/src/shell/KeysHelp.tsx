import { useState } from "react";
import { useNavigate } from "react-router";
import { lazyPart } from "../ui/lazyPart.ts";
import { usePermissions } from "./permission.ts";
import { useSingleKey } from "./searchShortcut.ts";

const useKeysDialog = lazyPart(async () => (await import("./KeysDialog.tsx")).KeysDialog);

/** `?` lists the keys, and `n` opens a new acionamento. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const mayOpen = usePermissions()("/novo-acionamento");
  const navigate = useNavigate();
  useSingleKey("?", () => setIsOpen(true));
  useSingleKey("n", () => {
    if (mayOpen) void navigate("/novo-acionamento");
  });
  return isOpen ? <Opened onClose={() => setIsOpen(false)} /> : null;
}

function Opened({ onClose }: { readonly onClose: () => void }) {
  const [KeysDialog] = useKeysDialog();
  return KeysDialog ? <KeysDialog onClose={onClose} /> : null;
}
