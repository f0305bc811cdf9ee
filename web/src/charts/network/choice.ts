// Lets users choose flows and links in the network picture with the mouse or the keyboard. The picture is one
// stop of the Tab key, and the arrow keys move between its flows and links.
import type { Attributes } from "../core/svg.ts";

/** A flow or a link that can be chosen in the picture. */
export interface PictureTarget {
  readonly kind: "flow" | "link";
  readonly id: string;
}

/** The attributes of an element that can be chosen, unless `isFixed`. */
export function choosable(
  kind: PictureTarget["kind"],
  id: string,
  accessibleName: string,
  { isFixed = false, classes = "" },
): Attributes {
  if (isFixed) return { [`data-${kind}`]: id, class: classes };
  return {
    [`data-${kind}`]: id,
    role: "button",
    "aria-label": accessibleName,
    class: `fs-choosable ${classes}`.trim(),
  };
}

/** The flow or link that an element belongs to, or null. */
export function targetOf(element: Element): PictureTarget | null {
  const { flow, link } = element.closest<SVGElement>(".fs-choosable")?.dataset ?? {};
  if (flow !== undefined) return { kind: "flow", id: flow };
  return link === undefined ? null : { kind: "link", id: link };
}

/** The elements that can be chosen. */
export const choices = (root: SVGSVGElement): SVGElement[] => [
  ...root.querySelectorAll<SVGElement>(".fs-choosable"),
];

function setTabStop(items: readonly SVGElement[], stop: SVGElement | undefined): void {
  for (const item of items) item.setAttribute("tabindex", item === stop ? "0" : "-1");
}

/**
 * Makes the picture one stop of the Tab key: the element with the focus, or otherwise the element that is
 * already the stop, or the first element.
 */
export function makeOneTabStop(root: SVGSVGElement): void {
  const items = choices(root);
  const stop =
    items.find((item) => item === document.activeElement) ??
    items.find((item) => item.getAttribute("tabindex") === "0") ??
    items[0];
  setTabStop(items, stop);
}

/** The number of elements by which a key moves the focus. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Moves the focus if an arrow key was pressed. Returns whether it was. */
export function moveFocus(root: SVGSVGElement, key: string): boolean {
  const step = KEY_STEPS[key];
  if (step === undefined) return false;
  const items = choices(root);
  const index = items.indexOf(document.activeElement as SVGElement);
  const next = items[(index + step + items.length) % Math.max(1, items.length)];
  setTabStop(items, next);
  next?.focus();
  return true;
}

/** Handles the keys of the picture: arrows move the focus, Enter and Space choose. */
export function handleKey(
  root: SVGSVGElement,
  event: KeyboardEvent,
  choose: (target: PictureTarget) => void,
): void {
  const focused = choices(root).find((item) => item === document.activeElement);
  if (event.ctrlKey || event.metaKey || event.altKey || focused === undefined) return;
  if (event.key === "Enter" || event.key === " ") {
    const target = targetOf(focused);
    if (target !== null) choose(target);
  } else if (!moveFocus(root, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
}
