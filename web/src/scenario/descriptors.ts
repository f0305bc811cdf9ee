// Looks up descriptors in the catalogue, which contains a tree of fields for the document, and the fields of every algorithm, source
// and queue discipline. Forms, reference pages and descriptions of changes are made from descriptors
// (docs/decisions/0005-one-source-for-each-algorithm.md).
import type {
  Catalogue,
  Field,
  Json,
  JsonObject,
  NetworkDocument,
  ScenarioDocument,
} from "../generated/types.ts";

/**
 * The network settings of a document if its network is a dumbbell. Undefined for other kinds of network, and if the document
 * has no network settings.
 */
export function dumbbellOf({ network }: Pick<ScenarioDocument, "network">): Dumbbell | undefined {
  return network && (network.kind === undefined || network.kind === "dumbbell") ? network : undefined;
}

/** The links of a parking lot or a graph, which have ids. Empty for a dumbbell. */
export function namedLinks({ network }: Pick<ScenarioDocument, "network">): readonly NamedLink[] {
  return network && "links" in network ? (network.links ?? []) : [];
}

type NamedLink = NonNullable<Extract<NetworkDocument, { readonly kind: "parking_lot" }>["links"]>[number];

type Dumbbell = Extract<NetworkDocument, { readonly kind?: "dumbbell" }>;

/** The field at a dotted path inside an object field. `*` stands for any list index or flow id. */
export function fieldAt(root: Field, path: string): Field | undefined {
  let field: Field | undefined = root;
  for (const name of path.split(".")) {
    if (!field) return undefined;
    if (name === "*") field = field.item;
    else {
      // A path does not name the kind of a variant, so the fields of all kinds are searched.
      const fields: readonly Field[] | undefined = field.fields ?? field.variants?.flatMap((v) => v.fields);
      field = fields?.find((f) => f.name === name);
    }
  }
  return field;
}

/**
 * The descriptor of the setting at a path that edits use, such as `network.forward.rate` or `flows.near.params.beta`. If the
 * fields differ between kinds, the kind that the document states determines the field.
 */
export function describePath(catalogue: Catalogue, path: string, doc: ScenarioDocument): Field | undefined {
  return fieldsAlong(catalogue, path, doc)?.at(-1);
}

/**
 * Whether a setting of the document can change during a run. The catalogue marks the fields that can change; all fields inside a
 * marked field can also change. A setting inside an object that is null cannot change, for example the rate of the reverse direction
 * if the document gives the reverse direction no settings.
 */
export function canChangeDuringRun(catalogue: Catalogue, path: string, doc: ScenarioDocument): boolean {
  const fields = fieldsAlong(catalogue, path, doc) ?? [];
  const names = path.split(".");
  const isInsideNull = fields.slice(0, -1).some((field, i) => {
    if (!field.nullable) return false;
    const stated = names.slice(0, i + 1).reduce<Json | undefined>(stepInto, doc);
    return (stated ?? field.default) === null;
  });
  return !isInsideNull && fields.some((field) => field.changeable);
}

/** The fields along a path, from the outermost to the field of the path itself. Undefined if the path has no field. */
function fieldsAlong(
  catalogue: Catalogue,
  path: string,
  doc: ScenarioDocument,
): readonly Field[] | undefined {
  const fields: Field[] = [];
  let field: Field | undefined = catalogue.document;
  let value: Json | undefined = doc;
  for (const name of path.split(".")) {
    const owner: Json | undefined = value;
    value = stepInto(value, name);
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
  // The member that states the kind is described by the variant itself.
  if (name === tag) return field;
  const kind = stepInto(owner, tag) ?? stepInto(field.default, tag);
  return field.variants?.find((v) => v.value === kind)?.fields.find((f) => f.name === name);
}

function fieldOfAlgorithm(catalogue: Catalogue, doc: ScenarioDocument, path: string): Field | undefined {
  const [, flow, , name] = path.split(".");
  const chosen =
    doc.flows?.find((f) => f.id === flow)?.algorithm ??
    fieldAt(catalogue.document, "flows.*.algorithm")?.default;
  const field = catalogue.algorithms.find((a) => a.id === chosen)?.fields.find((f) => f.name === name);
  return field && inFormat(field, doc.v);
}

/** A field whose default has changed, as later formats of the document have it. */
const laterFields = new WeakMap<Field, Field>();

/** A field with its default in documents of format `v`. */
export function inFormat(field: Field, v: number): Field {
  if (!field.later || v < field.later.v) return field;
  const later = laterFields.get(field) ?? { ...field, default: field.later.value };
  laterFields.set(field, later);
  return later;
}

/** The member of an object with a key, or the entry of a list with an id or an index. */
function stepInto(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (!Array.isArray(value)) return Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined;
  const list = value as readonly Json[];
  return list.find((entry) => stepInto(entry, "id") === name) ?? list[Number(name)];
}

/**
 * Adds the default links and nodes of the kind of network to a document that omits them, so that edits can find them by id. The
 * canonical form of a document omits them again.
 */
export function withNetworkLists(doc: ScenarioDocument, catalogue: Catalogue): ScenarioDocument {
  const kind = doc.network?.kind;
  const network = catalogue.document.fields?.find((field) => field.name === "network");
  const omittedLists = (network?.variants?.find((v) => v.value === kind)?.fields ?? []).filter(
    (field) =>
      field.type === "list" &&
      Array.isArray(field.default) &&
      field.default.length > 0 &&
      !Object.hasOwn(doc.network ?? {}, field.name),
  );
  if (omittedLists.length === 0) return doc;
  const lists = Object.fromEntries(omittedLists.map((field) => [field.name, field.default]));
  return { ...doc, network: { ...doc.network, ...lists } };
}
