import { Button, LoadingOverlay, VisuallyHidden } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { closeAlert, useInterruption } from "./interrupt.ts";

/** The alert and the busy overlay of the page: stands once, above every screen. */
export function Interruption() {
  const { alerts, waiting } = useInterruption();
  const [text] = alerts;
  const isBusy = waiting > 0;
  return (
    <>
      {text !== undefined && <Alert key={text} text={text} />}
      <LoadingOverlay className="busy" visible={isBusy} pos="fixed" zIndex={1000} overlayProps={{ blur: 1 }} />
      <VisuallyHidden role="status">{isBusy ? "Aguarde…" : ""}</VisuallyHidden>
    </>
  );
}

/** Closed by its button alone: neither by Escape nor by a click beside it. */
function Alert({ text }: { readonly text: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    // Which gives its button the focus.
    shown?.showModal();
    return () => {
      shown?.close();
      // Where another screen has come meanwhile, its heading has the focus, as it would without the alert.
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      (isThere ? opener : document.querySelector("h1"))?.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="alert"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      // Not yet among React's attributes.
      {...{ closedby: "none" }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.preventDefault();
      }}
      // A browser that knows no `closedby` closes at the second Escape whatever is prevented.
      onClose={(event) => {
        if (event.currentTarget.isConnected) event.currentTarget.showModal();
      }}
    >
      <h2 id={`${id}-title`}>Atenção!</h2>
      <p id={`${id}-text`}>{text}</p>
      <Button onClick={closeAlert}>Fechar</Button>
    </dialog>
  );
}
