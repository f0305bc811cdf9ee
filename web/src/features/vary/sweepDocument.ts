// The document of a sweep (docs/sweeps.md), as the form edits it, and the link that carries it.

import { addressOf } from "../../address/route.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { pack, unpackJson } from "../../scenario/packed.ts";
import { isRecord } from "../../scenario/path.ts";
import { splitQuantity } from "../../scenario/units.ts";

export interface VariedSetting {
  readonly path: string;
  /** A list, or a text in the notation of `fairshare sweep --vary`. */
  readonly values: string | readonly string[];
}

export type Design = "grid" | "one-at-a-time";

export interface SweepDocument {
  readonly sweep: 1;
  readonly scenario: ScenarioDocument;
  readonly vary: readonly VariedSetting[];
  readonly design?: Design;
  readonly seeds?: number;
  readonly measure?: readonly string[];
}

/** The largest number of values of a range, as in sim-core/sweeps. */
const MAX_STEPS = 1000;

/** As in sim-core/sweeps. */
export const DEFAULT_SEEDS = 5;

export const designOf = ({ design }: SweepDocument): Design => design ?? "grid";

export const seedsOf = ({ seeds }: SweepDocument): number => seeds ?? DEFAULT_SEEDS;

/** The values as the text of one field. */
export const valuesText = ({ values }: VariedSetting): string =>
  typeof values === "string" ? values : values.join(",");

/** A range of values in the notation of the command line: `1M..20M/8log`. */
export interface ValueSpan {
  readonly from: string;
  readonly to: string;
  readonly count: string;
  /** Whether the values have equal ratios, and not equal distances. */
  readonly log: boolean;
}

/** The range that a text such as "1M..20M/8log" describes. Null for a list. */
export function readSpan(text: string): ValueSpan | null {
  const [, from = "", to = "", count = "", log] =
    /^([^.,]*(?:\.\d+[^.,]*)?)\.\.([^/,]*)\/(\d*)(log)?$/.exec(text) ?? [];
  return from === "" && to === "" && count === "" ? null : { from, to, count, log: log !== undefined };
}

/** The unit of the values of a limit, which are written with it: packets without one, "0.5bdp", "20ms", "3000B". */
export function limitUnitOf(setting: VariedSetting): string {
  const text = valuesText(setting);
  const first = readSpan(text)?.from ?? text.split(",")[0] ?? "";
  const suffix = splitQuantity(first)?.suffix.toLowerCase() ?? "";
  if (suffix === "bdp") return "BDP";
  if (/s$/.test(suffix)) return "s";
  return /^[kmg]?i?b$/.test(suffix) ? "bytes" : "packets";
}

/** A range of five values from the first to the last of a list. */
export function spanOf(values: readonly string[]): ValueSpan {
  const [from = "", to = from] = [values[0], values.at(-1)];
  return { from, to, count: "5", log: false };
}

/**
 * The values of a range, as the simulator expands it. With `whole`, packets and bytes are rounded to whole numbers, each
 * once. Empty if the range is not complete.
 */
export function spanValues({ from, to, count, log }: ValueSpan, whole: boolean): readonly string[] {
  const [first, last, n] = [splitQuantity(from), splitQuantity(to), Number(count)];
  if (!first || !last || first.suffix !== last.suffix || n < 2 || n > MAX_STEPS) return [];
  const { number: low, suffix } = first;
  const { number: high } = last;
  if (log && (low <= 0 || high <= 0)) return [];
  const isWhole = whole && !/(s|bdp)$/i.test(suffix);
  // 1000 for k, 1e6 for m, 1e9 for g, and 1 for another suffix or none.
  const unit = 1000 ** ("kmg".indexOf(suffix.charAt(0).toLowerCase() || "-") + 1);
  const values = Array.from({ length: n }, (_, i) => {
    const fraction = i / (n - 1);
    const value = log ? low * (high / low) ** fraction : low + (high - low) * fraction;
    const amount = Math.round(value * unit) || (value > 0 ? 1 : 0);
    return `${isWhole ? amount / unit : Number(value.toPrecision(6))}${suffix}`;
  });
  return [...new Set(values)];
}

export const spanText = ({ from, to, count, log }: ValueSpan): string =>
  `${from}..${to}/${count}${log ? "log" : ""}`;

/**
 * A hash of everything that determines the runs of a sweep, except for values and seeds: sweeps with the same hash
 * share their finished runs. FNV-1a with 64 bits.
 */
export function definitionOf({ scenario, vary, design }: SweepDocument): string {
  const { title: _title, note: _note, ...rest } = scenario;
  // With the design `one-at-a-time`, a cell's id contains its setting, so sweeps of other settings share common cells.
  const paths = design === "one-at-a-time" ? [] : vary.map(({ path }) => path);
  const text = JSON.stringify([rest, design ?? "grid", paths]);
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

/** The part of the address that contains a sweep: its packed document. */
export const pageOf = (document: SweepDocument): Promise<string> => pack(JSON.stringify(document));

export const sweepAddress = async (document: SweepDocument): Promise<string> =>
  addressOf("vary", await pageOf(document));

/** The document in this part of an address. Null if the link is damaged. The simulator checks the document itself. */
export const readPage = async (page: string): Promise<SweepDocument | null> =>
  readSweep(await unpackJson(page));

function isSetting(value: unknown): value is VariedSetting {
  if (!isRecord(value) || typeof value["path"] !== "string") return false;
  const { values } = value;
  return (
    typeof values === "string" || (Array.isArray(values) && values.every((text) => typeof text === "string"))
  );
}

/** Reads a document as far as the form needs it. */
export function readSweep(value: unknown): SweepDocument | null {
  if (!isRecord(value) || value["sweep"] !== 1 || !isRecord(value["scenario"])) return null;
  const { vary, seeds } = value;
  if (!Array.isArray(vary) || vary.length === 0 || !vary.every(isSetting)) return null;
  if (seeds !== undefined && typeof seeds !== "number") return null;
  return value as SweepDocument & typeof value;
}
