// Closes a panel that is no dialog with Escape.
import { useEffect, useRef } from "react";

/**
 * Calls `close` when Escape is pressed, unless a dialog, a field or another part of the page uses the key.
 */
export function useEscape(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isUsed =
        event.defaultPrevented ||
        (event.target instanceof Element &&
          event.target.closest("dialog, input, select, textarea") !== null) ||
        document.querySelector("dialog:modal") !== null;
      if (event.key !== "Escape" || isUsed) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}
