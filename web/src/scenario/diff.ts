// The differences between two documents in words, such as "buffer 60 to 30 packets". They are used for the
// sentence about the last change, for the table of settings in Compare, and for the number of changes.
import type {
  Catalogue,
  FlowDocument,
  Json,
  JsonObject,
  ScenarioDocument,
  TimelineEntry,
} from "../generated/types.ts";
import { algorithmOf, describePath, effectiveValue, kindOf, tagOf } from "./descriptors.ts";
import { valueAt, writeOutReverse } from "./edit.ts";
import { labelOf, labelOfId } from "./flowLabel.ts";
import { isRecord, readPath, sameJson } from "./path.ts";
import { scenarioTexts } from "./texts/index.ts";
import { formatQuantity } from "./units.ts";
import { describeValue, nameWithin, upperFirst } from "./valueText.ts";

export interface Change {
  readonly path: string;
  /** The setting or flow that changed, such as "buffer" or "far: delay at the sender". */
  readonly what: string;
  readonly from: string;
  readonly to: string;
  /** Whether the change follows from another one. */
  readonly isImplied?: boolean;
}

export const ARROW = "\u2192";

/** One change as a phrase. */
export function changeText(change: Omit<Change, "path">): string {
  if (change.from === "") return `${change.what} ${change.to}`;
  // If both values have the same unit, it is written once. 0 is the same in all units.
  const unit = /(\u202f\S+)$/.exec(change.to)?.[1];
  const own = unit && (/^0(\u202f\S+)$/.exec(change.from)?.[1] ?? unit);
  const short = own && change.from.endsWith(own) ? change.from.slice(0, -own.length) : change.from;
  // A range such as "10 ms to 40 ms" keeps both units.
  const from = short.includes("\u202f") ? change.from : short;
  return `${change.what} ${from} ${ARROW} ${change.to}`;
}

/** All differences: first settings of the network, then flows, then the other settings, then the timeline. */
export function diffDocuments(
  before: ScenarioDocument,
  after: ScenarioDocument,
  catalogue: Catalogue,
): readonly Change[] {
  const diff: Diff = { before, after, catalogue, changes: [] };
  const b: JsonObject = before;
  const a: JsonObject = after;
  walk(b.network, a.network, "network", diff);
  diffFlows(diff);
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
    if (!OTHER_MEMBERS.has(key)) walk(b[key], a[key], key, diff);
  diffTimeline(diff);
  return diff.changes;
}

interface Diff {
  readonly before: ScenarioDocument;
  readonly after: ScenarioDocument;
  readonly catalogue: Catalogue;
  readonly changes: Change[];
}

/** Members of a document that other functions compare, or that do not affect the run. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(["network", "flows", "timeline", "title", "note"]);

/** Matches the paths of objects that the page shows as one setting; a source only if it becomes another kind. */
const SHOWN_AS_ONE_SETTING =
  /(\.limit|\.loss|\.(sender|receiver|start)|\.source|\.schedule|\.stop|\.path|^measure)$/;

/**
 * Appends the changes from the value `b` to the value `a` at a path, where `b` is part of `before` and `a` is
 * part of `after`.
 */
