// Reads and writes settings of a document. Their paths have the form that timeline entries use, such as
// `network.forward.rate` or `flows.near.access.sender`. In a path, an entry of a list is named by its id, or
// by its index if it has no id. Documents are never modified; each edit returns a new document.
import type { Json, ScenarioDocument } from "../generated/types.ts";
import { indexLookup } from "./lookup.ts";

type Node = Json | undefined;

const indexById = indexLookup<Json>((item) => (isRecord(item) ? item.id : undefined));

const indexOf = (list: readonly Json[], name: string): number =>
  indexById(list, name) ?? (/^\d+$/.test(name) ? Number(name) : -1);

/** The member of an object with a key, or the entry of a list with an id or an index. */
export function stepInto(node: Node, name: string): Node {
  if (Array.isArray(node)) return node[indexOf(node, name)];
  return isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}

function writeNode(node: Node, parts: readonly string[], value: Node): Node {
  const [name, ...rest] = parts;
  if (name === undefined) return value;
  if (Array.isArray(node)) {
    const index = indexOf(node, name);
    if (index < 0 || index >= node.length) return node;
    const next = writeNode(node[index], rest, value);
    if (next === undefined) return node.filter((_, i) => i !== index);
    return node.map((item: Json, i) => (i === index ? next : item));
  }
  const object = isRecord(node) ? node : {};
  const next = writeNode(Object.hasOwn(object, name) ? object[name] : undefined, rest, value);
  const entries = Object.entries(object);
  if (next === undefined) return Object.fromEntries(entries.filter(([key]) => key !== name));
  if (Object.hasOwn(object, name))
    return Object.fromEntries(entries.map(([key, old]) => [key, key === name ? next : old]));
  return Object.fromEntries([...entries, [name, next]]);
}

/** Whether a text from outside of the page, such as a link, is the path of a setting. */
export const isPath = (text: string): boolean =>
  /^[A-Za-z0-9_.-]{1,120}$/.test(text) && !/(^|\.)(__proto__|constructor|prototype)(\.|$)/.test(text);

/** The value at a path, or undefined if the document does not state it and the default applies. */
export function readPath(doc: ScenarioDocument, path: string): Json | undefined {
  return path.split(".").reduce<Node>(stepInto, doc);
}

/**
 * Returns the document with a value at a path. `undefined` removes the value, so that the default applies.
 */
export function writePath(doc: ScenarioDocument, path: string, value: Json | undefined): ScenarioDocument {
  return writeNode(doc, path.split("."), value) as ScenarioDocument;
}

/** Whether two JSON values are equal, regardless of the order of keys. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, i) => sameJson(item as Json, b[i] as Json));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}

export function isRecord(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
