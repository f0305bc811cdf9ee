// Presenting: the page without its header and with larger type, possibly with a lecturer's window, which this
// page opens.
import { useCallback, useEffect, useState } from "react";
import { isHello, openLecturer } from "../features/present/window.ts";

export interface Presentation {
  readonly presenting: boolean;
  readonly setPresenting: (change: boolean | ((presenting: boolean) => boolean)) => void;
  /** The lecturer's window, which this page opened, or null. "refused" if the browser did not open it. */
  readonly popup: Window | "refused" | null;
  readonly openPopup: () => void;
  /** Always the same function. */
  readonly closePopup: () => void;
}

export function usePresentation(): Presentation {
  const [presenting, setPresenting] = useState(false);
  const [popup, setPopup] = useState<Window | "refused" | null>(null);
  const closePopup = useCallback(() => setPopup(null), []);
  useEffect(() => {
    // After this page was loaded again, it learns from the lecturer's window that it is being projected.
    const meet = ({ data, source, origin }: MessageEvent<unknown>): void => {
      if (!isHello(data) || origin !== location.origin) return;
      setPopup(source as Window);
      setPresenting(true);
    };
    addEventListener("message", meet);
    return () => removeEventListener("message", meet);
  }, []);
  useEffect(() => {
    document.documentElement.classList.toggle("presenting", presenting);
  }, [presenting]);
  return { presenting, setPresenting, popup, openPopup: () => setPopup(openLecturer()), closePopup };
}
