// Restores the focus when a panel closes: the element that had the focus before the panel opened gets it
// again, as with the browser's dialogs.
import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref for the element of the panel. If no element had the focus before, or that element is no
 * longer in the page, the element with the id `main` gets the focus.
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
