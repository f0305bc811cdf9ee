// Where the focus goes when a panel closes that held it: back to what had it before, as with the browser's own dialogs.
import { type RefObject, useLayoutEffect, useRef } from "react";

/** For the element of a panel that comes and goes. `main` takes the focus where nothing else had it. */
export function useFocusBack<E extends HTMLElement>(): RefObject<E | null> {
  const panel = useRef<E>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const before = document.activeElement;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const known = before instanceof HTMLElement && before !== document.body && before.isConnected;
      (known ? before : document.getElementById("main"))?.focus({ preventScroll: true });
    };
  }, []);
  return panel;
}
