// The form of a curve: where it leads, how often it turns, and the period, height and time of its swings. Places are
// indices of points, and may lie between two points.

/** What a curve does: it has no turn, rises and then falls, falls and then rises, or swings. */
export type Turns = "none" | "peak" | "dip" | "swings";
/** Where the last third of a curve is, compared with its beginning. */
export type Direction = "rises" | "falls" | "stays";

export interface Form {
  readonly turns: Turns;
  readonly direction: Direction;
  /** The mean of the last third. */
  readonly end: number;
  /** The means of the upper and lower turns of swings; otherwise the ends of the range. */
  readonly low: number;
  readonly high: number;
  /** The mean distance between swings; null without two of them. */
  readonly period: number | null;
  /** The share of the time during which swings rise. */
  readonly rising: number;
  /** The places at which the curve rises, and falls, through the middle between low and high. */
  readonly rises: readonly number[];
  readonly falls: readonly number[];
  /** The place of the only turn, or of the middle of a change; null if there is none. */
  readonly moment: number | null;
}

/** A turn counts if the curve then moves back by at least this share of the axis. */
export const TURN = 0.16;
/** A curve rises or falls if its last third is at least this share of the axis above or below its beginning. */
const CHANGE = 0.125;

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

interface Place {
  readonly at: number;
  readonly value: number;
}

/** The points between which a curve rises or falls: the first, every turn, and the last extreme. */
function extremes(points: readonly Place[], least: number): readonly Place[] {
  const [first] = points;
  if (!first) return [];
  const found: Place[] = [];
  let [high, low] = [first, first];
  let way = 0;
  for (const point of points) {
    if (point.value > high.value) high = point;
    if (point.value < low.value) low = point;
    if (way >= 0 && high.value - point.value >= least) {
      found.push(high);
      [way, low] = [-1, point];
      high = point;
    } else if (way <= 0 && point.value - low.value >= least) {
      found.push(low);
      [way, high] = [1, point];
      low = point;
    }
    // Only the extreme towards which the curve moves can be the next turn.
    if (way > 0) low = point;
    if (way < 0) high = point;
  }
  return way === 0 ? [] : [...found, way > 0 ? high : low];
}

/** The first place between two indices at which the curve passes a value, or null. */
function passes(points: readonly Place[], from: number, to: number, value: number): number | null {
  const between = points.filter(({ at }) => at >= from && at <= to);
  for (const [i, b] of between.entries()) {
    const a = between[i - 1];
    if (a && (a.value - value) * (b.value - value) <= 0 && a.value !== b.value)
      return a.at + ((value - a.value) / (b.value - a.value)) * (b.at - a.at);
  }
  return null;
}

const periodOf = (places: readonly number[]): number | null => {
  const [first, last] = [places[0], places.at(-1)];
  return first === undefined || last === undefined || places.length < 2
    ? null
    : (last - first) / (places.length - 1);
};

/** The form of values at whole indices. `begin` is the value one index before them, if it is known. */
export function formOf(values: readonly number[], max: number, begin: number | null, least = TURN): Form {
  const known = begin === null ? [] : [{ at: -1, value: begin }];
  const points: readonly Place[] = [...known, ...values.map((value, at) => ({ at, value }))];
  const found = extremes(points, least * max);
  const turns = found.slice(1, -1);
  const start = begin ?? meanOf(values.slice(0, 2));
  const end = meanOf(values.slice(-Math.ceil(values.length / 3)));
  const direction = Math.abs(end - start) < CHANGE * max ? "stays" : end > start ? "rises" : "falls";
  const isUpper = ({ at }: Place): boolean => {
    const i = found.findIndex((place) => place.at === at);
    return (found[i - 1]?.value ?? 0) < (found[i]?.value ?? 0);
  };
  const range = { low: Math.min(...values), high: Math.max(...values) };
  const common = { direction, end } as const;
  const none = { period: null, rising: 0.5, rises: [], falls: [] } as const;
  const [turn] = turns;
  if (turns.length < 2) {
    const middle = passes(points, -1, values.length, (start + end) / 2);
    const moment = turn ? turn.at : direction === "stays" ? null : middle;
    return { turns: turn ? (isUpper(turn) ? "peak" : "dip") : "none", ...common, ...range, ...none, moment };
  }
  const high = meanOf(turns.filter(isUpper).map(({ value }) => value));
  const low = meanOf(turns.filter((place) => !isUpper(place)).map(({ value }) => value));
  const edges = found.slice(1).map((to, i) => {
    const from = found[i] ?? to;
    const at = passes(points, from.at, to.at, (low + high) / 2);
    return { isRise: to.value > from.value, length: to.at - from.at, at };
  });
  const placesOf = (isRise: boolean): readonly number[] =>
    edges.flatMap((edge) => (edge.isRise === isRise && edge.at !== null ? [edge.at] : []));
  const lengthOf = (isRise: boolean): number =>
    meanOf(edges.filter((edge) => edge.isRise === isRise).map(({ length }) => length));
  const [rises, falls] = [placesOf(true), placesOf(false)];
  const rising = lengthOf(true) / (lengthOf(true) + lengthOf(false));
  // Slow edges show the period most exactly, because they pass the middle between two points.
  const [slow, quick] = rising >= 0.5 ? [rises, falls] : [falls, rises];
  const period = periodOf(slow) ?? periodOf(quick);
  return { turns: "swings", ...common, low, high, period, rising, rises, falls, moment: null };
}

/** By how many points the swings of a drawing are later than those of the run; null if nothing shows it. */
function lateSwings(drawn: Form, run: Form): number | null {
  // Fast edges are events, such as cuts, of which everybody sees the time.
  const of = (form: Form): readonly number[] => (run.rising > 0.5 ? form.falls : form.rises);
  const period = run.period;
  const origin = of(run)[0];
  if (period === null || origin === undefined || of(drawn).length === 0) return null;
  // The mean of angles, because a swing that is late by a period is not late.
  const angles = (places: readonly number[]): number => {
    const turn = (at: number): number => ((at - origin) / period) * 2 * Math.PI;
    return Math.atan2(
      meanOf(places.map((at) => Math.sin(turn(at)))),
      meanOf(places.map((at) => Math.cos(turn(at)))),
    );
  };
  const late = (angles(of(drawn)) - angles(of(run))) / (2 * Math.PI);
  return (late - Math.round(late)) * period;
}

/** By how many points a drawing is later than the run; null if the forms do not show it. */
export function lateness(drawn: Form, run: Form): number | null {
  if (drawn.turns !== run.turns) return null;
  if (run.turns === "swings") return lateSwings(drawn, run);
  return drawn.moment === null || run.moment === null ? null : drawn.moment - run.moment;
}
