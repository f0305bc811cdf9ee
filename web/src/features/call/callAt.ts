// What the receiver of a call shows at a time, from the series that the simulator records of its frames
// (sim-core/engine/src/observer/signals.rs): each frame `deadline` after its creation, if all of it has arrived by then;
// otherwise the picture before it stays.
import { max } from "d3-array";
import type { RunRecord, Series } from "../../engine/types.ts";
import type { Catalogue } from "../../generated/types.ts";
import { effectiveValue, numberAt } from "../../scenario/descriptors.ts";
import { type Member, membersOf, startedMembers } from "../lab/flows/members.ts";

/**
 * A gap between two shown frames is a freeze if it is this much longer than an interval of frames, in seconds, and at least
 * so many intervals long, as in sim-core/engine/src/record/tally/media.rs.
 */
const FREEZE_MARGIN = 0.15;
const FREEZE_INTERVALS = 3;
/** Frames that arrived longer ago than this say nothing about the present, in seconds. */
const RECENT = 1;
/** The largest number of frames that are shown one by one, and of parts into which a run is divided. */
const [LATEST, GAPS] = [30, 150];
/** Tolerance of times that were stored with single precision, in seconds. */
const TINY = 1e-4;

/** A flow with media in a run. */
export interface MediaCall {
  readonly record: RunRecord;
  readonly member: Member;
  /** The time from a frame's creation until it is shown, in seconds. */
  readonly deadline: number;
  /** The time between two frames, in seconds. */
  readonly interval: number;
  /** The highest rate of the encoder, in bit/s. */
  readonly topRate: number;
}

export interface CallMoment {
  readonly phase: "before" | "running" | "after";
  /** When the frame that is shown was created, in seconds. Null before the first one. */
  readonly shown: number | null;
  /** For how long the picture has been frozen, in seconds; 0 if it moves. */
  readonly frozen: number;
  /** The encoder's rate for the frame that is shown, in bit/s. NaN without a frame. */
  readonly rate: number;
  /** The encoder's rate for the latest frame, in bit/s. NaN without a frame. */
  readonly sentRate: number;
  /** How many frames a second has, and how many of the last second's were not shown. */
  readonly frames: number;
  readonly missed: number;
  /** How long the latest frame that arrived was on its way, in seconds. Null if none arrived lately. */
  readonly delay: number | null;
}

/** The flows of a run that carry media, in the order of the document. */
export function callsOf(record: RunRecord, catalogue: Catalogue): readonly MediaCall[] {
  const { document: doc, directory } = record;
  const entities = new Set(
    directory.flatMap(({ entity, signal }) => (signal === "frame_shown" ? [entity] : [])),
  );
  return startedMembers(record, membersOf(record)).flatMap((member) => {
    const entry = doc.flows?.find(({ id }) => member.id === id || member.id.startsWith(`${id}.`));
    if (!entities.has(member.entity) || !entry) return [];
    const setting = (name: string): number => numberAt(catalogue, `flows.${entry.id}.source.${name}`, doc);
    const rates = effectiveValue(catalogue, `flows.${entry.id}.source.rates`, doc);
    return [
      {
        record,
        member,
        deadline: setting("deadline"),
        interval: 1 / setting("frames"),
        topRate: max(rates as readonly number[]) ?? 0,
      },
    ];
  });
}

/** The last value of a bin of a gauge. NaN if it has none. */
const lastOf = ({ data }: Series, bin: number): number => data[3 * bin + 2] ?? Number.NaN;

const binAt = ({ width, bins }: Series, t: number): number =>
  Math.min(bins - 1, Math.floor(t / width + 1e-9));

/** The shortest gap that is a freeze, in seconds. */
export const shortestFreeze = ({ interval }: Pick<MediaCall, "interval">): number =>
  Math.max(interval + FREEZE_MARGIN, FREEZE_INTERVALS * interval);

