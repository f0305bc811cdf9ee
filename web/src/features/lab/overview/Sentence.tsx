// The sentence of the line below the title.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** A sentence in a row of fixed height. If the row is too low for the sentence, a click shows all of it. */
export function Sentence({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || isOpen) return;
    const measure = (): void => setIsCut(current.scrollHeight > current.clientHeight + 2);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  });
  if (!isCut)
    return (
      <span className="last-change-text" ref={box}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className="last-change-text"
      ref={(element) => {
        box.current = element;
      }}
      aria-expanded={isOpen}
      onClick={() => setIsOpen(!isOpen)}
    >
      {children}
    </button>
  );
}
