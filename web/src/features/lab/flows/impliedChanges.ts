// Changes that follow from others: the packets of a buffer whose limit is stated in another unit, and the rate of a reverse
// direction without settings of its own.
import type { Catalogue, Derived, ScenarioDocument } from "../../../generated/types.ts";
import { type Change, changeText, nameOf } from "../../../scenario/diff.ts";
import { readPath } from "../../../scenario/path.ts";
import { scenarioTexts } from "../../../scenario/texts/index.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { linkNamed } from "./members.ts";

/** With more implied changes, none is named: those of all links of a large network. */
const MOST_IMPLIED = 3;

/** The path of a link direction in the document. */
const pathOf = (id: string): string => `network.${id.includes(".") ? "links." : ""}${id}`;

/** The changes, followed by those that they imply in the links. The derived values belong to the scenarios before and after. */
export function withImplied(
  changes: readonly Change[],
  before: Derived | undefined | null,
  after: Derived | undefined | null,
  { doc, catalogue }: { readonly doc: ScenarioDocument; readonly catalogue: Catalogue },
): readonly Change[] {
  const idsOf = (of: Derived | undefined | null): string => (of?.links ?? []).map(({ id }) => id).join();
  // Another network has other links.
  if (changes.length === 0 || !before || !after || idsOf(before) !== idsOf(after)) return changes;
  const isStated = (path: string): boolean => changes.some((of) => of.path.startsWith(path));
  const implied = after.links.flatMap((link): Change[] => {
    const path = pathOf(link.id);
    const old = linkNamed(before.links, link.id);
    const isMirrored = link.id.endsWith("reverse") && readPath(doc, path) == null;
    if (!old || isStated(isMirrored ? path : `${path}.queue`)) return [];
    const [name, unit] = isMirrored ? (["rate", "bit/s"] as const) : (["queue.limit", "packets"] as const);
    const [from, to] = [old, link].map((of) => (isMirrored ? of.rate : of.limit.packets));
    if (from === to) return [];
    const what = nameOf(`${path}.${name}`, doc, catalogue);
    const text = (value = 0): string => formatQuantity(value, unit);
    return [{ path: `${path}.${name}`, what, from: text(from), to: text(to), isImplied: true }];
  });
  return implied.length > MOST_IMPLIED ? changes : [...changes, ...implied];
}

/** The first changes as one text, with what they imply. */
export function changesText(
  changes: readonly Change[],
  most: number,
  write: (change: Change) => string = changeText,
): string {
  const stated = changes.filter(({ isImplied }) => !isImplied);
  const implied = changes.filter(({ isImplied }) => isImplied).map(changeText);
  const named = stated.slice(0, most).map(write).join("; ");
  const more = stated.length - most;
  const rest = more > 0 ? pageTexts.lab.andMore({ n: more }) : "";
  return implied.length > 0 && named !== ""
    ? scenarioTexts.changes.implied({ changes: named + rest, implied: implied.join(", ") })
    : named + rest;
}
