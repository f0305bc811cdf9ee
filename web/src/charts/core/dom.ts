// Functions that create, change and measure the elements of a chart.

import { pathData, type SvgNode } from "./svg.ts";

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

/**
 * Sets the text of an element if the element shows another text. A text node that exists is kept, because new
 * nodes make the browser check all selectors that depend on the children of an element.
 */
export function setText(element: Element, value: string): void {
  if (element.textContent === value) return;
  const { firstChild } = element;
  if (firstChild instanceof Text && firstChild.nextSibling === null && value !== "") firstChild.data = value;
  else element.textContent = value;
}

/** The opacity of the data after the playhead. */
const OPACITY_AFTER_PLAYHEAD = 0.35;

/**
 * Dims the data after the playhead, which is at `x` of `width` pixels, by a CSS mask, so that the data need
 * not be painted again. Nothing is dimmed while the effect of an edit is shown (`showsEffect`). A style of the
 * page can hide the data after `--playhead`.
 */
export function dimAfterPlayhead(data: HTMLElement, x: number, width: number, showsEffect: boolean): void {
  const at = `${Math.max(0, Math.min(width, x)).toFixed(1)}px`;
  data.style.setProperty("--playhead", at);
  data.style.maskImage =
    showsEffect || x >= width - 0.5
      ? "none"
      : `linear-gradient(to right,#000 ${at},rgba(0,0,0,${OPACITY_AFTER_PLAYHEAD}) ${at})`;
}

/**
 * The observed elements. `read` reads the size of an element and returns whether the size has changed. If it
 * has, `changed` is called.
 */
const observed = new Map<Element, { readonly read: () => boolean; readonly changed: () => void }>();
let sizeObserver: ResizeObserver | null = null;

/**
 * Starts to observe the size of an element. All new sizes are read before any drawing changes, so that the
 * browser computes the layout once.
 */
function observeSize(element: Element, read: () => boolean, changed: () => void): () => void {
  sizeObserver ??= new ResizeObserver((entries) => {
    const watchers = entries.flatMap(({ target }) => observed.get(target) ?? []);
    for (const { changed } of watchers.filter((each) => each.read())) changed();
  });
  observed.set(element, { read, changed });
  sizeObserver.observe(element);
  return () => {
    observed.delete(element);
    sizeObserver?.unobserve(element);
  };
}

/**
 * Returns the inner size of an element in pixels, and calls `changed` when it changes. The size is 0 until
 * the first layout of the page, after which `changed` is called. The size is cached, because reading
 * `clientWidth` between changes of the page would force the browser to compute the layout. `changed` must draw
 * in a later frame: a drawing that changes the height of its element within the report of sizes is an error on
 * the console of WebKit.
 */
export function watchSize(
  element: Element,
  changed: () => void,
): { readonly width: () => number; readonly height: () => number; readonly stop: () => void } {
  if (typeof ResizeObserver !== "function") {
    return { width: () => element.clientWidth, height: () => element.clientHeight, stop: () => undefined };
  }
  let [width, height] = [0, 0];
  const read = (): boolean => {
    const [oldWidth, oldHeight] = [width, height];
    [width, height] = [element.clientWidth, element.clientHeight];
    return width !== oldWidth || height !== oldHeight;
  };
  return { width: () => width, height: () => height, stop: observeSize(element, read, changed) };
}

let lastNumber = 0;

/** An id that is unique in the page. */
export function uniqueId(prefix: string): string {
  lastNumber += 1;
  return `${prefix}-${lastNumber}`;
}

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * The node that each element shows. A new node is compared with this node and not with the element, so
 * attributes that other code sets are kept, unless a node of this element contains them.
 */
const shown = new WeakMap<Element, SvgNode>();

/** Makes the children of `parent` show `nodes`. */
export function patchChildren(parent: Element, nodes: readonly SvgNode[]): void {
  nodes.forEach((node, index) => {
    let element = parent.children[index];
    if (element?.localName !== node.tag) {
      const created = document.createElementNS(NAMESPACE, node.tag);
      if (element === undefined) parent.append(created);
      else element.replaceWith(created);
      element = created;
    }
    patch(element, node);
  });
  while (parent.childElementCount > nodes.length) parent.lastElementChild?.remove();
}

function patch(element: Element, node: SvgNode): void {
  const before = shown.get(element);
  if (before === node) return;
  shown.set(element, node);
  for (const [name, value] of node.attributes)
    if (before?.attributes.get(name) !== value) element.setAttribute(name, value);
  if (before !== undefined)
    for (const name of before.attributes.keys())
      if (!node.attributes.has(name)) element.removeAttribute(name);
  if (node.outline !== null) element.setAttribute("d", pathData(node.outline));
  if (node.children.length > 0 || (before?.children.length ?? 0) > 0) patchChildren(element, node.children);
  else if ((before?.text ?? "") !== node.text) setText(element, node.text);
}
