// Pure edits of a scenario document. Each takes a document and gives a new one; ids of flows are never reused, so the
// random numbers of one flow never move to another (docs/architecture.md, "Randomness").
import type { FlowDocument, Json, ScenarioDocument, TimelineEntry } from "./document.ts";
import { readPath, sameJson, writePath } from "./path.ts";

/** Every id a document mentions as a flow. */
export function flowIds(doc: ScenarioDocument): readonly string[] {
  return (doc.flows ?? []).map((f) => f.id);
}

/** An id that was never used: `base`, or the base with the next free number. */
export function freshId(base: string, used: ReadonlySet<string>): string {
  const stem = base.replace(/-?\d+$/, "").slice(0, 32) || "flow";
  if (!used.has(base)) return base;
  for (let n = 2; ; n++) if (!used.has(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** Adds a flow at the end. The id is made fresh against everything used so far. */
export function addFlow(
  doc: ScenarioDocument,
  flow: FlowDocument,
  used: ReadonlySet<string>,
): ScenarioDocument {
  const id = freshId(flow.id, new Set([...used, ...flowIds(doc)]));
  return { ...doc, flows: [...(doc.flows ?? []), { ...flow, id }] };
}

/** Puts a copy behind the original, with a fresh id and a label that says so. */
export function duplicateFlow(
  doc: ScenarioDocument,
  id: string,
  used: ReadonlySet<string>,
): ScenarioDocument {
  const flows = doc.flows ?? [];
  const at = flows.findIndex((f) => f.id === id);
  const original = flows[at];
  if (!original) return doc;
  const fresh = freshId(id, new Set([...used, ...flowIds(doc)]));
  const copy: FlowDocument = {
    ...original,
    id: fresh,
    ...(original.label ? { label: `${original.label} (copy)` } : {}),
  };
  return { ...doc, flows: [...flows.slice(0, at + 1), copy, ...flows.slice(at + 1)] };
}

/** Removes a flow and everything that speaks of it: its timeline entries and the loss rules that name it. */
export function removeFlow(doc: ScenarioDocument, id: string): ScenarioDocument {
  let next: ScenarioDocument = { ...doc, flows: (doc.flows ?? []).filter((f) => f.id !== id) };
  if (doc.timeline)
    next = { ...next, timeline: doc.timeline.filter((e) => !e.set.startsWith(`flows.${id}.`)) };
  for (const path of ["network.forward.loss", "network.reverse.loss"]) {
    const rules = readPath(next, path);
    if (Array.isArray(rules) && rules.some((r: Json) => names(r, id)))
      next = writePath(
        next,
        path,
        rules.filter((r: Json) => !names(r, id)),
      );
  }
  return next;
}

function names(rule: Json, id: string): boolean {
  return (
    typeof rule === "object" && rule !== null && !Array.isArray(rule) && (rule as { flow?: Json }).flow === id
  );
}

/** Gives a flow another label; an empty one falls back to the id. The id itself stays. */
export function renameFlow(doc: ScenarioDocument, id: string, label: string): ScenarioDocument {
  const text = label.trim().slice(0, 80);
  return writePath(doc, `flows.${id}.label`, text === "" || text === id ? undefined : text);
}

/** Moves a flow up (negative) or down in the list. */
export function moveFlow(doc: ScenarioDocument, id: string, by: number): ScenarioDocument {
  const flows = [...(doc.flows ?? [])];
  const from = flows.findIndex((f) => f.id === id);
  const to = Math.max(0, Math.min(flows.length - 1, from + by));
  if (from < 0 || from === to) return doc;
  const [flow] = flows.splice(from, 1);
  if (flow) flows.splice(to, 0, flow);
  return { ...doc, flows };
}

/** Another algorithm for a flow; its parameters belong to the old one and go. */
export function setAlgorithm(doc: ScenarioDocument, id: string, algorithm: string): ScenarioDocument {
  const cleared = writePath(
    writePath(doc, `flows.${id}.params`, undefined),
    `flows.${id}.algorithm`,
    algorithm,
  );
  if (!cleared.timeline) return cleared;
  return { ...cleared, timeline: cleared.timeline.filter((e) => !e.set.startsWith(`flows.${id}.params.`)) };
}

/** Whether a setting can change while a run is under way. */
export function canChangeLater(doc: ScenarioDocument, path: string): boolean {
  if (/^network\.(forward|reverse)\.(rate|delay|queue\.limit|loss)$/.test(path))
    return !path.startsWith("network.reverse") || Boolean(doc.network?.reverse);
  const [, id, side] =
    /^network\.links\.([A-Za-z0-9_-]+)\.(forward|reverse)\.(?:rate|delay|queue\.limit|loss)$/.exec(path) ??
    [];
  if (id) return side === "forward" || Boolean(doc.network?.links?.find((link) => link.id === id)?.reverse);
  return /^flows\.[A-Za-z0-9_-]+\.(active|params\.[A-Za-z0-9_]+)$/.test(path);
}

/** "Change from here": a timeline entry at `at`. One that sets the same thing at the same time is replaced. */
export function setFrom(doc: ScenarioDocument, path: string, to: Json, at: number): ScenarioDocument {
  const others = (doc.timeline ?? []).filter((e) => !(e.at === at && e.set === path));
  const entry: TimelineEntry = { at, set: path, to };
  const after = others.findIndex((e) => e.at > at);
  const timeline =
    after < 0 ? [...others, entry] : [...others.slice(0, after), entry, ...others.slice(after)];
  return { ...doc, timeline };
}

/** Takes a timeline entry away. */
export function removeTimelineEntry(doc: ScenarioDocument, index: number): ScenarioDocument {
  const timeline = (doc.timeline ?? []).filter((_, i) => i !== index);
  if (timeline.length > 0) return { ...doc, timeline };
  const { timeline: _gone, ...rest } = doc;
  return rest;
}

/** What is in force at a time: the last timeline entry for the path at or before it, else what the document states. */
export function valueAt(doc: ScenarioDocument, path: string, at: number): Json | undefined {
  let value = readPath(doc, path);
  let best = Number.NEGATIVE_INFINITY;
  for (const entry of doc.timeline ?? []) {
    if (entry.set === path && entry.at <= at && entry.at >= best) {
      value = entry.to;
      best = entry.at;
    }
  }
  return value;
}

/**
 * Another kind of network. It begins with what the catalogue says of that kind; of the flows' ways only the ends were
 * theirs, so they go, and so do changes and rules that speak of links that are gone.
 */
export function setNetworkKind(doc: ScenarioDocument, kind: string): ScenarioDocument {
  if ((doc.network?.kind ?? "dumbbell") === kind) return doc;
  const { timeline, ...rest } = doc;
  const kept = (timeline ?? []).filter((entry) => !entry.set.startsWith("network."));
  return {
    ...rest,
    network: { kind },
    flows: (doc.flows ?? []).map(({ path: _path, ...flow }) => flow),
    ...(kept.length > 0 ? { timeline: kept } : {}),
  };
}

/** Whether two documents describe the same run: title and note aside. */
export function sameRun(a: ScenarioDocument, b: ScenarioDocument): boolean {
  const plain = (d: ScenarioDocument): Json => {
    const { title: _title, note: _note, ...rest } = d;
    return rest as unknown as Json;
  };
  return sameJson(plain(a), plain(b));
}