function walk(b: Json | undefined, a: Json | undefined, path: string, diff: Diff): void {
  if (b !== undefined && sameJson(b, a)) return;
  const fieldBefore = describePath(diff.catalogue, path, diff.before);
  const field = describePath(diff.catalogue, path, diff.after) ?? fieldBefore;
  const from = b === undefined ? (fieldBefore ?? field)?.default : b;
  const to = a === undefined ? field?.default : a;
  if (sameJson(from, to)) return;
  if (Array.isArray(from) && Array.isArray(to) && /^network\.(links|nodes)$/.test(path)) {
    diffEntries(from, to, path, diff);
    return;
  }
  const [, link] = /^(network(?:\.links\.[^.]+)?)\.reverse$/.exec(path) ?? [];
  if (link !== undefined && isRecord(from) !== isRecord(to)) {
    // A reverse direction without settings of its own has those of the forward direction.
    const count = diff.changes.length;
    const complete = (own: Json | undefined, doc: ScenarioDocument): Json | undefined =>
      isRecord(own) ? own : readPath(writeOutReverse(doc, link), path);
    walk(complete(from, diff.before), complete(to, diff.after), path, diff);
    if (diff.changes.length > count) return;
  }
  // If the document omits an object, the members of the object have their defaults, unless the default of the
  // object is null.
  const mayHaveMembers = (x: Json | undefined): boolean => x === undefined || isRecord(x);
  const isOtherSource = !path.endsWith(".source") || kindOf(from, field) !== kindOf(to, field);
  const isOneSetting = SHOWN_AS_ONE_SETTING.test(path) && isOtherSource;
  if (isOneSetting || !(mayHaveMembers(from) && mayHaveMembers(to) && (from || to))) {
    diff.changes.push(changeOf(b, a, path, diff));
    return;
  }
  const fromMembers = isRecord(from) ? from : {};
  const toMembers = isRecord(to) ? to : {};
  const tag = field?.type === "variant" ? tagOf(field) : null;
  if (tag !== null && kindOf(from, field) !== kindOf(to, field)) {
    diffKinds(fromMembers, toMembers, path, tag, diff);
    return;
  }
  const names = new Set([...Object.keys(fromMembers), ...Object.keys(toMembers)]);
  if (tag !== null) names.delete(tag);
  for (const name of names) walk(fromMembers[name], toMembers[name], `${path}.${name}`, diff);
}

/**
 * Appends the change of a kind. The members of another network are not listed. A queue discipline may have
 * another limit by default, so its limit is compared. Other settings that the document states are listed with
 * their values.
 */
function diffKinds(b: JsonObject, a: JsonObject, path: string, tag: string, diff: Diff): void {
  diff.changes.push(changeOf(b[tag], a[tag], `${path}.${tag}`, diff));
  if (path === "network") return;
  walk(b.limit, a.limit, `${path}.limit`, diff);
  for (const [name, value] of Object.entries(a)) {
    const inner = `${path}.${name}`;
    if (name !== tag && name !== "limit")
      diff.changes.push({
        path: inner,
        what: nameOf(inner, diff.after, diff.catalogue),
        from: "",
        to: valueText(value, inner, diff.after, diff.catalogue),
      });
  }
}

/**
 * Both values of a change are written with the first of these numbers of significant digits with which their
 * texts differ.
 */
const DIGITS = [3, 6, 12];

/** The change of one setting. */
function changeOf(b: Json | undefined, a: Json | undefined, path: string, diff: Diff): Change {
  const { before, after, catalogue } = diff;
  const what = nameOf(path, after, catalogue);
  for (const digits of DIGITS) {
    const from = valueText(b, path, before, catalogue, digits);
    const to = valueText(a, path, after, catalogue, digits);
    if (from !== to) return { path, what, from, to };
  }
  return { path, what, from: "", to: scenarioTexts.changes.changed };
}

const idOf = (entry: Json): string => String(isRecord(entry) ? entry.id : entry);

