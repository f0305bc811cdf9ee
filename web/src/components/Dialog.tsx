// Dialogs and drawers, built on the `<dialog>` element.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./icons.tsx";
import { componentTexts } from "./texts/index.ts";

export interface DialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** A drawer is at the right edge of the window and has its full height. */
  readonly kind?: "dialog" | "drawer";
  readonly wide?: boolean;
}

/**
 * A modal dialog. The browser keeps the focus inside the dialog, closes the dialog on Escape, and then
 * restores the focus.
 */
export function Dialog({ title, open, onClose, children, kind = "dialog", wide }: DialogProps): ReactNode {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // Focus the title, not the close button, so that a screen reader announces the dialog.
      dialog.querySelector<HTMLElement>("h2")?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is a shortcut; the Escape key and the close button also close the dialog
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
        <div className="dialog-body stack gap-0">
          <header className="dialog-head row gap-0 between">
            <h2 id={id} tabIndex={-1}>
              {title}
            </h2>
            <IconButton icon="close" label={componentTexts.close} tipSide="left" onClick={onClose} />
          </header>
          <div className="dialog-content">{children}</div>
        </div>
      )}
    </dialog>
  );
}
