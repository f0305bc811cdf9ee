// Dialogs and drawers, on the browser's own `<dialog>`.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./icons.tsx";
import { WORDS } from "./words.ts";

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** "drawer" comes from the right and uses the full height. */
  readonly kind?: "dialog" | "drawer";
  readonly wide?: boolean;
}

/** The browser's own dialog: it traps focus, closes on Escape and gives focus back. */
export function Dialog({ title, open, onClose, children, kind = "dialog", wide }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // The title, not the close button, so that a screen reader says where it is.
      dialog.querySelector<HTMLElement>("h2")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut; Escape and the close button do the same
    <dialog
      ref={ref}
      className={`${kind}${wide ? " is-wide" : ""}`}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
    >
      {open && (
        <div className="dialog-body">
          <header className="dialog-head">
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <IconButton icon="close" label={WORDS.close} tipSide="left" onClick={onClose} />
          </header>
          <div className="dialog-content">{children}</div>
        </div>
      )}
    </dialog>
  );
}
