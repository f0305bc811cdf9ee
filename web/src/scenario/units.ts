// Parses and formats quantities as people type them: "10M", "1.5 Gbit/s", "40ms", "64KiB", "5 %". Values are
// in base units (bit/s, s, bytes). Only text is rounded; the values in a document are never rounded.

import { localNumber } from "../language/localized.ts";
import { scenarioTexts } from "./texts/index.ts";

export interface Scale {
  /** The unit as written after the number. */
  readonly label: string;
  readonly factor: number;
}

const scales = (entries: readonly (readonly [label: string, factor: number])[]): readonly Scale[] =>
  entries.map(([label, factor]) => ({ label, factor }));
const withPrefixes = (symbol: string): readonly Scale[] =>
  ["", "k", "M", "G", "T"].map((prefix, i) => ({ label: prefix + symbol, factor: 1000 ** i }));
const PERCENT = scales([["%", 0.01]]);

/** The unit of a number between 0 and 1 that is written in per cent, such as a probability. */
export const PROBABILITY = "probability";

/** The scales in which values of a base unit are displayed, in ascending order. */
const SCALES: Readonly<Record<string, readonly Scale[]>> = {
  "bit/s": withPrefixes("b/s"),
  s: scales([
    ["ns", 1e-9],
    ["\u00b5s", 1e-6],
    ["ms", 1e-3],
    ["s", 1],
  ]),
  bytes: withPrefixes("B"),
  "bytes/s": withPrefixes("B/s"),
  share: PERCENT,
  [PROBABILITY]: PERCENT,
};

/** The factors of the suffixes that can be typed for a unit, by base unit. */
const SUFFIXES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "bit/s": suffixes({ "": 1, k: 1e3, K: 1e3, M: 1e6, m: 1e6, G: 1e9, g: 1e9, T: 1e12 }, [
    "",
    "b",
    "bit",
    "bits",
    "b/s",
    "bit/s",
    "bits/s",
    "bps",
    "bit/sec",
  ]),
  s: {
    ns: 1e-9,
    us: 1e-6,
    µs: 1e-6,
    μs: 1e-6,
    ms: 1e-3,
    s: 1,
    sec: 1,
    second: 1,
    seconds: 1,
    min: 60,
    minutes: 60,
    h: 3600,
  },
  bytes: {
    ...suffixes(
      { "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 1024, ki: 1024, Mi: 1048576, Gi: 1073741824 },
      ["b", "B", "byte", "bytes"],
    ),
    k: 1e3,
    M: 1e6,
    G: 1e9,
  },
  packets: {
    p: 1,
    pkt: 1,
    pkts: 1,
    packet: 1,
    packets: 1,
    paket: 1,
    pakete: 1,
    paquet: 1,
    paquets: 1,
    k: 1e3,
  },
  "": { "%": 0.01, k: 1e3, M: 1e6 },
  [PROBABILITY]: { "%": 0.01 },
};

/** The factors of all combinations of a prefix and an ending. */
function suffixes(prefixes: Record<string, number>, endings: readonly string[]): Record<string, number> {
  const factors: Record<string, number> = {};
  for (const [prefix, factor] of Object.entries(prefixes)) {
    for (const ending of endings) if (prefix + ending !== "") factors[prefix + ending] = factor;
  }
  return factors;
}

