// Whether the texts and the suggested changes of an example still fit the scenario after edits.
import type { Catalogue, Json, ScenarioDocument, TimelineEntry } from "../generated/types.ts";
import { describePath, kindAt } from "../scenario/descriptors.ts";
import { flowIds, sameRun } from "../scenario/edit.ts";
import { readPath } from "../scenario/path.ts";
import type { SuggestedChange } from "./example.ts";

/**
 * Whether a suggested change can be applied: the settings and flows that it changes exist in the document.
 */
export function suggestionApplies(
  change: SuggestedChange,
  doc: ScenarioDocument,
  catalogue: Catalogue,
): boolean {
  const ids = new Set(flowIds(doc));
  return (
    (change.remove ?? []).every((id) => ids.has(id)) &&
    (change.set ?? []).every(([path, value]) => settingExists(path, value, doc, catalogue))
  );
}

function settingExists(path: string, value: Json, doc: ScenarioDocument, catalogue: Catalogue): boolean {
  if (!describePath(catalogue, path, doc)) return false;
  if (path === "timeline")
    return (value as readonly TimelineEntry[]).every(({ set, to }) => settingExists(set, to, doc, catalogue));
  const [list, id = ""] = path.split(".");
  if (list === "flows" && !flowIds(doc).includes(id)) return false;
  // A link, or an entry of a list without ids, such as a loss rule.
  const entry = /^(network\.links\.[^.]+|.*\.\d+)(\.|$)/.exec(path)?.[1];
  if (entry !== undefined && readPath(doc, entry) === undefined) return false;
  return !path.endsWith(".flow") || flowIds(doc).includes(String(value));
}

/** How the title and the note of a scenario relate to its document. */
export type TextsFit =
  /** They describe the document. */
  | "yes"
  /** Settings were changed. The note describes the scenario before. */
  | "before"
  /** The scenario has another kind of network, or a flow is gone that the texts may name. */
  | "no";

/** `described` is the document that the title and the note describe. */
export function textsFit(doc: ScenarioDocument, described: ScenarioDocument, catalogue: Catalogue): TextsFit {
  if (doc.title !== described.title || doc.note !== described.note || sameRun(doc, described)) return "yes";
  const networkOf = (d: ScenarioDocument): string => kindAt(catalogue, "network", d);
  const ids = flowIds(doc);
  const hasFlows = flowIds(described).every((id) => ids.includes(id));
  return networkOf(doc) === networkOf(described) && hasFlows ? "before" : "no";
}
