// The built-in rates over time, which scripts/lib/rateTraces.mjs makes. They are loaded when they are needed.
import { parseRates, type RatePoint } from "../../../engine/imports/rateFile.ts";
import type { JsonObject } from "../../../generated/types.ts";
import { sameJson } from "../../../scenario/path.ts";

const LOADERS = {
  cellular: () => import("./rates/cellular.csv?raw"),
  wifi: () => import("./rates/wifi.csv?raw"),
  satellite: () => import("./rates/satellite.csv?raw"),
} as const;

export type BuiltIn = keyof typeof LOADERS;

export const BUILT_IN = Object.keys(LOADERS) as readonly BuiltIn[];

export const isBuiltIn = (name: string): name is BuiltIn => Object.hasOwn(LOADERS, name);

/** The schedule of a link that follows points. */
export const scheduleOf = (points: readonly RatePoint[], repeat: number | null): JsonObject => ({
  kind: "points",
  points: points.map(({ at, rate }) => ({ at, rate })),
  ...(repeat === null ? {} : { repeat }),
});

/** Rejects if the file cannot be loaded. */
export async function builtInSchedule(name: BuiltIn): Promise<JsonObject> {
  const file = parseRates((await LOADERS[name]()).default);
  if (file.kind !== "points") throw new Error(`The file ${name} is not a table.`);
  return scheduleOf(file.points, file.repeat);
}

/**
 * The name of the built-in rates that a schedule consists of; null if it is another schedule. A link omits the
 * time of a point at 0, because this is its default.
 */
export async function builtInOf(schedule: JsonObject): Promise<BuiltIn | null> {
  const { points } = schedule;
  if (!Array.isArray(points)) return null;
  const complete = { ...schedule, points: points.map((point) => ({ at: 0, ...(point as JsonObject) })) };
  for (const name of BUILT_IN) if (sameJson(await builtInSchedule(name), complete)) return name;
  return null;
}
