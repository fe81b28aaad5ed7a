import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { closeAlert, returnFocus, useOverlays } from "./overlays.ts";

/** The page below its overlays. Without Mantine: a fault must be shown even if no other code can be loaded. */
export function PageOverlays({ children }: { readonly children: ReactNode }) {
  const { alerts, waiting } = useOverlays();
  const [text] = alerts;
  const isBusy = waiting > 0;
  const wasBusy = useRef(false);

  useLayoutEffect(() => {
    if (wasBusy.current && !isBusy) returnFocus();
    wasBusy.current = isBusy;
  }, [isBusy]);

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of its contents */}
      <div inert={isBusy} onKeyDownCapture={stopComposition}>
        {children}
      </div>
      {text !== undefined && <Alert key={text} text={text} />}
      <div className="busy" role="status">
        {isBusy && (
          <p>
            <span>Aguarde…</span>
          </p>
        )}
      </div>
    </>
  );
}

/** Keys of an input method are no commands. At the end of a composition Safari shows this by the code 229 alone. */
function stopComposition(event: KeyboardEvent): void {
  if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation();
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
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      returnFocus();
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
      <button type="button" className="plain-button" onClick={closeAlert}>
        Fechar
      </button>
    </dialog>
  );
}
