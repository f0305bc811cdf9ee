// Decides how the packets of a run are shown in the network picture: one by one, or as a stream of dots that
// shows rates.
import type { Derived } from "../../../generated/types.ts";

/**
 * "packets": every packet at its position. "queues": every packet in the queues and every drop, and a stream
 * on the lines, where packets would move too fast. "stream": only a stream.
 */
export type LiveMode = "packets" | "queues" | "stream";

/** At this playback speed or a slower one, single packets can be seen. */
export const SLOW_SPEED = 0.2;
/** A packet that crosses the picture in less than this, in seconds of wall-clock time, cannot be followed by eye. */
const SHORTEST_CROSSING = 0.4;
/** At most this many steps of packets are recorded for a second of playback. */
const STEPS_PER_SECOND = 25_000;
/** At most this many steps of packets are recorded in one stretch. */
export const MAX_STEPS = 60_000;

/** Facts about a run that do not change. */
export interface RunFacts {
  /** The number of recorded steps of packets in a second of simulated time, with the fair shares in use. */
  readonly stepsPerSecond: number;
  /** The longest base round-trip time in seconds. */
  readonly roundTrip: number;
  /** The number of packets that the slowest link on the routes sends in a second of simulated time. */
  readonly packetsPerSecond: number;
}

export function factsOf({ flows, capacity }: Pick<Derived, "flows" | "capacity">): RunFacts {
  const packets = flows.map(({ fair_share, packet }) => fair_share / (8 * Math.max(1, packet)));
  // The steps of a packet: it is sent; at each link it arrives, its service begins, it departs and it lands;
  // it is delivered. Its acknowledgement has the same steps.
  const steps = flows.map(
    ({ route, back }, i) => (packets[i] ?? 0) * (4 + 4 * ((route ?? []).length + (back ?? []).length)),
  );
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  const size = Math.max(1, ...flows.map(({ packet }) => packet));
  return {
    stepsPerSecond: sum(steps),
    roundTrip: Math.max(1e-3, ...flows.map(({ base_rtt }) => base_rtt)),
    packetsPerSecond: capacity / (8 * size),
  };
}

/** What the picture is asked for. */
export interface Wish {
  /**
   * Whether single packets are wanted: the picture is large, time is slowed, or a view of single packets is
   * open.
   */
  readonly packets: boolean;
  readonly playing: boolean;
  /** Simulated seconds per second of wall-clock time. */
  readonly speed: number;
}

export function modeOf({ packets, playing, speed }: Wish, facts: RunFacts): LiveMode {
  const { stepsPerSecond, roundTrip } = facts;
  if (!packets || stepsPerSecond * roundTrip > MAX_STEPS) return "stream";
  if (playing && stepsPerSecond * speed > STEPS_PER_SECOND) return "stream";
  return playing && roundTrip / 2 / speed < SHORTEST_CROSSING ? "queues" : "packets";
}

/** The window that is needed at a time, and the window that is recorded then, both in seconds. */
export function windowsAt(
  t: number,
  speed: number,
  duration: number,
  { stepsPerSecond, roundTrip }: RunFacts,
): { readonly needed: readonly [number, number]; readonly recorded: readonly [number, number] } {
  // Packets that were sent before a stretch are unknown in it, so a stretch begins 1.5 round trips early.
  const before = roundTrip * 1.5;
  // Ahead: 1.6 s of playback, or a quarter of a round trip if this is longer, but at most 8000 steps. A new stretch is
  // needed when less than 0.3 of this remains.
  const ahead = Math.min(Math.max(1.6 * speed, roundTrip / 4), 8000 / Math.max(1, stepsPerSecond));
  const until = (end: number): number => Math.min(duration, end);
  return {
    needed: [Math.max(0, t - before), until(t + ahead * 0.3)],
    recorded: [Math.max(0, t - before - ahead * 0.3), until(t + ahead)],
  };
}

/** The playback speeds from which slow motion chooses. */
const SLOW_SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1] as const;
/** In slow motion, the bottleneck sends about this many packets per second of wall-clock time. */
const PACKETS_PER_SECOND = 10;

/** The playback speed at which single packets can be followed. */
export function slowMotionSpeed({ packetsPerSecond }: RunFacts): number {
  const wanted = PACKETS_PER_SECOND / Math.max(1, packetsPerSecond);
  return SLOW_SPEEDS.findLast((speed) => speed <= wanted * 1.3) ?? SLOW_SPEEDS[0];
}
