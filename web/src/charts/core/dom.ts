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

/** Creates an SVG element that exists as long as its chart. Its changing content is drawn with `patchChildren`. */
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

/** Sets the text of an element if it differs. */
export function text(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value;
}

/**
 * The inner size of an element, cached: reading `clientWidth` between changes of the page would force a layout. `changed` is called when
 * the size changes.
 */
export function watchSize(
  element: Element,
  changed: () => void,
): { readonly width: () => number; readonly height: () => number; readonly stop: () => void } {
  if (typeof ResizeObserver !== "function") {
    return { width: () => element.clientWidth, height: () => element.clientHeight, stop: () => undefined };
  }
  let cached: readonly [number, number] | null = null;
  const observer = new ResizeObserver(() => {
    const now = [element.clientWidth, element.clientHeight] as const;
    if (cached !== null && cached[0] === now[0] && cached[1] === now[1]) return;
    cached = now;
    changed();
  });
  observer.observe(element);
  const size = (): readonly [number, number] => {
    cached ??= [element.clientWidth, element.clientHeight];
    return cached;
  };
  return { width: () => size()[0], height: () => size()[1], stop: () => observer.disconnect() };
}

let serial = 0;

/** An id that is unique in the page. */
export function uniqueId(prefix: string): string {
  serial += 1;
  return `${prefix}-${serial}`;
}
