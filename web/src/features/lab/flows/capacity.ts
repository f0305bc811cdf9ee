// The capacity of a link as charts draw it: the rate over time, also if the link follows a delivery trace.
import { bisectRight, range } from "d3-array";
import type { RunRecord } from "../../../engine/types.ts";
import { readPath } from "../../../scenario/path.ts";
import type { RateSteps } from "../../../scenario/schedule.ts";
import { rateStepsOf } from "./fairShares.ts";

type RunDescription = Pick<RunRecord, "document" | "derived" | "duration" | "rates">;

/** Each line of a trace lets this many bits leave (docs/scenario.md, "Impairments"). */
const BITS_PER_LINE = 1500 * 8;
/** The capacity of a trace has this many steps in an averaging interval, and at most `MAX_STEPS` in a run. */
const STEPS_PER_INTERVAL = 4;
const MAX_STEPS = 1500;

const cache = new WeakMap<object, Map<string, RateSteps>>();

/**
 * The rate of a link direction over a run, as steps. The capacity of a trace is averaged over `interval`
 * seconds before the end of each step, as the rates of flows are, so that both can be compared.
 */
export function capacitySteps(record: RunDescription, link: string, interval: number): RateSteps {
  const cached = cache.get(record) ?? new Map<string, RateSteps>();
  cache.set(record, cached);
  const key = `${link} ${interval}`;
  const known = cached.get(key);
  if (known) return known;
  const trace = traceOf(record, link);
  const steps = trace === "" ? rateStepsOf(record, link) : traceSteps(trace, record.duration, interval);
  cached.set(key, steps);
  return steps;
}

/** The text of the trace that a link direction follows, or "". */
function traceOf({ document }: RunDescription, link: string): string {
  const [, id, direction = link] = /^(.+)\.(forward|reverse)$/.exec(link) ?? [];
  const owner = id === undefined ? "network" : `network.links.${id}`;
  const trace = readPath(document, `${owner}.${direction}.impairments.trace`);
  return typeof trace === "string" ? trace.trim() : "";
}

/** The rates of a trace, which is a list of times in milliseconds and is repeated after its last line. */
export function traceSteps(trace: string, duration: number, interval: number): RateSteps {
  const times = trace
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(Number);
  const period = Math.max(1, times.at(-1) ?? 1);
  const bitsUntil = (t: number): number => {
    const ms = Math.max(0, t) * 1000 + 1e-6;
    return (Math.floor(ms / period) * times.length + bisectRight(times, ms % period)) * BITS_PER_LINE;
  };
  const width = Math.max(interval / STEPS_PER_INTERVAL, duration / MAX_STEPS);
  return range(Math.ceil(duration / width)).map((k) => {
    const end = (k + 1) * width;
    const begin = Math.max(0, end - interval);
    return [k * width, (bitsUntil(end) - bitsUntil(begin)) / (end - begin)] as const;
  });
}
