// The rows of the panel "Why?": decisions, and before them the losses to which a window algorithm reacted.
import type { ReactNode } from "react";
import type { Decision } from "../../../engine/types.ts";
import type { Catalogue } from "../../../generated/types.ts";
import { WHY } from "../../../strings/why.ts";
import { linkLabel } from "../state/chartData.ts";
import type { Run } from "../state/labStore.ts";
import { type Loss, lossesBetween, withMergedLosses } from "./lossesBefore.ts";

/**
 * The decisions and the losses of a flow from `before` seconds before the first decision on, in the order of
 * time.
 */
export function rowsOf(
  decisions: readonly Decision[],
  run: Run | null,
  flow: string,
  before: number,
  catalogue: Catalogue,
): readonly (Decision | Loss)[] {
  const [first, last] = [decisions[0], decisions.at(-1)];
  if (!run || !first || !last) return decisions;
  const losses = lossesBetween(run, flow, first.t - before, last.t, catalogue);
  return withMergedLosses([...losses, ...decisions].sort((a, b) => a.t - b.t));
}

/** Why a packet was lost. */
export function LossRow({ loss: { cause, link, count } }: { readonly loss: Loss }): ReactNode {
  return <span>{WHY.losses[cause](linkLabel(link), count)}</span>;
}
