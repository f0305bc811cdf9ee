// A box that scrolls into view when its content appears, which may be below the first screen.
import { type ReactNode, useEffect, useRef } from "react";

export function InView({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="in-view" ref={box}>
      {children}
    </div>
  );
}
