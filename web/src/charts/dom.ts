// Small helpers for elements, so that charts touch the document only where something changed.

const SVG = "http://www.w3.org/2000/svg";

export type Attributes = Readonly<Record<string, string | number>>;

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  parent?: Element,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  parent?.append(element);
  return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = "",
  parent?: Element,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== "") element.className = className;
  parent?.append(element);
  return element;
}

/** Sets an attribute only when it differs: reading is cheap, writing makes the browser work. */
export function attribute(element: Element, name: string, value: string | number): void {
  const text = typeof value === "number" ? String(Math.round(value * 100) / 100) : value;
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

export function text(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value;
}

/** Keeps as many children as there are items, reusing those that exist. */
export function repeat<T, E extends Element>(
  parent: Element,
  items: readonly T[],
  make: () => E,
  set: (element: E, item: T, index: number) => void,
): void {
  while (parent.childElementCount > items.length) parent.lastElementChild?.remove();
  while (parent.childElementCount < items.length) parent.append(make());
  items.forEach((item, index) => {
    set(parent.children[index] as E, item, index);
  });
}

/** An element's inner size without asking for it, because asking in between changes makes the browser lay out the page. */
export function watchSize(
  element: Element,
  changed: () => void,
): { readonly width: () => number; readonly height: () => number; readonly stop: () => void } {
  if (typeof ResizeObserver !== "function") {
    return { width: () => element.clientWidth, height: () => element.clientHeight, stop: () => undefined };
  }
  let known: readonly [number, number] | null = null;
  const observer = new ResizeObserver(() => {
    const now = [element.clientWidth, element.clientHeight] as const;
    if (known !== null && known[0] === now[0] && known[1] === now[1]) return;
    known = now;
    changed();
  });
  observer.observe(element);
  const size = (): readonly [number, number] => {
    known ??= [element.clientWidth, element.clientHeight];
    return known;
  };
  return { width: () => size()[0], height: () => size()[1], stop: () => observer.disconnect() };
}

let serial = 0;

/** An id that is unique in the page. */
export function uniqueId(prefix: string): string {
  serial += 1;
  return `${prefix}-${serial}`;
}

/** Text made safe for markup. */
export function escapeText(value: string): string {
  return value.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