/** Appends the changes of the links or nodes of a network. */
function diffEntries(b: readonly Json[], a: readonly Json[], path: string, diff: Diff): void {
  const isLinks = path === "network.links";
  const named = isLinks ? scenarioTexts.changes.link : scenarioTexts.changes.node;
  const before = new Map(b.map((entry) => [idOf(entry), entry]));
  const after = new Map(a.map((entry) => [idOf(entry), entry]));
  const first = diff.changes.length;
  const moved: string[] = [];
  for (const id of before.keys())
    if (!after.has(id))
      diff.changes.push({
        path: `${path}.${id}`,
        what: named({ id }),
        from: "",
        to: scenarioTexts.changes.removed,
      });
  for (const [id, entry] of after) {
    const old = before.get(id);
    if (!isLinks && old !== undefined) diffNode(old, entry, id, moved, diff);
    else if (old !== undefined) walk(old, entry, `${path}.${id}`, diff);
    else
      diff.changes.push({
        path: `${path}.${id}`,
        what: named({ id }),
        from: "",
        to: scenarioTexts.changes.added,
      });
  }
  // A new node fixes the places of all nodes. They are stated only if nothing else changed, or if a node had
  // another position before.
  const hasPlace = (id: string): boolean => {
    const node = before.get(id);
    return isRecord(node) && node["x"] !== undefined;
  };
  const stated = diff.changes.length > first ? moved.filter(hasPlace) : moved;
  for (const id of stated)
    diff.changes.push({
      path: `${path}.${id}`,
      what: scenarioTexts.changes.node({ id }),
      from: "",
      to: scenarioTexts.changes.moved,
    });
  if (isLinks && after.size > 1) mergeLinks([...after.keys()], first, diff);
  const shared = (ids: Iterable<string>): string =>
    [...ids].filter((id) => before.has(id) && after.has(id)).join();
  if (shared(before.keys()) !== shared(after.keys()))
    diff.changes.push({
      path,
      what: isLinks ? scenarioTexts.changes.orderOfLinks : scenarioTexts.changes.orderOfNodes,
      from: "",
      to: scenarioTexts.changes.changed,
    });
}

/**
 * Replaces changes that all links have in common by one change of all links, beginning at the index `first`.
 */
function mergeLinks(ids: readonly string[], first: number, { changes }: Diff): void {
  const changesOf = (id: string): readonly Change[] =>
    changes.slice(first).filter(({ path }) => path.startsWith(`network.links.${id}.`));
  /** The change without the name of the link. */
  const common = ({ path, what, from, to }: Change, id: string): string =>
    [
      path.slice(`network.links.${id}`.length),
      what.replace(scenarioTexts.changes.link({ id }), ""),
      from,
      to,
    ].join("\n");
  const [firstId = "", ...otherIds] = ids;
  for (const change of changesOf(firstId)) {
    const key = common(change, firstId);
    const others = otherIds.map((id) => changesOf(id).find((other) => common(other, id) === key));
    if (others.includes(undefined)) continue;
    const what = change.what.replace(
      scenarioTexts.changes.link({ id: firstId }),
      scenarioTexts.changes.allLinks,
    );
    changes.splice(changes.indexOf(change), 1, { ...change, what });
    for (const other of others) if (other) changes.splice(changes.indexOf(other), 1);
  }
}

/**
 * Appends the changes of a node. If its position changed, appends its id to `moved`. The coordinates in the
 * drawing have no meaning for a reader, so a new position is stated without them.
 */
function diffNode(b: Json, a: Json, id: string, moved: string[], diff: Diff): void {
  const path = `network.nodes.${id}`;
  const placeOf = (node: Json): Json => (isRecord(node) ? [node.x ?? null, node.y ?? null] : [null, null]);
  if (!sameJson(placeOf(b), placeOf(a))) moved.push(id);
  if (isRecord(b) && isRecord(a)) {
    const { x: _oldX, y: _oldY, ...oldRest } = b;
    const { x: _newX, y: _newY, ...newRest } = a;
    walk(oldRest, newRest, path, diff);
  }
}