/** When the frame that is shown at `t` was created. Null if none has been shown. */
function shownAt({ record, member, deadline, interval }: MediaCall, t: number): number | null {
  const series = record.series(member.entity, "frame_shown");
  if (!series) return null;
  const target = t - deadline + TINY;
  const newest = binAt(series, t);
  let bin = newest;
  while (bin >= 0 && !(lastOf(series, bin) <= target)) bin -= 1;
  if (bin < 0) return null;
  const shown = lastOf(series, bin);
  const next = bin < newest ? lastOf(series, bin + 1) : Number.NaN;
  // Of several frames in one bin, only the last is known. Without a gap, the others are an interval apart.
  if (!(next - shown <= series.width + 2 * interval)) return shown;
  return shown + Math.max(0, Math.floor((target - shown) / interval)) * interval;
}

/** The value of a gauge at a time. NaN if it has none. */
function valueAt({ record, member }: MediaCall, signal: string, t: number): number {
  const series = record.series(member.entity, signal);
  return series ? lastOf(series, binAt(series, t)) : Number.NaN;
}

/** The delay of the latest frame that arrived by `t`, or null if none arrived in the last second. */
function delayAt({ record, member }: MediaCall, t: number): number | null {
  const series = record.series(member.entity, "frame_delay");
  if (!series) return null;
  for (let bin = binAt(series, t); bin >= 0 && (bin + 1) * series.width > t - RECENT; bin -= 1)
    if (!Number.isNaN(lastOf(series, bin))) return lastOf(series, bin);
  return null;
}

export function callAt(call: MediaCall, t: number): CallMoment {
  const { start, stop } = call.member;
  const { deadline, interval } = call;
  const frames = Math.round(1 / interval);
  const shown = shownAt(call, t);
  // After the last frame, nothing is missing.
  const due = Math.min(t - deadline, stop);
  const gap = due - (shown ?? start);
  return {
    phase: t < start ? "before" : t > stop + deadline ? "after" : "running",
    shown,
    frozen: t >= start && gap >= shortestFreeze(call) ? gap : 0,
    rate: shown === null ? Number.NaN : valueAt(call, "encoder_rate", shown),
    sentRate: valueAt(call, "encoder_rate", Math.min(t, stop)),
    frames,
    missed: Math.min(frames, missedBy(call, t) - missedBy(call, t - 1)),
    delay: delayAt(call, t),
  };
}

/** The number of frames up to a time that were not complete when they were to be shown. */
const missedBy = (call: MediaCall, t: number): number => valueAt(call, "frames_missed", t) || 0;

/** Of the latest frames, at most `LATEST` and those of a second, whether they were complete when they were to be shown. */
export function latestFrames(call: MediaCall, t: number): readonly boolean[] {
  const { interval, deadline, member } = call;
  const newest = Math.floor((Math.min(t, member.stop + deadline) - member.start) / interval + TINY);
  const due = newest - Math.ceil(deadline / interval);
  const frames: boolean[] = [];
  let missing = 0;
  for (let i = newest + 1 - Math.min(due, LATEST, Math.round(1 / interval)); i <= newest; i += 1) {
    const at = member.start + i * interval;
    // A bin may be longer than a frame, and then has several missing ones.
    missing += missedBy(call, at) - missedBy(call, at - interval);
    frames.push(missing < 1);
    missing = Math.max(0, missing - 1);
  }
  return frames;
}

/** A part of a run with missing frames: its start and end, and their share of all frames. */
type MissingPart = readonly [from: number, to: number, share: number];

/** The parts of a run up to the simulated time `to` in which frames are missing. */
export function gapsOf(call: MediaCall, to: number): readonly MissingPart[] {
  const { record, member, interval } = call;
  const width = record.series(member.entity, "frames_missed")?.width ?? to;
  const step = width * Math.max(1, Math.ceil(record.duration / GAPS / width));
  const gaps: MissingPart[] = [];
  for (let k = 0; k * step < to; k += 1) {
    const [from, end] = [k * step, Math.min((k + 1) * step, to)];
    // Values are those at the end of a bin.
    const missed = missedBy(call, end - width / 2) - missedBy(call, from - width / 2);
    const share = Math.min(1, (missed * interval) / Math.min(step, to - from));
    const before = gaps.at(-1);
    if (before && before[1] === from && before[2] === share) gaps[gaps.length - 1] = [before[0], end, share];
    else if (share > 0) gaps.push([from, end, share]);
  }
  return gaps;
}
