// The problems that the simulator reports, with names as the forms show them: "near, far: path" instead of
// "flows[0].path".

import { chartTexts } from "../../../charts/texts/index.ts";
import type { Catalogue, Issue, ScenarioDocument } from "../../../generated/types.ts";
import { nameOf } from "../../../scenario/diff.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { editPathOf } from "../settings/SettingControl.tsx";

export interface Problem {
  /**
   * The path of the first setting with the problem, as edits use it. Empty if the problem concerns the whole
   * document.
   */
  readonly path: string;
  /** The flows or links, and the setting. Empty if the problem concerns the whole document. */
  readonly where: string;
  readonly message: string;
}

/** The maximum number of flows or links that a problem names. */
const MAX_OWNERS = 4;

/**
 * The problems of a document, each once: a problem that several flows or links have in the same setting is
 * one problem with several owners.
 */
export function problemsOf(
  issues: readonly Issue[],
  doc: ScenarioDocument,
  catalogue: Catalogue,
): readonly Problem[] {
  const found = new Map<string, { path: string; setting: string; owners: Set<string>; message: string }>();
  for (const issue of issues) {
    const path = settingPathOf(issue.path, doc);
    const name = path === "" ? "" : nameOf(path, doc, catalogue);
    const [owner, setting] = name.includes(": ") ? splitName(name) : ["", name];
    const message = withoutPaths(issue.message, doc, catalogue).replace(/\d{5,}/g, (n) =>
      groupDigits(Number(n)),
    );
    const key = JSON.stringify([issue.code, setting, message]);
    const before = found.get(key);
    if (before) before.owners.add(owner);
    else found.set(key, { path, setting, owners: new Set([owner]), message });
  }
  return [...found.values()].map(({ path, setting, owners, message }) => {
    const names = [...owners].filter((owner) => owner !== "");
    const shown = names.slice(0, MAX_OWNERS).join(", ");
    const rest = names.length > MAX_OWNERS ? ` ${chartTexts.more({ n: names.length - MAX_OWNERS })}` : "";
    return { path, where: names.length === 0 ? setting : `${shown}${rest}: ${setting}`, message };
  });
}

/** "far: path" as owner and setting. */
function splitName(name: string): readonly [owner: string, setting: string] {
  const at = name.lastIndexOf(": ");
  return [name.slice(0, at), name.slice(at + 2)];
}

/**
 * A path of an issue as edits use it: entries of lists are named by their ids, and an entry of the timeline
 * by its setting.
 */
function settingPathOf(path: string, doc: ScenarioDocument): string {
  const entry = /^timeline\[(\d+)\]/.exec(path)?.[1];
  if (entry !== undefined) return doc.timeline?.[Number(entry)]?.set ?? "timeline";
  // A limit and its unit are one control.
  return editPathOf(path, doc).replace(/\.limit\.[a-z]+$/, ".limit");
}

/** Replaces paths such as `flows[0]` in a message by the names of the flows or settings. */
function withoutPaths(message: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  return message.replace(
    /\u201c?((?:flows|network\.links|network\.nodes)\[\d+\][\w.[\]]*)\u201d?/g,
    (_, path) => nameOf(editPathOf(path, doc), doc, catalogue),
  );
}
