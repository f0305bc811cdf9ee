// Restores the focus when a panel closes: the element that had the focus before gets it back, as with the browser's dialogs.
import { type RefObject, useLayoutEffect, useRef } from "react";

/** A ref for the element of the panel. If no other element had the focus before, `main` gets it. */
export function useFocusBack<E extends HTMLElement>(): RefObject<E | null> {
  const panel = useRef<E>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const usable = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (usable ? before : document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}
