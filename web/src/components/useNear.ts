// Whether a part of a long list is near the visible part of the page, so that only these parts are drawn.
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** A part is drawn before it is visible, so that the Tab key always finds the next one. */
const MARGIN = "600px";

/** The part of the page in which an element scrolls. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  const { parentElement } = element;
  if (!parentElement || parentElement === document.body) return null;
  const scrolls = /auto|scroll/.test(getComputedStyle(parentElement).overflowY);
  return scrolls ? parentElement : scrollerOf(parentElement);
}

/**
 * Whether the element is near the visible part, contains the focus, or `isWanted`. If it is not, it keeps the height that
 * it had when it was drawn last, at first `usualHeight`.
 */
export function useNear(
  element: RefObject<HTMLElement | null>,
  isWanted: boolean,
  usualHeight: number,
): boolean {
  const [near, setNear] = useState(false);
  const height = useRef(usualHeight);
  const isDrawn = near || isWanted;
  if (isWanted && !near) setNear(true);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    let observer: IntersectionObserver | undefined;
    // Asking for styles makes the browser compute those of the whole page, so that this has a task of its own.
    const timer = setTimeout(() => {
      observer = new IntersectionObserver(
        (entries) => {
          const last = entries.at(-1);
          if (last?.isIntersecting === false) height.current = current.offsetHeight;
          setNear(last?.isIntersecting || current.contains(document.activeElement));
        },
        { root: scrollerOf(current), rootMargin: MARGIN },
      );
      observer.observe(current);
    });
    return () => {
      clearTimeout(timer);
      observer?.disconnect();
    };
  }, [element]);
  useLayoutEffect(() => {
    if (element.current) element.current.style.minHeight = isDrawn ? "" : `${height.current}px`;
  }, [element, isDrawn]);
  return isDrawn;
}
