// Small helpers for HTML elements around a chart.

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

/** An SVG element that stays for the life of a chart; what changes inside it is drawn as nodes. */
export function svgElement<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  parent: Element,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const name in attributes) element.setAttribute(name, attributes[name] ?? "");
  parent.append(element);
  return element;
}

export function text(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value;
}

/**
 * An element's inner size, remembered: reading `clientWidth` between changes would make the browser lay out the page.
 * `changed` is called when the size is another one.
 */
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
