// Choosing flows and links in the network picture: with the mouse, and as one stop of the Tab key with arrow keys from there.
import { attribute } from "./dom.ts";

/** What can be chosen in the picture. */
export interface PictureTarget {
  readonly kind: "flow" | "link";
  readonly id: string;
}

/** Makes a part of the picture something that can be chosen. */
export function choosable(group: SVGGElement, kind: PictureTarget["kind"], id: string, name: string): void {
  if (kind === "flow") group.dataset.flow = id;
  else group.dataset.link = id;
  attribute(group, "role", "button");
  attribute(group, "aria-label", name);
  if (!group.hasAttribute("tabindex")) group.setAttribute("tabindex", "-1");
  group.classList.add("fs-choosable");
}

export function targetOf(element: Element): PictureTarget | null {
  const group = element.closest<SVGElement>(".fs-choosable");
  if (group === null) return null;
  const { flow, link } = group.dataset;
  if (flow !== undefined) return { kind: "flow", id: flow };
  return link === undefined ? null : { kind: "link", id: link };
}

/** The picture is one stop of the Tab key; arrow keys go on from there. */
export function keepOneStop(root: SVGSVGElement): void {
  const items = [...root.querySelectorAll<SVGElement>(".fs-choosable")];
  if (items.some((item) => item.getAttribute("tabindex") === "0")) return;
  items[0]?.setAttribute("tabindex", "0");
}

export function roam(
  root: SVGSVGElement,
  event: KeyboardEvent,
  choose: (target: PictureTarget) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...root.querySelectorAll<SVGElement>(".fs-choosable")];
  const here = items.indexOf(document.activeElement as SVGElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const target = here < 0 ? null : targetOf(items[here] as Element);
  if (target !== null && (event.key === "Enter" || event.key === " ")) choose(target);
  else if (step !== undefined && here >= 0) {
    const next = items[(here + step + items.length) % items.length];
    for (const item of items) item.setAttribute("tabindex", item === next ? "0" : "-1");
    next?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