/** The number and the suffix of a typed quantity. A decimal comma is accepted as a decimal point. */
export function splitQuantity(text: string): { readonly number: number; readonly suffix: string } | null {
  const match = /^\s*([+-]?(?:\d[\d\s']*(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?)\s*(.*?)\s*$/i.exec(
    text.replace(/[\u00a0\u2009\u202f]/g, " ").replace(/\u2212/g, "-"),
  );
  if (!match) return null;
  const number = Number((match[1] ?? "").replace(/[\s']/g, "").replace(",", "."));
  return Number.isFinite(number) ? { number, suffix: match[2] ?? "" } : null;
}

/**
 * Parses a typed quantity into base units. Null if the text cannot be parsed. A number without a unit is in
 * the unit that the field displays, which is `displayedFactor` base units.
 */
export function parseQuantity(text: string, unit: string, displayedFactor = 1): number | null {
  const split = splitQuantity(text);
  if (!split) return null;
  if (split.suffix === "") return multiply(split.number, displayedFactor);
  const factors = SUFFIXES[unit] ?? {};
  const suffix = split.suffix.replace(/\s+/g, "");
  const factor = factors[suffix] ?? factors[suffix.toLowerCase()] ?? (suffix === unit ? 1 : undefined);
  return factor === undefined ? null : multiply(split.number, factor);
}

/**
 * Multiplies by the factor of a unit without rounding errors in the last digit: 0.1 ms gives 0.0001 s, not
 * 0.00010000000000000002 s.
 */
function multiply(number: number, factor: number): number {
  if (factor >= 1) return Number((number * factor).toPrecision(15));
  return Number((number / Math.round(1 / factor)).toPrecision(15));
}

/**
 * The scale in which a value is displayed with this number of digits: one that is rounded up to 1 of a larger
 * unit is written in that unit. Zero is displayed in the scale of `like`.
 */
export function scaleFor(value: number, unit: string, like?: number, digits = 4): Scale {
  const found = SCALES[unit];
  if (!found) return { label: unit, factor: 1 };
  let size = Math.abs(value);
  if (size === 0 || !Number.isFinite(size)) size = Math.abs(like ?? 0);
  // 1500 B is easier to read than 1.5 kB.
  const isPlain = size === 0 || (unit === "bytes" && size < 10_000);
  const plain = found.find(({ factor }) => factor === 1);
  const rounded = 1 - 0.5 * 10 ** -digits;
  return (
    (isPlain ? plain : undefined) ??
    found.findLast(({ factor }) => size >= factor * rounded) ??
    (found[0] as Scale)
  );
}

/** One scale for all values of an axis or column: values are divided by `factor` and followed by `symbol`. */
export interface UnitChoice {
  readonly factor: number;
  readonly symbol: string;
}

/** The unit, with its prefix, for values up to `largest`: Mb/s for 12e6 bit/s. */
export function chooseUnit(largest: number, unit: string): UnitChoice {
  const { factor, label } = scaleFor(largest, unit, 0, 3);
  return { factor, symbol: unitName(label) };
}

/** A value in a scale as its shortest text, with up to 12 digits, for entry boxes. */
export function exactIn(value: number, scale: Scale): string {
  return localNumber(String(Number((value / scale.factor).toPrecision(12))));
}

/** Narrow no-break space: the gap between a number and its unit, and between groups of digits. */
export const THIN_SPACE = "\u202f";
/** Shown for a number that does not exist: an en dash. */
export const MISSING = "\u2013";
const MINUS = "\u2212";
/** The scales of shares between 0 and 1, and of differences between shares. */
const SHARES: Readonly<Record<string, Scale>> = {
  "%": { label: "%", factor: 0.01 },
  points: { label: "points", factor: 0.01 },
};

/**
 * A number with at most `digits` significant digits, or with all digits of its integer part if there are
 * more. Very large and very small numbers have an exponent. `pad` keeps trailing zeros.
 */
export function significant(value: number, digits = 3, pad = false): string {
  if (Number.isNaN(value)) return MISSING;
  const size = Math.abs(value);
  const sign = value < 0 ? MINUS : "";
  if (size === Number.POSITIVE_INFINITY) return `${sign}\u221e`;
  if (size === 0) return pad ? localNumber("0.00") : "0";
  const [mantissa = "", exponent = ""] = size.toExponential(digits - 1).split("e");
  const power = Number(exponent);
  const trimmed = (text: string): string => (pad || !text.includes(".") ? text : text.replace(/\.?0+$/, ""));
  if (power < -4 || power >= 15)
    return localNumber(`${sign}${trimmed(mantissa)}e${power}`.replace("e-", `e${MINUS}`));
  if (power >= digits) return `${sign}${groupDigits(size)}`;
  return sign + localNumber(trimmed(size.toFixed(Math.max(0, digits - 1 - power))));
}

/** Rounds to a whole number. If it has more than four digits, thin spaces separate the thousands. */
export function groupDigits(value: number): string {
  const text = String(Math.abs(Math.round(value)));
  const grouped = text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE) : text;
  return value < 0 ? `−${grouped}` : grouped;
}

/**
 * A quantity as text: at most `digits` significant digits, a thin space, the unit. An index has three
 * decimals, because 0.680 is as precise as 0.682. `pad` keeps trailing zeros. sim-core/engine/src/ground/quantity.rs has the same rule.
 */
export function formatQuantity(
  value: number | null | undefined,
  unit: string,
  digits = 3,
  pad = false,
): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING;
  if (unit === "ms") return formatQuantity(value / 1000, "s", digits, pad);
  if (unit === "index") return localNumber(value.toFixed(3));
  const scale = scaleFor(value, unit, 0, digits);
  const number = significant(value / scale.factor, digits, pad);
  return scale.label === "" ? number : `${number}${THIN_SPACE}${unitWord(scale.label, value / scale.factor)}`;
}

/**
 * A value with the scale that was chosen for its column, so that the numbers of the column can be compared.
 */
export function formatIn(value: number, { factor, symbol }: UnitChoice, withUnit = true): string {
  const number = significant(value / factor, 3, true);
  return withUnit && symbol !== "" && number !== MISSING ? `${number}${THIN_SPACE}${symbol}` : number;
}

/**
 * A mean and the half width of its confidence interval, in one unit: "8.34 ± 0.13 Mb/s". Both numbers have
 * the same number of decimals: two significant digits of the half width, but at most four significant digits
 * of the mean. For a share between 0 and 1, `unit` is "%"; for a difference of shares, it is "points". With
 * `plusSign`, a positive mean gets a plus sign.
 */
export function formatInterval(mean: number, halfWidth: number, unit: string, plusSign = false): string {
  const { label, factor } = SHARES[unit] ?? scaleFor(Math.max(Math.abs(mean), Math.abs(halfWidth)), unit);
  const size = Math.abs(mean) / factor;
  const spread = halfWidth / factor;
  const magnitude = (x: number): number => Math.floor(Math.log10(x));
  const decimals =
    spread > 0 ? Math.max(0, Math.min(1 - magnitude(spread), 3 - magnitude(Math.max(size, spread)))) : 0;
  const value = spread > 0 ? localNumber(size.toFixed(decimals)) : significant(size);
  const isZero = !/[1-9]/.test(value);
  const prefix = mean < 0 && !isZero ? "\u2212" : plusSign && !isZero ? "+" : "";
  const suffix = label === "" ? "" : `${THIN_SPACE}${unitWord(label, size)}`;
  return `${prefix}${value}${THIN_SPACE}\u00b1${THIN_SPACE}${spread > 0 ? localNumber(spread.toFixed(decimals)) : "0"}${suffix}`;
}

/** A share between 0 and 1 as a percentage. */
export const formatPercent = (value: number | null | undefined, digits = 3): string =>
  formatQuantity(value, "share", digits);

/**
 * A difference of two shares in percentage points, so that a change from 40 % to 50 % is not understood as a
 * change by 10 %.
 */
export function formatPoints(value: number, digits = 3): string {
  return `${significant(value * 100, digits)}${THIN_SPACE}${Math.abs(value) === 0.01 ? scenarioTexts.units.point : scenarioTexts.units.points}`;
}

/** An index between 0 and 1. */
export const formatIndex = (value: number | null | undefined): string => formatQuantity(value, "index");

/** A unit in the language of the page, if it is a word. */
export function unitName(label: string): string {
  if (label === "packets") return scenarioTexts.units.packets;
  if (label === "packets/s") return scenarioTexts.units.packetsPerSecond;
  return label === "points" ? scenarioTexts.units.points : label;
}

/** The unit for display: "packet" for one packet, and superscripts for powers. */
function unitWord(label: string, value: number): string {
  if (label === "packets") return scenarioTexts.units.packetsOf({ value });
  return unitName(label).replace("^2", "\u00b2").replace("^3", "\u00b3");
}
