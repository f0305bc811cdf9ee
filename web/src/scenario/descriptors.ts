// The descriptors that the simulator publishes about itself: one tree of fields describes the document, every
// algorithm, source and queue. Forms, reference pages and sentences about changes are made
// from these (docs/decisions/0005-one-source-for-each-algorithm.md).
import type { Json, JsonObject, ScenarioDocument } from "./document.ts";

export type FieldType =
  | "number"
  | "integer"
  | "boolean"
  | "text"
  | "choice"
  | "id"
  | "span"
  | "limit"
  | "object"
  | "list"
  | "variant"
  | "params"
  | "value";

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly doc: string;
}

export interface Variant extends Choice {
  readonly fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly doc: string;
  readonly cite?: string;
  readonly unit?: string;
  readonly default?: Json;
  readonly type: FieldType;
  /** There is no default: the document must say it. */
  readonly required?: boolean;
  readonly min?: number | null;
  readonly max?: number | null;
  /** `min` itself is excluded. */
  readonly above?: boolean;
  readonly scale?: "linear" | "log";
  readonly nullable?: boolean;
  readonly null_means?: string;
  readonly choices?: readonly Choice[];
  readonly fields?: readonly Field[];
  readonly item?: Field;
  readonly max_items?: number;
  readonly max_length?: number;
  readonly variants?: readonly Variant[];
  readonly tag?: string;
}

export interface Signal {
  readonly id: string;
  readonly label: string;
  readonly unit: string;
  readonly kind: "gauge" | "counter";
  readonly doc: string;
}

export interface DecisionKind {
  readonly id: string;
  readonly label: string;
  readonly template: string;
  readonly inputs: readonly { readonly id: string; readonly unit: string; readonly doc: string }[];
}

export interface Algorithm {
  readonly id: string;
  readonly name: string;
  readonly family: "window" | "rate" | "report" | "none";
  readonly summary: string;
  readonly doc: string;
  readonly references: readonly { readonly title: string; readonly url: string }[];
  readonly fields: readonly Field[];
  readonly signals: readonly Signal[];
  readonly decisions: readonly DecisionKind[];
}

/** A source, queue discipline or loss rule. */
export interface Part {
  readonly id: string;
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly Field[];
  readonly signals?: readonly Signal[];
}

export interface Catalogue {
  readonly version: string;
  readonly schema_version: number;
  readonly document: Field;
  readonly algorithms: readonly Algorithm[];
  readonly sources: readonly Part[];
  readonly queues: readonly Part[];
  readonly losses: readonly Part[];
  readonly link_signals: readonly Signal[];
  readonly flow_signals: readonly Signal[];
  readonly run_signals: readonly Signal[];
}

/** A field inside an object field, by dotted path; list indices and flow ids are stepped over with `*`. */
export function fieldAt(root: Field, path: string): Field | undefined {
  let field: Field | undefined = root;
  for (const name of path.split(".")) {
    if (!field) return undefined;
    if (name === "*") field = field.item;
    else {
      // The forms of a variant (the network's kinds) are searched together: a path names no form.
      const fields: readonly Field[] | undefined = field.fields ?? field.variants?.flatMap((v) => v.fields);
      field = fields?.find((f) => f.name === name);
    }
  }
  return field;
}

/**
 * The descriptor for a path of a document as edits write it: `network.forward.rate`, `flows.near.params.beta`. Where kinds
 * differ in their fields, those of the kind count that the document has there.
 */
export function describePath(catalogue: Catalogue, path: string, doc: ScenarioDocument): Field | undefined {
  let field: Field | undefined = catalogue.document;
  let here: Json | undefined = doc as unknown as Json;
  for (const name of path.split(".")) {
    if (!field) return undefined;
    const owner: Json | undefined = here;
    here = stepInto(here, name);
    if (field.type === "list") field = field.item;
    else if (field.type === "variant") field = fieldOfKind(field, owner, name);
    else if (field.type === "params") field = fieldOfAlgorithm(catalogue, doc, path);
    else field = field.fields?.find((f) => f.name === name);
  }
  return field;
}

function fieldOfKind(field: Field, owner: Json | undefined, name: string): Field | undefined {
  const tag = field.tag ?? "kind";
  // The kind itself is the choice among the variants.
  if (name === tag) return field;
  const kind = stepInto(owner, tag) ?? stepInto(field.default, tag);
  return field.variants?.find((v) => v.value === kind)?.fields.find((f) => f.name === name);
}

function fieldOfAlgorithm(catalogue: Catalogue, doc: ScenarioDocument, path: string): Field | undefined {
  const [, flow, , name] = path.split(".");
  const chosen =
    doc.flows?.find((f) => f.id === flow)?.algorithm ??
    fieldAt(catalogue.document, "flows.*.algorithm")?.default;
  return catalogue.algorithms.find((a) => a.id === chosen)?.fields.find((f) => f.name === name);
}

/** A member of an object, or an entry of a list by its id or its place. */
function stepInto(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
  const list = value as readonly Json[];
  return list.find((entry) => stepInto(entry, "id") === name) ?? list[Number(name)];
}

/**
 * A document with the links and nodes written out that its kind of network begins with: edits find them by their ids.
 * Canonical forms leave them out again.
 */
export function withNetworkLists(doc: ScenarioDocument, catalogue: Catalogue): ScenarioDocument {
  const kind = doc.network?.kind;
  const network = catalogue.document.fields?.find((field) => field.name === "network");
  const missing = (network?.variants?.find((v) => v.value === kind)?.fields ?? []).filter(
    (field) =>
      field.type === "list" &&
      Array.isArray(field.default) &&
      field.default.length > 0 &&
      !Object.hasOwn(doc.network ?? {}, field.name),
  );
  if (missing.length === 0) return doc;
  const lists = Object.fromEntries(missing.map((field) => [field.name, field.default]));
  return { ...doc, network: { ...doc.network, ...lists } };
}

/** Text before the first full stop: the help of a field in one sentence. */
export function firstSentence(text: string): string {
  const end = text.search(/\.(\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1);
}
