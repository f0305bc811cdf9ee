// Looks up descriptors in the catalogue, which contains a tree of fields for the document, and the fields of
// every algorithm, source and queue discipline. Forms, reference pages and descriptions of changes are made
// from descriptors (docs/decisions/0005-one-source-for-each-algorithm.md).
import type { Catalogue, Field, Json, NetworkDocument, ScenarioDocument } from "../generated/types.ts";
import { readPath, stepInto } from "./path.ts";
import { codeOf, declaredSettings } from "./programs.ts";

/**
 * The network settings of a document if its network is a dumbbell. Undefined for other kinds of network, and
 * if the document has no network settings.
 */
export function dumbbellOf({ network }: Pick<ScenarioDocument, "network">): Dumbbell | undefined {
  return network && (network.kind === undefined || network.kind === "dumbbell") ? network : undefined;
}

/** The links of a parking lot or a graph, which have ids. Empty for other networks, whatever a link states for them. */
export function namedLinks({ network }: Pick<ScenarioDocument, "network">): readonly NamedLink[] {
  return network?.kind === "graph" || network?.kind === "parking_lot" ? (network.links ?? []) : [];
}

type NamedLink = NonNullable<Extract<NetworkDocument, { readonly kind: "parking_lot" }>["links"]>[number];

export type Dumbbell = Extract<NetworkDocument, { readonly kind?: "dumbbell" }>;

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
 * The descriptor of the setting at a path that edits use, such as `network.forward.rate` or
 * `flows.near.params.beta`. If the fields differ between kinds, the kind that the document states determines
 * the field.
 */
export function describePath(catalogue: Catalogue, path: string, doc: ScenarioDocument): Field | undefined {
  return fieldsAlong(catalogue, path, doc)?.at(-1);
}

/**
 * Whether a setting of the document can change during a run. The catalogue marks the fields that can change;
 * all fields inside a marked field can also change. A setting inside an object that is null cannot change,
 * for example the rate of the reverse direction if the document gives the reverse direction no settings.
 */
export function canChangeDuringRun(catalogue: Catalogue, path: string, doc: ScenarioDocument): boolean {
  const fields = fieldsAlong(catalogue, path, doc) ?? [];
  // A setting such as the stack only determines the defaults of other settings, so it cannot change.
  const siblings = path.includes(".params.") ? fieldsOfAlgorithm(catalogue, doc, path) : undefined;
  const determinesDefaults = siblings?.some((f) =>
    f.given?.some(({ setting }) => path.endsWith(`.${setting}`)),
  );
  if (determinesDefaults) return false;
  // A program stays the same for a run, and so does the numbering of packets.
  if (fields.at(-1)?.type === "code" || path.endsWith(".params.quic")) return false;
  const names = path.split(".");
  const isInsideNull = fields.slice(0, -1).some((field, i) => {
    if (!field.nullable) return false;
    const stated = names.slice(0, i + 1).reduce<Json | undefined>(stepInto, doc);
    return (stated ?? field.default) === null;
  });
  return !isInsideNull && fields.some((field) => field.changeable);
}

/**
 * The fields along a path, from the outermost to the field of the path itself. Undefined if the path has no
 * field.
 */
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
    let group: readonly Field[] | undefined = field.fields;
    if (field.type === "variant") group = fieldsOfKind(field, owner);
    else if (field.type === "params") group = fieldsOfAlgorithm(catalogue, doc, path);
    else if (field.type === "settings") group = declaredSettings(programAt(catalogue, path, doc));
    let next: Field | undefined = group?.find((f) => f.name === name);
    if (field.type === "list") next = field.item;
    // The member that states the kind is described by the variant itself.
    else if (field.type === "variant" && name === tagOf(field)) next = field;
    if (!next) return undefined;
    field = withDefaultAmong(next, group ?? [], owner);
    fields.push(field);
  }
  return fields;
}

