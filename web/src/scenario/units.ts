// Parses and formats quantities as people type them: "10M", "1.5 Gbit/s", "40ms", "64KiB", "5 %". Values are
// in base units (bit/s, s, bytes). Only text is rounded; the values in a document are never rounded.

import { CHART } from "../strings/charts.ts";

export interface Scale {
  /** The unit as written after the number. */
  readonly label: string;
  readonly factor: number;
}

const RATE: readonly Scale[] = [
  { label: "bit/s", factor: 1 },
  { label: "kb/s", factor: 1e3 },
  { label: "Mb/s", factor: 1e6 },
  { label: "Gb/s", factor: 1e9 },
];
const TIME: readonly Scale[] = [
  { label: "ns", factor: 1e-9 },
  { label: "µs", factor: 1e-6 },
  { label: "ms", factor: 1e-3 },
  { label: "s", factor: 1 },
];
const BYTES: readonly Scale[] = [
  { label: "B", factor: 1 },
  { label: "kB", factor: 1e3 },
  { label: "MB", factor: 1e6 },
  { label: "GB", factor: 1e9 },
];

/** The unit of a number between 0 and 1 that is written in per cent, such as a probability. */
export const PROBABILITY = "probability";

/** The scales in which values of a base unit are displayed, in ascending order. */
const SCALES: Readonly<Record<string, readonly Scale[]>> = {
  "bit/s": RATE,
  s: TIME,
  bytes: BYTES,
  [PROBABILITY]: [{ label: "%", factor: 0.01 }],
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
    ...suffixes({ "": 1, k: 1e3, K: 1e3, M: 1e6, G: 1e9, Ki: 1024, ki: 1024, Mi: 1048576, Gi: 1073741824 }, [
      "b",
      "B",
      "byte",
      "bytes",
    ]),
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

/** The scale in which a value is displayed. Zero is displayed in the scale of `like`. */
export function scaleFor(value: number, unit: string, like?: number): Scale {
  const scales = SCALES[unit];
  if (!scales) return { label: unit, factor: 1 };
  let size = Math.abs(value);
  if (size === 0 || !Number.isFinite(size)) size = Math.abs(like ?? 0);
  if (size === 0) return scales.find((s) => s.factor === 1) ?? { label: unit, factor: 1 };
  // A value of up to 0.01 % less than one unit of a scale is also displayed in this scale.
  let best = scales[0] as Scale;
  for (const scale of scales) if (size >= scale.factor * 0.9999) best = scale;
  // A buffer of 1500 B is easier to read than a buffer of 1.5 kB.
  if (unit === "bytes" && size < 10_000) return BYTES[0] as Scale;
  return best;
}

/** A value in a scale as its shortest text, with up to 12 digits, for entry boxes. */
export function exactIn(value: number, scale: Scale): string {
  return String(Number((value / scale.factor).toPrecision(12)));
}

const THIN_SPACE = "\u202f";
/** The scales of shares between 0 and 1, and of differences between shares. */
const SHARES: Readonly<Record<string, Scale>> = {
  "%": { label: "%", factor: 0.01 },
  points: { label: "points", factor: 0.01 },
};

/**
 * A number with at most `digits` significant digits, or with all digits of its integer part if there are
 * more. Very large and very small numbers have an exponent.
 */
export function significant(value: number, digits = 3): string {
  if (value === 0) return "0";
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-6) return value.toExponential(digits - 1).replace("e+", "e");
  if (size >= 10 ** digits) return groupDigits(Math.round(value));
  const text = value.toPrecision(digits);
  const plain = text.includes("e") ? String(Number(text)) : text;
  return (plain.includes(".") ? plain.replace(/0+$/, "").replace(/\.$/, "") : plain).replace("-", "−");
}

/** Rounds to a whole number. If it has more than four digits, thin spaces separate the thousands. */
export function groupDigits(value: number): string {
  const text = String(Math.abs(Math.round(value)));
  const grouped = text.length > 4 ? text.replace(/\B(?=(\d{3})+$)/g, THIN_SPACE) : text;
  return value < 0 ? `−${grouped}` : grouped;
}

/** A quantity as text for display: at most `digits` significant digits, a thin space, the unit. */
export function formatQuantity(value: number | null | undefined, unit: string, digits = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const scale = scaleFor(value, unit);
  const number = significant(value / scale.factor, digits);
  return scale.label === "" ? number : `${number}${THIN_SPACE}${unitWord(scale.label, value / scale.factor)}`;
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
  const value = spread > 0 ? size.toFixed(decimals) : significant(size);
  const isZero = Number(value) === 0;
  const prefix = mean < 0 && !isZero ? "\u2212" : plusSign && !isZero ? "+" : "";
  const suffix = label === "" ? "" : `${THIN_SPACE}${unitWord(label, size)}`;
  return `${prefix}${value}${THIN_SPACE}\u00b1${THIN_SPACE}${spread > 0 ? spread.toFixed(decimals) : "0"}${suffix}`;
}

/** A share between 0 and 1 as a percentage. */
export function formatPercent(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  return `${significant(value * 100, digits)}${THIN_SPACE}%`;
}

/**
 * A difference of two shares in percentage points, so that a change from 40 % to 50 % is not understood as a
 * change by 10 %.
 */
export function formatPoints(value: number, digits = 3): string {
  return `${significant(value * 100, digits)}${THIN_SPACE}${Math.abs(value) === 0.01 ? CHART.point : CHART.points}`;
}

/** An index between 0 and 1, always with three decimals, because 0.680 is as precise as 0.682. */
export function formatIndex(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? "–" : value.toFixed(3);
}

/** A unit in the language of the page, if it is a word. */
export function unitName(label: string): string {
  if (label === "packets") return CHART.packets;
  if (label === "packets/s") return CHART.packetsPerSecond;
  return label === "points" ? CHART.points : label;
}

/** The unit for display: "packet" for one packet, and superscripts for powers. */
function unitWord(label: string, value: number): string {
  if (label === "packets") return CHART.packetsOf(value);
  return unitName(label).replace("^2", "\u00b2").replace("^3", "\u00b3");
}
