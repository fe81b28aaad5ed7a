import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { usePermissions } from "./permission.ts";
import { useSingleKey } from "./singleKeys.ts";

/** Between brackets what is printed on the keys. */
const KEYS: readonly { readonly keys: string; readonly does: string }[] = [
  { keys: "[Ctrl] [K] ou [/]", does: "Pesquisar" },
  { keys: "[↑] [↓] [Page Up] [Page Down] [Home] [End]", does: "Andar pela lista" },
  { keys: "[Enter] na lista", does: "Ver o acionamento" },
  { keys: "[Enter] num formulário", does: "Ir ao campo seguinte" },
  { keys: "[Ctrl] [Enter] num formulário", does: "Salvar" },
  { keys: "[N]", does: "Abrir um novo acionamento" },
  { keys: "[J] [K] num acionamento", does: "Ir ao próximo ou ao anterior da lista" },
  { keys: "[?]", does: "Mostrar esta lista" },
];

/** `?` lists the keys, and `n` opens a new acionamento. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const mayOpen = usePermissions()("/novo-acionamento");
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useSingleKey("?", () => setIsOpen(true));
  useSingleKey("n", () => {
    if (mayOpen && pathname !== "/novo-acionamento") void navigate("/novo-acionamento");
  });
  return isOpen ? <KeysDialog onClose={() => setIsOpen(false)} /> : null;
}

function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} style={{ width: "min(100% - 2rem, 34rem)" }} aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">Teclas</h2>
      <table className="data-table" style={{ marginBottom: "1.25rem" }}>
        <tbody>
          {KEYS.map(({ keys, does }) => (
            <tr key={keys}>
              <th scope="row">
                {keys.split(/[[\]]/).map((part, index) => (index % 2 === 1 ? <kbd key={part}>{part}</kbd> : part))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {/* The dialog itself gives the focus back. */}
      <button type="button" className="plain-button" onClick={() => dialog.current?.close()}>
        Fechar
      </button>
    </dialog>
  );
}
