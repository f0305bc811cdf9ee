/** Gives the heading of a step the focus, and scrolls to it if it is not on the screen: the step before was read to its end. */
export function showStart(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView?.({ block: "nearest" });
}