/** The text of the program to which a path such as `flows.mine.params.settings.gain` belongs. */
function programAt(catalogue: Catalogue, path: string, doc: ScenarioDocument): string {
  const [, flow = ""] = path.split(".");
  return programOf(catalogue, flow, doc);
}

/** The text of the program of a flow: the stated one, or the default. */
export const programOf = (catalogue: Catalogue, flow: string, doc: ScenarioDocument): string =>
  codeOf(doc, flow) ?? String(describePath(catalogue, `flows.${flow}.params.code`, doc)?.default ?? "");

function fieldsOfKind(field: Field, owner: Json | undefined): readonly Field[] | undefined {
  const kind = kindOf(owner, field);
  return field.variants?.find((v) => v.value === kind)?.fields;
}

/** The name of the member that states the kind of a variant. */
export const tagOf = (field: Field): string => field.tag ?? "kind";

/** The kind of the value of a variant: the stated kind, or the kind of the variant's default. */
export function kindOf(value: Json | undefined, field: Field | undefined): Json | undefined {
  return field && (stepInto(value, tagOf(field)) ?? stepInto(field.default, tagOf(field)));
}

/** The value that applies at a path: the stated value, or the default. */
export function effectiveValue(catalogue: Catalogue, path: string, doc: ScenarioDocument): Json | undefined {
  return readPath(doc, path) ?? describePath(catalogue, path, doc)?.default;
}

/** The kind of the variant at a path, such as `network`; empty if the path has none. */
export function kindAt(catalogue: Catalogue, path: string, doc: ScenarioDocument): string {
  return String(kindOf(readPath(doc, path), describePath(catalogue, path, doc)) ?? "");
}

/**
 * The number that applies at a path: the stated number, or the default. The setting must have a number as its
 * default.
 */
export function numberAt(catalogue: Catalogue, path: string, doc: ScenarioDocument): number {
  const [stated, fallback] = [readPath(doc, path), describePath(catalogue, path, doc)?.default];
  if (typeof stated === "number") return stated;
  if (typeof fallback !== "number") throw new Error(`The setting ${path} has no number as its default.`);
  return fallback;
}

/** The id of the algorithm of a flow. */
export function algorithmOf(catalogue: Catalogue, flow: string, doc: ScenarioDocument): string {
  return String(effectiveValue(catalogue, `flows.${flow}.algorithm`, doc) ?? "");
}

function fieldsOfAlgorithm(
  catalogue: Catalogue,
  doc: ScenarioDocument,
  path: string,
): readonly Field[] | undefined {
  const [, flow = ""] = path.split(".");
  const chosen = algorithmOf(catalogue, flow, doc);
  return catalogue.algorithms.find((a) => a.id === chosen)?.fields;
}

/** The fields whose default depends on the document, by the default that applies. */
const fieldsByDefault = new WeakMap<Field, Map<Json, Field>>();

/**
 * A field of a group with the default that applies. `values` are the settings of the group that the document
 * states: some defaults depend on another setting, such as the stack of a flow.
 */
export function withDefaultAmong(
  field: Field,
  group: readonly Field[] = [],
  values?: Json | undefined,
): Field {
  const applies = ({ setting, values: chosen }: NonNullable<Field["given"]>[number]): boolean => {
    const other = group.find((f) => f.name === setting);
    const stated = stepInto(values, setting);
    const value = stated === undefined ? other?.default : stated;
    return typeof value === "string" && chosen.includes(value);
  };
  const given = field.given?.find(applies);
  if (!given) return field;
  const { value } = given;
  const known = fieldsByDefault.get(field) ?? new Map<Json, Field>();
  fieldsByDefault.set(field, known);
  const changed = known.get(value) ?? { ...field, default: value };
  known.set(value, changed);
  return changed;
}

/**
 * Adds the default links and nodes of the kind of network to a document that omits them, so that edits can
 * find them by id. The canonical form of a document omits them again.
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
