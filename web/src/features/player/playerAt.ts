// What the player of adaptive video has and shows at a time, from the series that the simulator records of it
// (sim-core/engine/src/observer/signals.rs).
import type { RunRecord } from "../../engine/types.ts";
import type { Member } from "../lab/flows/members.ts";

/** A flow with adaptive video in a run. */
export interface VideoFlow {
  readonly record: RunRecord | undefined;
  readonly member: Member;
}

type Span = readonly [from: number, to: number];

/** Tolerance of times that are stored with single precision, in seconds. */
const TINY = 1e-3;

type Point = readonly [t: number, value: number];

/** The values of a signal at the ends of the bins that are over. */
function pointsOf({ record, member }: VideoFlow, signal: string): readonly Point[] {
  const series = record?.series(member.entity, signal);
  if (!record || !series) return [];
  const { width, data } = series;
  const bins = Math.min(series.bins, Math.floor(record.computedTo / width + 1e-9));
  const points = Array.from(
    { length: bins },
    (_, bin) => [(bin + 1) * width, data[3 * bin + 2] ?? 0] as const,
  );
  return points.filter(([, value]) => !Number.isNaN(value));
}

/** The times in which the picture did not move: before it first did, and the stalls after this. Bins hide the shortest ones. */
export function waitsOf(flow: VideoFlow): { readonly startup: Span; readonly stalls: readonly Span[] } {
  const { start, stop } = flow.member;
  const played = pointsOf(flow, "video_played");
  const first = played.find(([, value]) => value > 0);
  const startup: Span = [
    start,
    first ? first[0] - first[1] : Math.min(stop, flow.record?.computedTo ?? start),
  ];
  const stalls: [number, number][] = [];
  let [before, length] = first ?? [0, 0];
  for (const [t, value] of played) {
    if (t <= before) continue;
    const missing = Math.min(t, stop) - before - (value - length);
    const last = stalls.at(-1);
    // A stall begins in the last part of its first bin and ends in the first part of its last one.
    if (missing > TINY && last?.[1] === before) last[1] = value - length > TINY ? before + missing : t;
    else if (missing > TINY) stalls.push([t - missing, t]);
    [before, length] = [t, value];
  }
  return { startup, stalls };
}

/** What the player does at a time, for how long the picture has not moved, what it has in its buffer, and the latest bit rate. */
export function playerAt(flow: VideoFlow, t: number) {
  const { start, stop } = flow.member;
  const { startup, stalls } = waitsOf(flow);
  const wait = [startup, ...stalls].find(([from, to]) => t >= from && t < to);
  const running = wait === startup ? "starting" : wait ? "stalled" : "playing";
  return {
    phase: t < start ? "before" : t > stop ? "after" : running,
    waits: wait ? t - wait[0] : 0,
    buffer: valueAt(pointsOf(flow, "video_buffer"), t) || 0,
    rate: valueAt(pointsOf(flow, "segment_rate"), t),
  } as const;
}

/** The last value by a time. NaN before the first. */
const valueAt = (points: readonly Point[], t: number): number =>
  points.findLast(([end]) => end <= t + 1e-9)?.[1] ?? Number.NaN;
