// Restores the focus when a panel closes: it returns to the element that had it before the panel opened, as with the dialogs of
// the browser.
import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref for the element of the panel. If no element had the focus before, or that element is gone, `main` gets the
 * focus.
 */
export function useFocusBack<E extends HTMLElement>(): RefObject<E | null> {
  const panel = useRef<E>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const previous = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const canFocus = previous instanceof HTMLElement && previous !== document.body && previous.isConnected;
      (canFocus ? previous : document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}
