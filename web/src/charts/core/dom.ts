// Functions that create, change and measure the elements of a chart.

/** Creates an HTML element and appends it to `parent`. */
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

/** Creates an SVG element that exists as long as its chart. `patchChildren` draws its content. */
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

/** Sets the text of an element if the element shows another text. */
export function setText(element: Element, value: string): void {
  if (element.textContent !== value) element.textContent = value;
}

/**
 * Returns the inner size of an element in pixels, and calls `changed` when it changes. The size is cached, because reading `clientWidth`
 * between changes of the page would force the browser to compute the layout.
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
    const current = [element.clientWidth, element.clientHeight] as const;
    if (cached !== null && cached[0] === current[0] && cached[1] === current[1]) return;
    cached = current;
    changed();
  });
  observer.observe(element);
  const size = (): readonly [number, number] => {
    cached ??= [element.clientWidth, element.clientHeight];
    return cached;
  };
  return { width: () => size()[0], height: () => size()[1], stop: () => observer.disconnect() };
}

let lastNumber = 0;

/** An id that is unique in the page. */
export function uniqueId(prefix: string): string {
  lastNumber += 1;
  return `${prefix}-${lastNumber}`;
}
