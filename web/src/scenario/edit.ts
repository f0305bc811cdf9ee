// Edits of a scenario document. Each edit takes a document and returns a new document. Ids of flows are never
// reused, so no flow gets the random numbers of another flow (docs/architecture.md, "Randomness").
import { HOST_SETTINGS } from "../generated/constants.ts";
import type {
  FlowDocument,
  Json,
  JsonObject,
  NetworkDocument,
  ScenarioDocument,
  TimelineEntry,
} from "../generated/types.ts";
import { namedLinks } from "./descriptors.ts";
import { labelOfId } from "./flowLabel.ts";
import { readPath, sameJson, writePath } from "./path.ts";

export function flowIds(doc: ScenarioDocument): readonly string[] {
  return (doc.flows ?? []).map((f) => f.id);
}

/** An unused id: `base` if it is free, otherwise `base` with the lowest free number instead of its own. */
export function freshId(base: string, used: ReadonlySet<string>): string {
  const stem = base.replace(/-?\d+$/, "").slice(0, 32) || "flow";
  if (!used.has(base)) return base;
  for (let n = 2; ; n++) if (!used.has(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** Adds a flow at the end, with an id that has not been used before. */
export function addFlow(
  doc: ScenarioDocument,
  flow: FlowDocument,
  used: ReadonlySet<string>,
): ScenarioDocument {
  const id = freshId(flow.id, new Set([...used, ...flowIds(doc)]));
  return { ...doc, flows: [...(doc.flows ?? []), { ...flow, id }] };
}

/**
 * Inserts a copy of a flow after the flow. The copy has a new id and, if the flow has a label, a label that
 * marks the copy.
 */
export function duplicateFlow(
  doc: ScenarioDocument,
  id: string,
  used: ReadonlySet<string>,
): ScenarioDocument {
  const flows = doc.flows ?? [];
  const at = flows.findIndex((f) => f.id === id);
  const original = flows[at];
  if (!original) return doc;
  const newId = freshId(id, new Set([...used, ...flowIds(doc)]));
  const copy: FlowDocument = {
    ...original,
    id: newId,
    ...(original.label ? { label: `${original.label} (copy)` } : {}),
  };
  return { ...doc, flows: [...flows.slice(0, at + 1), copy, ...flows.slice(at + 1)] };
}

/**
 * Removes a flow and every reference to it: its timeline entries, the loss rules that apply to this flow
 * alone (on any link and in the timeline), and its entries in the flow lists of queue disciplines.
 */
export function removeFlow(doc: ScenarioDocument, id: string): ScenarioDocument {
  let next: ScenarioDocument = { ...doc, flows: (doc.flows ?? []).filter((flow) => flow.id !== id) };
  if (doc.timeline)
    next = {
      ...next,
      timeline: doc.timeline
        .filter((entry) => !entry.set.startsWith(`flows.${id}.`))
        .map((entry) =>
          entry.set.endsWith(".loss") ? { ...entry, to: withoutRulesOf(entry.to, id) } : entry,
        ),
    };
  for (const direction of linkDirections(doc)) {
    const rules = readPath(next, `${direction}.loss`);
    const remaining = withoutRulesOf(rules ?? null, id);
    if (rules !== undefined && remaining !== rules) next = writePath(next, `${direction}.loss`, remaining);
    const queueFlows = readPath(next, `${direction}.queue.flows`);
    if (Array.isArray(queueFlows) && queueFlows.includes(id))
      next = writePath(
        next,
        `${direction}.queue.flows`,
        queueFlows.filter((flow: Json) => flow !== id),
      );
  }
  return next;
}

/** The paths of all link directions of a document. */
function linkDirections(doc: ScenarioDocument): readonly string[] {
  const links = ["network", ...namedLinks(doc).map((link) => `network.links.${link.id}`)];
  return links.flatMap((link) => [`${link}.forward`, `${link}.reverse`]);
}

/**
 * Writes into the document the settings that the reverse direction of a link has by default: the rate, the
 * delay and the queue of the forward direction, without loss rules, schedule and impairments. `rate` is the
 * rate of the reverse direction in bit/s, which differs from the forward direction's setting if that has a
 * delivery trace.
 */
export function writeOutReverse(doc: ScenarioDocument, link: string, rate?: number): ScenarioDocument {
  const settings = ["rate", "delay", "queue"].flatMap((name): readonly (readonly [string, Json])[] => {
    const value = readPath(doc, `${link}.forward.${name}`);
    return value === undefined ? [] : [[name, value]];
  });
  const hasTrace = Boolean(readPath(doc, `${link}.forward.impairments.trace`));
  const traced = hasTrace && rate !== undefined ? { rate } : {};
  return writePath(doc, `${link}.reverse`, { ...Object.fromEntries(settings), ...traced });
}

/**
 * Removes the rules that apply only to the given flow from a list of loss rules. Returns `rules` itself if
 * nothing is removed.
 */
function withoutRulesOf(rules: Json, flow: string): Json {
  if (!Array.isArray(rules)) return rules;
  const remaining = rules.filter((rule: Json) => (rule as { flow?: Json } | null)?.flow !== flow);
  return remaining.length === rules.length ? rules : remaining;
}

/**
 * Changes the label of a flow, or removes the label if the text is empty or equals the id. The id does not
 * change.
 */
export function renameFlow(doc: ScenarioDocument, id: string, label: string): ScenarioDocument {
  const text = label.trim().slice(0, 80);
  const path = `flows.${id}.label`;
  const unnamed = writePath(doc, path, undefined);
  const isUnnamed = text === "" || text === id || text === labelOfId(id, unnamed);
  const next = isUnnamed ? unnamed : writePath(doc, path, text);
  return sameJson(next, doc) ? doc : next;
}

/** Moves a flow in the list by a number of positions; negative numbers move it up. */
export function moveFlow(doc: ScenarioDocument, id: string, by: number): ScenarioDocument {
  const flows = [...(doc.flows ?? [])];
  const from = flows.findIndex((f) => f.id === id);
  const to = Math.max(0, Math.min(flows.length - 1, from + by));
  if (from < 0 || from === to) return doc;
  const [flow] = flows.splice(from, 1);
  if (flow) flows.splice(to, 0, flow);
  return { ...doc, flows };
}

/**
 * Changes the algorithm of a flow, and removes the parameters of the old algorithm from the flow and from the
 * timeline. The flow keeps its stack.
 */
export function setAlgorithm(doc: ScenarioDocument, id: string, algorithm: string): ScenarioDocument {
  const path = `flows.${id}.params`;
  const kept = Object.entries(HOST_SETTINGS).flatMap(([name, algorithms]) => {
    const value = readPath(doc, `${path}.${name}`);
    return value !== undefined && algorithms.some((known) => known === algorithm) ? [[name, value]] : [];
  });
  const params = kept.length > 0 ? (Object.fromEntries(kept) as JsonObject) : undefined;
  const cleared = writePath(writePath(doc, path, params), `flows.${id}.algorithm`, algorithm);
  if (!cleared.timeline) return cleared;
  return { ...cleared, timeline: cleared.timeline.filter((e) => !e.set.startsWith(`flows.${id}.params.`)) };
}

/**
 * A document with settings by their paths. A new algorithm of a flow removes the parameters of the old
 * algorithm, but not the stack.
 */
export function withSettings(
  doc: ScenarioDocument,
  settings: readonly (readonly [path: string, value: Json | undefined])[],
): ScenarioDocument {
  return settings.reduce((next, [path, value]) => {
    const flow = /^flows\.([^.]+)\.algorithm$/.exec(path)?.[1];
    return flow !== undefined && typeof value === "string"
      ? setAlgorithm(next, flow, value)
      : writePath(next, path, value);
  }, doc);
}

/**
 * Changes a setting at the time `at`: adds a timeline entry, which replaces an existing entry for this
 * setting and time.
 */
export function setFromTime(doc: ScenarioDocument, path: string, to: Json, at: number): ScenarioDocument {
  const others = (doc.timeline ?? []).filter((e) => !(e.at === at && e.set === path));
  const entry: TimelineEntry = { at, set: path, to };
  const after = others.findIndex((e) => e.at > at);
  const timeline =
    after < 0 ? [...others, entry] : [...others.slice(0, after), entry, ...others.slice(after)];
  return { ...doc, timeline };
}

/** Removes a timeline entry. */
export function removeTimelineEntry(doc: ScenarioDocument, index: number): ScenarioDocument {
  const timeline = (doc.timeline ?? []).filter((_, i) => i !== index);
  if (timeline.length > 0) return { ...doc, timeline };
  const { timeline: _gone, ...rest } = doc;
  return rest;
}

/**
 * The value of a setting at a time: the value of the latest timeline entry for the path up to that time, or
 * else the value in the document.
 */
export function valueAt(doc: ScenarioDocument, path: string, at: number): Json | undefined {
  let value = readPath(doc, path);
  let latest = Number.NEGATIVE_INFINITY;
  for (const entry of doc.timeline ?? []) {
    if (entry.set === path && entry.at <= at && entry.at >= latest) {
      value = entry.to;
      latest = entry.at;
    }
  }
  return value;
}

/** Puts the flows with the given ids into a group. If the name is empty, removes them from their groups. */
export function setGroup(doc: ScenarioDocument, ids: readonly string[], name: string): ScenarioDocument {
  const group = name.trim();
  return {
    ...doc,
    flows: (doc.flows ?? []).map((flow) => {
      if (!ids.includes(flow.id)) return flow;
      const { group: _before, ...rest } = flow;
      return group === "" ? rest : { ...rest, group };
    }),
  };
}

/**
 * Whether two documents describe the same run: whether they differ at most in their titles, their notes, the
 * groups of flows and the places of nodes in drawings.
 */
export function sameRun(a: ScenarioDocument, b: ScenarioDocument): boolean {
  const withoutTexts = (d: ScenarioDocument): Json => {
    const { title: _title, note: _note, flows, network, ...rest } = d;
    return {
      ...rest,
      ...(flows ? { flows: flows.map(({ group: _group, ...flow }) => flow) } : {}),
      ...(network ? { network: withoutPlaces(network) } : {}),
    } as Json;
  };
  return sameJson(withoutTexts(a), withoutTexts(b));
}

/**
 * The time in seconds from which two documents differ. 0 unless they differ only in entries of the timeline
 * and in flows that only one of them has.
 */
export function firstDifference(a: ScenarioDocument, b: ScenarioDocument): number {
  const common = (d: ScenarioDocument, other: ScenarioDocument): ScenarioDocument => {
    const ids = new Set(flowIds(other));
    const { timeline: _timeline, ...rest } = d;
    return { ...rest, flows: (d.flows ?? []).filter(({ id }) => ids.has(id)) };
  };
  if (!sameRun(common(a, b), common(b, a))) return 0;
  const only = (d: ScenarioDocument, other: ScenarioDocument): readonly number[] => {
    const ids = new Set(flowIds(other));
    const isShared = (entry: TimelineEntry): boolean =>
      (other.timeline ?? []).some((e) => sameJson(e as unknown as Json, entry as unknown as Json));
    return [
      ...(d.timeline ?? []).filter((entry) => !isShared(entry)).map(({ at }) => at),
      ...(d.flows ?? [])
        .filter(({ id }) => !ids.has(id))
        .map(({ start }) => (typeof start === "number" ? start : 0)),
    ];
  };
  const times = [...only(a, b), ...only(b, a)];
  return times.length > 0 ? Math.min(...times) : 0;
}

function withoutPlaces(network: NetworkDocument): NetworkDocument {
  if (network.kind !== "graph" || !network.nodes) return network;
  return { ...network, nodes: network.nodes.map(({ x: _x, y: _y, ...node }) => node) };
}