function diffFlows(diff: Diff): void {
  const { before, after, catalogue, changes } = diff;
  const flowsBefore = new Map((before.flows ?? []).map((f) => [f.id, f]));
  const flowsAfter = new Map((after.flows ?? []).map((f) => [f.id, f]));
  for (const [id, flow] of flowsBefore)
    if (!flowsAfter.has(id))
      changes.push({
        path: `flows.${id}`,
        what: labelOf(flow, before),
        from: "",
        to: scenarioTexts.changes.removed,
      });
  for (const [id, flow] of flowsAfter) {
    const oldFlow = flowsBefore.get(id);
    if (!oldFlow) {
      const name = algorithmName(id, after, catalogue);
      const what = labelOf(flow, after);
      // A flow without a name of its own has that of its algorithm.
      const to = what === name ? scenarioTexts.changes.added : scenarioTexts.changes.addedAlgorithm({ name });
      changes.push({ path: `flows.${id}`, what, from: "", to });
      continue;
    }
    if (oldFlow.label !== flow.label)
      changes.push({
        path: `flows.${id}.label`,
        what: labelOf(oldFlow, before),
        from: "",
        to: scenarioTexts.changes.renamed({ name: labelOf(flow, after) }),
      });
    if (sameJson(oldFlow, flow)) continue;
    const { label: _label, ...unnamed } = flow;
    const { label: _oldLabel, ...oldUnnamed } = oldFlow;
    if (algorithmOf(catalogue, id, before) === algorithmOf(catalogue, id, after))
      walk(oldUnnamed, unnamed, `flows.${id}`, diff);
    else {
      // Parameters that only the old algorithm has are not reported.
      const isKept = (name: string): boolean =>
        describePath(catalogue, `flows.${id}.params.${name}`, after) !== undefined;
      const kept = Object.entries(oldFlow.params ?? {}).filter(([name]) => isKept(name));
      walk({ ...oldUnnamed, params: Object.fromEntries(kept) }, unnamed, `flows.${id}`, diff);
    }
  }
  const sharedIds = (list: readonly FlowDocument[] | undefined, other: Map<string, FlowDocument>): string =>
    (list ?? []).flatMap((f) => (other.has(f.id) ? [f.id] : [])).join(",");
  if (sharedIds(before.flows, flowsAfter) !== sharedIds(after.flows, flowsBefore))
    changes.push({
      path: "flows",
      what: scenarioTexts.changes.orderOfFlows,
      from: "",
      to: scenarioTexts.changes.changed,
    });
}

function diffTimeline(diff: Diff): void {
  const { before, after, catalogue, changes } = diff;
  const listBefore = before.timeline ?? [];
  const listAfter = after.timeline ?? [];
  const count = changes.length;
  const isIn = (list: readonly TimelineEntry[], entry: TimelineEntry): boolean =>
    list.some((e) => sameJson(e, entry));
  const replaced = (entry: TimelineEntry, other: TimelineEntry): boolean =>
    entry.at === other.at && entry.set === other.set;
  const added = listAfter.filter((entry) => !isIn(listBefore, entry));
  const removed = listBefore.filter((entry) => !isIn(listAfter, entry));
  for (const entry of added) {
    const path = `timeline.${entry.at}.${entry.set}`;
    const time = formatQuantity(entry.at, "s", 6);
    const name = nameOf(entry.set, after, catalogue);
    const old = removed.find((other) => replaced(entry, other));
    const to = valueText(entry.to, entry.set, after, catalogue);
    const from = old
      ? valueText(old.to, entry.set, before, catalogue)
      : valueBefore(entry, before, catalogue);
    if (old && from !== to)
      changes.push({ path, what: scenarioTexts.changes.fromTime({ name, time }), from, to });
    else
      changes.push({
        path,
        what: scenarioTexts.changes.atTime({ time, name }),
        from: from === to ? "" : from,
        to,
      });
  }
  for (const entry of removed) {
    if (added.some((other) => replaced(entry, other))) continue;
    const what = scenarioTexts.changes.removedChange({
      name: nameOf(entry.set, before, catalogue),
      time: formatQuantity(entry.at, "s", 6),
    });
    changes.push({
      path: `timeline.${entry.at}.${entry.set}`,
      what,
      from: "",
      to: scenarioTexts.changes.removed,
    });
  }
  if (changes.length === count && !sameJson(listBefore, listAfter))
    changes.push({
      path: "timeline",
      what: scenarioTexts.changes.orderOfTimeline,
      from: "",
      to: scenarioTexts.changes.changed,
    });
}

/**
 * The value that a setting had at the time of an entry before the entry was added. "" if there is no such
 * value.
 */
