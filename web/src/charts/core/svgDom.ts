// Updates SVG elements from nodes. The element at an index among its siblings is reused if its tag is
// unchanged, so that focus and transitions survive, and only attributes that differ from the last drawing are
// written.
import { setText } from "./dom.ts";
import { pathData, type SvgNode } from "./svg.ts";

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
