import { Button, LoadingOverlay, VisuallyHidden } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { closeAlert, useOverlays } from "./overlays.ts";

/** The alert dialog and the busy overlay. Rendered once, above every screen. */
export function PageOverlays() {
  const { alerts, waiting } = useOverlays();
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

/** Closes by its button only, neither by Escape nor by a click outside. */
function Alert({ text }: { readonly text: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    // This moves the focus to the button.
    shown?.showModal();
    return () => {
      shown?.close();
      // If another screen has opened meanwhile, its heading gets the focus.
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
      // React does not know this attribute yet.
      {...{ closedby: "none" }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.preventDefault();
      }}
      // Browsers without `closedby` close at the second Escape regardless of preventDefault.
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
