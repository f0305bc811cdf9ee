// The descriptors that the simulator publishes about itself: one tree of fields describes the document, every
// algorithm, source and queue. Forms, reference pages and sentences about changes are made
// from these (docs/decisions/0005-one-source-for-each-algorithm.md).
import type {
  Catalogue,
  Field,
  Json,
  JsonObject,
  NetworkDocument,
  ScenarioDocument,
} from "../generated/types.ts";

/** The network of a document if it is a dumbbell, as it is unless the document says otherwise. */
export function dumbbellOf({ network }: Pick<ScenarioDocument, "network">): Dumbbell | undefined {
  return network && (network.kind === undefined || network.kind === "dumbbell") ? network : undefined;
}

/** The links that a document names: those of a parking lot or of a graph. */
export function namedLinks({ network }: Pick<ScenarioDocument, "network">): readonly NamedLink[] {
  return network && "links" in network ? (network.links ?? []) : [];
}

type NamedLink = NonNullable<Extract<NetworkDocument, { readonly kind: "parking_lot" }>["links"]>[number];

type Dumbbell = Extract<NetworkDocument, { readonly kind?: "dumbbell" }>;

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
  return fieldsAlong(catalogue, path, doc)?.at(-1);
}

/**
 * Whether a setting of the document can change while a run is under way: the catalogue marks the fields that can, with
 * everything inside of them. What lies inside of an object that is null cannot, as a setting of a reverse direction that
 * has none of its own.
 */
export function canChangeLater(catalogue: Catalogue, path: string, doc: ScenarioDocument): boolean {
  const fields = fieldsAlong(catalogue, path, doc) ?? [];
  const names = path.split(".");
  const missing = fields.slice(0, -1).some((field, i) => {
    if (!field.nullable) return false;
    const stated = names.slice(0, i + 1).reduce<Json | undefined>(stepInto, doc);
    return (stated ?? field.default) === null;
  });
  return !missing && fields.some((field) => field.changeable);
}

/** The fields on the way to a path, the last that of the path itself; undefined where there is no such field. */
function fieldsAlong(
  catalogue: Catalogue,
  path: string,
  doc: ScenarioDocument,
): readonly Field[] | undefined {
  const fields: Field[] = [];
  let field: Field | undefined = catalogue.document;
  let here: Json | undefined = doc;
  for (const name of path.split(".")) {
    const owner: Json | undefined = here;
    here = stepInto(here, name);
    if (field.type === "list") field = field.item;
    else if (field.type === "variant") field = fieldOfKind(field, owner, name);
    else if (field.type === "params") field = fieldOfAlgorithm(catalogue, doc, path);
    else field = field.fields?.find((f) => f.name === name);
    if (!field) return undefined;
    fields.push(field);
  }
  return fields;
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
