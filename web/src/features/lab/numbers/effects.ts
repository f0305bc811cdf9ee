// The effects of a change, in short phrases: the results that differ most between two complete runs.

import { chartTexts } from "../../../charts/texts/index.ts";
import { meanWait, utilisation } from "../../../engine/numbers.ts";
import type { RunOutcome } from "../../../engine/types.ts";
import type { RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { changeText } from "../../../scenario/diff.ts";
import { numberText } from "../../../scenario/numbers.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { nameWithin } from "../../../scenario/valueText.ts";
import { pageTexts } from "../../../texts/index.ts";
import { bitsBetween, rateStepsOf } from "../flows/fairShares.ts";
import { membersOf } from "../flows/members.ts";
import { readAt } from "../flows/readout.ts";
import { linkLabel } from "../state/chartData.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

import { type ComparedNumber, comparedNumbers } from "./comparedNumbers.ts";

interface Effect {
  readonly text: string;
  /** The relative size of the change, times a weight for the importance of the result. */
  readonly size: number;
  readonly isGoodput: boolean;
  /** Whether this is the wait in one of the two queues of a link. */
  readonly isWaitOfDirection: boolean;
}

const relativeDifference = (a: number, b: number): number =>
  a === b ? 0 : Math.abs(b - a) / Math.max(Math.abs(a), Math.abs(b));

/** Effects whose size is at most this much are left out. */
const LEAST_SIZE = 0.005;
/** A change of a time in ms that is not larger is left out, even if it is large relative to a short time. */
const LEAST_MS = 0.5;
/** If at most this many flows changed, all of them are named. */
const MAX_NAMED_FLOWS = 3;

function effectOf(
  { number, owner, name, read }: ComparedNumber,
  before: RunSummary,
  after: RunSummary,
): Effect | null {
  const [from, to] = [read(before), read(after)];
  if (from === null || to === null || !number.compared) return null;
  if (number.unit === "ms" && Math.abs(to - from) <= LEAST_MS) return null;
  const isGoodput = number.id === "goodput_bps";
  const isWait = number.id === "queue_delay_ms";
  const isBack = owner === linkLabel("reverse");
  const what =
    isWait && isBack
      ? name.replace(owner, labTexts.lab.feedbackWaits({ path: owner }))
      : isGoodput
        ? owner
        : name;
  return {
    text: changeText({
      what: number.of === "link" || owner === "" ? nameWithin(what) : what,
      from: numberText(number, from),
      to: numberText(number, to),
    }),
    size: relativeDifference(from, to) * number.compared,
    isGoodput,
    isWaitOfDirection: isWait && (isBack || owner === linkLabel("forward")),
  };
}

/**
 * At most `maxCount` effects, the largest first. If only a few flows changed, all of them are among the
 * effects, so that the flows that gained are stated together with those that lost. So are the waits in both directions of a
 * link: a shorter queue for the data does not help a call whose feedback waits in the other queue.
 */
export function effectsOf(
  before: RunSummary,
  after: RunSummary,
  doc: ScenarioDocument,
  maxCount = 3,
): readonly string[] {
  const changed = comparedNumbers(before, after, doc)
    .flatMap((compared) => effectOf(compared, before, after) ?? [])
    .filter(({ size }) => size > LEAST_SIZE)
    .sort((a, b) => b.size - a.size);
  const flows = changed.filter(({ isGoodput }) => isGoodput);
  const named = new Set([
    ...changed.slice(0, maxCount),
    ...(flows.length <= MAX_NAMED_FLOWS ? flows : []),
    ...changed.filter(({ isWaitOfDirection }) => isWaitOfDirection),
  ]);
  return changed.filter((effect) => named.has(effect)).map(({ text }) => text);
}

/**
 * The result of a complete run from a time on: the numbers that are compared and can be read from its record. The
 * numbers next to the charts cover the same part after an edit that applies only after this time.
 */
export function resultFrom({ record, outcome }: Run, from: number): Result {
  if (!outcome) return null;
  const { flows, jain } = readAt(record, membersOf(record), record.duration, 1, from);
  const goodputs = new Map(flows.map(({ member, goodput }) => [member.id, goodput]));
  const to = record.duration;
  const links = outcome.summary.links.map(({ id }) => ({
    id,
    utilisation: utilisation(record, id, bitsBetween(rateStepsOf(record, id), from, to), from, to),
    queue_delay_ms: { mean: meanWait(record, id, from, to) * 1000 },
  }));
  const summary = {
    ...outcome.summary,
    window: [from, record.duration],
    links,
    fairness: { jain },
    transfers: [],
    flows: outcome.summary.flows.map(({ id, label, role, algorithm }) => ({
      ...{ id, label, role, algorithm },
      goodput_bps: goodputs.get(id) ?? 0,
    })),
  } as unknown as RunSummary;
  return { resultId: outcome.resultId, summary };
}

type Result = Pick<RunOutcome, "resultId" | "summary"> | null | undefined;

/** The part of the run that a summary covers. */
function spanOf({ window: [from, to], duration }: RunSummary): string {
  if (from === 0 && to === duration) return pageTexts.lab.wholeRun;
  return chartTexts.range({ from: formatQuantity(from, "s"), to: formatQuantity(to, "s") });
}

/** The numbers of a summary, as one text to compare. Names and labels are left out. */
function numbersIn({ flows, links, fairness, transfers }: RunSummary): string {
  return JSON.stringify([flows, links, fairness, transfers], (_, value) =>
    typeof value === "string" ? undefined : value,
  );
}

/**
 * The effects of a change, or whether the results are the same. An ellipsis until both runs are complete. Two
 * runs with the same packets have different results if they measure different times. `doc` is the document
 * after the change.
 */
export function effectText(before: Result, after: Result, doc: ScenarioDocument): string {
  if (!before || !after) return "\u2026";
  const samePackets = before.resultId === after.resultId;
  if (samePackets && numbersIn(before.summary) === numbersIn(after.summary)) return labTexts.lab.sameResults;
  const effects = effectsOf(before.summary, after.summary, doc);
  const when = samePackets ? labTexts.lab.otherTimes : labTexts.lab.oneSeed({ span: spanOf(after.summary) });
  return chartTexts.named({
    name: when,
    text: effects.length > 0 ? effects.join("; ") : labTexts.lab.noLargeEffect,
  });
}
