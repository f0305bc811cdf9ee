// The sentence of the line below the title.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

/** A sentence in a row of fixed height. If the row is too low for the sentence, a click shows all of it. */
export function Sentence({ children }: { readonly children: ReactNode }): ReactNode {
  const box = useRef<HTMLElement>(null);
  const [isCut, setIsCut] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  // The width of the row in which the sentence was cut last.
  const cutWidth = useRef(0);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || isOpen) return;
    const measure = (): void => {
      const rowWidth = current.parentElement?.clientWidth ?? 0;
      if (current.scrollHeight > current.clientHeight + 2) {
        cutWidth.current = rowWidth;
        setIsCut(true);
        // A button can hold a sentence for which the text was too low. Only a wider row is measured again, because the two
        // would otherwise replace each other without end.
      } else if (rowWidth > cutWidth.current) setIsCut(false);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  });
  if (!isCut)
    return (
      <span className="last-change-text grow" ref={box}>
        {children}
      </span>
    );
  return (
    <button
      type="button"
      className="last-change-text grow"
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
