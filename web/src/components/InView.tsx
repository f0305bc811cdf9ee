// A box that scrolls into view when its content appears, which may be below the first screen.
import { type ReactNode, useEffect, useRef } from "react";

export function InView({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The content may arrive late. By then the user may have gone on to another part of the page, which must
    // not move.
    const { activeElement, body } = document;
    const details = box.current?.closest("details");
    const isElsewhere = activeElement !== null && activeElement !== body && !details?.contains(activeElement);
    if (details && isElsewhere) return;
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="in-view" ref={box}>
      {children}
    </div>
  );
}
