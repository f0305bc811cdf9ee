// The differences between two documents in words, such as "buffer 60 to 30 packets". They are used for the sentence about the
// last change, for the table of settings in Compare, and for the number of changes.
import type {
  Catalogue,
  Field,
  FlowDocument,
  Json,
  JsonObject,
  KindInfo,
  ScenarioDocument,
  TimelineEntry,
} from "../generated/types.ts";
import { describePath } from "./descriptors.ts";
import { sameJson } from "./path.ts";
import { formatQuantity } from "./units.ts";

export interface Change {
  readonly path: string;
  /** The setting or flow that changed, such as "buffer" or "far: delay at the sender". */
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

export const ARROW = "\u2192";

/** One change as a phrase. */
export function changeText(change: Change): string {
  if (change.from === "") return `${change.what} ${change.to}`;
  // If both values have the same unit, it is written once.
  const unit = /(\u202f\S+)$/.exec(change.to)?.[1];
  const from = unit && change.from.endsWith(unit) ? change.from.slice(0, -unit.length) : change.from;
  return `${change.what} ${from} ${ARROW} ${change.to}`;
}

/** All differences: first settings of the network, then flows, then the other settings, then the timeline. */
export function diffDocuments(
  before: ScenarioDocument,
  after: ScenarioDocument,
  catalogue: Catalogue,
): readonly Change[] {
  const changes: Change[] = [];
  const topLevelKeys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const b: JsonObject = before;
  const a: JsonObject = after;
  if (topLevelKeys.has("network")) walk(b.network, a.network, "network", before, after, catalogue, changes);
  diffFlows(before, after, catalogue, changes);
  for (const key of topLevelKeys) {
    if (
      key === "v" ||
      key === "network" ||
      key === "flows" ||
      key === "timeline" ||
      key === "title" ||
      key === "note"
    )
      continue;
    walk(b[key], a[key], key, before, after, catalogue, changes);
  }
  diffTimeline(before, after, catalogue, changes);
  return changes;
}

function isObject(x: Json | undefined): x is JsonObject {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

/** Matches the paths of objects that the page shows as one setting. */
const SHOWN_AS_ONE_SETTING = /(\.limit|\.loss|\.(sender|receiver|start)|\.source|\.schedule|\.stop|measure)$/;

/** Appends the changes from the value `b` to the value `a` at a path, where `b` is part of `before` and `a` is part of `after`. */
function walk(
  b: Json | undefined,
  a: Json | undefined,
  path: string,
  before: ScenarioDocument,
  after: ScenarioDocument,
  catalogue: Catalogue,
  changes: Change[],
): void {
  if (sameJson(b, a)) return;
  const mayHaveKeys = (x: Json | undefined): boolean => x === undefined || isObject(x);
  if (!SHOWN_AS_ONE_SETTING.test(path) && mayHaveKeys(b) && mayHaveKeys(a) && (isObject(a) || isObject(b))) {
    const keys = new Set([...Object.keys(isObject(b) ? b : {}), ...Object.keys(isObject(a) ? a : {})]);
    // If the kind changed, settings that only the old kind states are not reported.
    const kindChanged = isObject(a) && isObject(b) && a.kind !== b.kind;
    if (kindChanged) for (const key of Object.keys(b)) if (!Object.hasOwn(a, key)) keys.delete(key);
    for (const key of keys)
      walk(
        isObject(b) ? b[key] : undefined,
        isObject(a) ? a[key] : undefined,
        `${path}.${key}`,
        before,
        after,
        catalogue,
        changes,
      );
    return;
  }
  const fromText = valueText(b, path, before, catalogue);
  const toText = valueText(a, path, after, catalogue);
  if (fromText !== toText)
    changes.push({ path, what: nameOf(path, after, catalogue), from: fromText, to: toText });
}

function diffFlows(
  before: ScenarioDocument,
  after: ScenarioDocument,
  catalogue: Catalogue,
  changes: Change[],
): void {
  const flowsBefore = new Map((before.flows ?? []).map((f) => [f.id, f]));
  const flowsAfter = new Map((after.flows ?? []).map((f) => [f.id, f]));
  for (const [id, flow] of flowsBefore)
    if (!flowsAfter.has(id))
      changes.push({ path: `flows.${id}`, what: labelOf(flow), from: "", to: "removed" });
  for (const [id, flow] of flowsAfter) {
    const oldFlow = flowsBefore.get(id);
    if (!oldFlow) {
      changes.push({
        path: `flows.${id}`,
        what: labelOf(flow),
        from: "",
        to: `added (${algorithmName(flow, catalogue)})`,
      });
      continue;
    }
    walk(oldFlow, flow, `flows.${id}`, before, after, catalogue, changes);
  }
  const sharedIds = (list: readonly FlowDocument[] | undefined, other: Map<string, FlowDocument>): string =>
    (list ?? []).flatMap((f) => (other.has(f.id) ? [f.id] : [])).join(",");
  if (sharedIds(before.flows, flowsAfter) !== sharedIds(after.flows, flowsBefore))
    changes.push({ path: "flows", what: "order of flows", from: "", to: "changed" });
}

function diffTimeline(
  before: ScenarioDocument,
  after: ScenarioDocument,
  catalogue: Catalogue,
  changes: Change[],
): void {
  const contains = (list: readonly TimelineEntry[] | undefined, entry: TimelineEntry): boolean =>
    (list ?? []).some((e) => sameJson(e, entry));
  for (const entry of after.timeline ?? []) {
    if (contains(before.timeline, entry)) continue;
    changes.push({
      path: `timeline.${entry.at}.${entry.set}`,
      what: `from ${formatQuantity(entry.at, "s")}: ${nameOf(entry.set, after, catalogue)}`,
      from: "",
      to: valueText(entry.to, entry.set, after, catalogue),
    });
  }
  for (const entry of before.timeline ?? []) {
    if (contains(after.timeline, entry)) continue;
    changes.push({
      path: `timeline.${entry.at}.${entry.set}`,
      what: `change of ${nameOf(entry.set, before, catalogue)} at ${formatQuantity(entry.at, "s")}`,
      from: "",
      to: "removed",
    });
  }
}

/** The name of a flow: its label, or its id if it has none. */
export function labelOf(flow: FlowDocument): string {
  return flow.label && flow.label !== "" ? flow.label : flow.id;
}

function algorithmName(flow: FlowDocument, catalogue: Catalogue): string {
  return catalogue.algorithms.find((a) => a.id === flow.algorithm)?.name ?? flow.algorithm ?? "";
}

const SHORT_NAMES: Readonly<Record<string, string>> = {
  "network.forward.rate": "rate",
  "network.forward.delay": "delay",
  "network.forward.queue.limit": "buffer",
  "network.forward.queue.kind": "queue",
  "network.forward.loss": "loss",
  "network.forward.schedule": "rate over time",
  "network.access_rate": "access rate",
};

/** The name of a setting for use inside a sentence. */
export function nameOf(path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const shortName = SHORT_NAMES[path] ?? SHORT_NAMES[path.replace("network.reverse", "network.forward")];
  if (shortName) return path.startsWith("network.reverse") ? `reverse ${shortName}` : shortName;
  const parts = path.split(".");
  const field = describePath(catalogue, path, doc);
  const name = lowerFirst(field?.label ?? (parts.at(-1) ?? path).replaceAll("_", " "));
  if (parts[0] !== "flows" || !parts[1]) return name;
  const flow = (doc.flows ?? []).find((f) => f.id === parts[1]);
  const owner = flow ? labelOf(flow) : parts[1];
  if (parts[2] === "access")
    return `${owner}: ${parts[3] === "receiver" ? "delay at the receiver" : "delay at the sender"}`;
  return `${owner}: ${parts[2] === "active" ? "sending" : name}`;
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** The value of a setting as text for display. */
export function valueText(
  value: Json | undefined,
  path: string,
  doc: ScenarioDocument,
  catalogue: Catalogue,
): string {
  const field = describePath(catalogue, path, doc);
  const effectiveValue = value === undefined ? field?.default : value;
  if (effectiveValue === undefined) return "default";
  if (effectiveValue === null) return field?.null_means || (path.endsWith(".stop") ? "never" : "not set");
  if (typeof effectiveValue === "boolean") return effectiveValue ? "on" : "off";
  if (typeof effectiveValue === "number") return formatQuantity(effectiveValue, field?.unit ?? "");
  if (typeof effectiveValue === "string") {
    const choice =
      field?.choices?.find((c) => c.value === effectiveValue) ??
      field?.variants?.find((c) => c.value === effectiveValue);
    if (choice) return choice.label;
    if (path.endsWith(".algorithm"))
      return catalogue.algorithms.find((a) => a.id === effectiveValue)?.name ?? effectiveValue;
    if (path.endsWith("queue.kind"))
      return catalogue.queues.find((q) => q.id === effectiveValue)?.name ?? effectiveValue;
    return effectiveValue;
  }
  if (Array.isArray(effectiveValue))
    return effectiveValue.length === 0
      ? "none"
      : effectiveValue.map((rule) => ruleText(rule as Json, catalogue)).join(", ");
  return isObject(effectiveValue) ? objectText(effectiveValue, field, catalogue) : String(effectiveValue);
}

function objectText(value: JsonObject, field: Field | undefined, catalogue: Catalogue): string {
  const unit = field?.unit ?? "";
  if (typeof value.packets === "number") return formatQuantity(value.packets, "packets");
  if (typeof value.bdp === "number") return formatQuantity(value.bdp, "BDP");
  if (typeof value.seconds === "number") return formatQuantity(value.seconds, "s");
  if (typeof value.bytes === "number" && value.kind === undefined)
    return formatQuantity(value.bytes, "bytes");
  if (typeof value.min === "number" && typeof value.max === "number")
    return `${formatQuantity(value.min, unit)} to ${formatQuantity(value.max, unit)}`;
  return ruleText(value, catalogue, field);
}

/** The name and the fields of a kind, from the variants of the field. */
function kindInfoOf(
  field: Field | undefined,
  kind: Json | undefined,
): Pick<KindInfo, "name" | "fields"> | undefined {
  const variant = field?.variants?.find((v) => v.value === kind);
  return variant && { name: variant.label, fields: variant.fields };
}

/** The name of the rule's kind, followed by the values of its numbers. */
function ruleText(rule: Json, catalogue: Catalogue, field?: Field): string {
  if (!isObject(rule)) return String(rule);
  const kinds = [...catalogue.losses, ...catalogue.sources, ...catalogue.queues];
  const kind = kinds.find((k) => k.id === rule.kind) ?? kindInfoOf(field, rule.kind);
  const numbers = Object.entries(rule).flatMap(([key, x]) => {
    if (Array.isArray(x)) return [x.length === 1 ? "1 entry" : `${x.length} entries`];
    if (key === "kind" || typeof x !== "number") return [];
    const unit = kind?.fields.find((f) => f.name === key)?.unit ?? "";
    return [key === "probability" ? formatQuantity(x * 100, "%") : formatQuantity(x, unit)];
  });
  return [kind?.name.toLowerCase() ?? String(rule.kind ?? ""), ...numbers].join(" ").trim();
}
