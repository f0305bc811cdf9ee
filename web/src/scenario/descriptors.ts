// The descriptors that the simulator publishes about itself: one tree of fields describes the document, every
// algorithm, source and queue. Forms, reference pages and sentences about changes are made from these (design.md section 1).
import type { Json } from "./document.ts";

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

/** The descriptor for a path of the document as edits write it: `network.forward.rate`, `flows.near.params.beta`. */
export function describePath(
  catalogue: Catalogue,
  path: string,
  algorithmOf: (flow: string) => string | undefined,
): Field | undefined {
  const parts = path.split(".");
  if (parts[0] === "flows" && parts[1]) {
    if (parts[2] === "params" && parts[3]) {
      const algorithm = catalogue.algorithms.find((a) => a.id === algorithmOf(parts[1] ?? ""));
      return algorithm?.fields.find((f) => f.name === parts[3]);
    }
    return fieldAt(catalogue.document, ["flows", "*", ...parts.slice(2)].join("."));
  }
  const queue = parts.indexOf("queue");
  if (queue >= 0 && parts.length === queue + 2) {
    for (const q of catalogue.queues) {
      const field = q.fields.find((f) => f.name === parts[queue + 1]);
      if (field) return field;
    }
  }
  // A reverse link is described like the forward one, whether or not the tree repeats it.
  return (
    fieldAt(catalogue.document, path) ??
    fieldAt(catalogue.document, path.replace("network.reverse", "network.forward"))
  );
}

/** Text before the first full stop: the help of a field in one sentence. */
export function firstSentence(text: string): string {
  const end = text.search(/\.(\s|$)/);
  return end < 0 ? text : text.slice(0, end + 1);
}