function valueBefore({ at, set }: TimelineEntry, before: ScenarioDocument, catalogue: Catalogue): string {
  const value = valueAt(before, set, at) ?? effectiveValue(catalogue, set, before);
  return value === undefined || value === null ? "" : valueText(value, set, before, catalogue);
}

function algorithmName(flow: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const id = algorithmOf(catalogue, flow, doc);
  return catalogue.algorithms.find((a) => a.id === id)?.name ?? id;
}

/** Names of the settings of a link direction, by the path inside the direction. */
const SHORT_NAMES: Readonly<
  Record<string, "rate" | "delay" | "buffer" | "queue" | "loss" | "schedule" | undefined>
> = {
  rate: "rate",
  delay: "delay",
  "queue.limit": "buffer",
  queue: "queue",
  "queue.kind": "queue",
  loss: "loss",
  schedule: "schedule",
  "impairments.trace": "schedule",
};

/** The name of a setting for use inside a sentence. */
export function nameOf(path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const [, link, direction, inDirection] =
    /^network(?:\.links\.([^.]+))?\.(forward|reverse)(?:\.(.+))?$/.exec(path) ?? [];
  if (direction) {
    const short = inDirection === undefined ? undefined : SHORT_NAMES[inDirection];
    const ownName = short ? scenarioTexts.changes[short] : inDirection && fieldName(path, doc, catalogue);
    const owner = link === undefined ? "" : scenarioTexts.changes.link({ id: link });
    const isReverse = direction === "reverse";
    if (!ownName)
      return `${owner}${owner && ", "}${isReverse ? scenarioTexts.changes.reversePath : scenarioTexts.changes.forwardPath}`;
    if (link === undefined) return isReverse ? scenarioTexts.changes.reverse({ name: ownName }) : ownName;
    return `${isReverse ? scenarioTexts.changes.reverseOf({ owner }) : owner}: ${ownName}`;
  }
  const name = fieldName(path, doc, catalogue);
  const [first, second, third, fourth] = path.split(".");
  if (first === "network" && third !== undefined)
    return `${(second === "nodes" ? scenarioTexts.changes.node : scenarioTexts.changes.link)({ id: third })}${fourth === undefined ? "" : `: ${name}`}`;
  if (first !== "flows" || second === undefined) return name;
  const owner = labelOfId(second, doc);
  if (third === undefined) return owner;
  if (third === "access" && fourth === "receiver") return `${owner}: ${scenarioTexts.changes.receiverDelay}`;
  if (third === "access" && fourth === "sender") return `${owner}: ${scenarioTexts.changes.senderDelay}`;
  const own = { active: scenarioTexts.changes.sending, count: scenarioTexts.changes.flows }[third];
  return `${owner}: ${own ?? name}`;
}

/** The name of a field, with the name of its impairment. */
function fieldName(path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const label = (fieldPath: string): string => {
    const last = fieldPath.split(".").at(-1) ?? fieldPath;
    const text = describePath(catalogue, fieldPath, doc)?.label || last.replaceAll("_", " ");
    return nameWithin(text).replace(/^(forward|reverse) | des (Hin|Rück)wegs$| (aller|retour)$/, "");
  };
  const owner = /^(.+\.impairments\.[^.]+)\.[^.]+$/.exec(path)?.[1];
  return owner ? `${label(owner)}: ${label(path)}` : label(path);
}

/** The value of a setting as text for display. */
export function valueText(
  value: Json | undefined,
  path: string,
  doc: ScenarioDocument,
  catalogue: Catalogue,
  digits = 3,
): string {
  // The field "sending" of a flow exists only on the timeline, and is on or off.
  const field = describePath(catalogue, path, doc);
  return describeValue(value === undefined ? field?.default : value, field, catalogue, digits);
}

export const settingName = (path: string, doc: ScenarioDocument, catalogue: Catalogue): string =>
  upperFirst(nameOf(path, doc, catalogue));

/** The value of a setting, or its default. */
export function settingValue(path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const field = describePath(catalogue, path, doc);
  return describeValue(effectiveValue(catalogue, path, doc), field, catalogue, 4);
}
