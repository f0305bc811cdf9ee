// Formats numbers for people: SI prefixes, three significant digits, a narrow space before the unit (SI
// Brochure, section 5.4). d3-format writes the digits, this file chooses units. Every quantity on the page is
// formatted here.
import { formatLocale, precisionFixed } from "d3-format";
import { CHART } from "../strings/charts.ts";

/** Narrow no-break space: the gap between a number and its unit, and between groups of digits. */
export const THIN_SPACE = "\u202f";
const MINUS = "\u2212";
/** Shown for a number that does not exist: an en dash. */
export const MISSING = "\u2013";

const { format } = formatLocale({
  decimal: ".",
  thousands: THIN_SPACE,
  grouping: [3],
  currency: ["", ""],
  minus: MINUS,
  nan: MISSING,
});
const whole = format(".0f");
const grouped = format(",.0f");
const threeDigits = format(".3r");
const threeDigitsTrimmed = format(".3~r");
const tiny = format(".1e");

/** A unit in the spelling of the catalogue; "share" is a fraction that is shown in per cent. */
export type Unit = string;

/** The symbol of a unit, and the prefixes it may have. */
const RULES: Readonly<Record<string, readonly [symbol: string, prefixes: readonly string[]]>> = {
  "bit/s": ["b/s", ["", "k", "M", "G", "T"]],
  s: ["s", ["\u00b5", "m", ""]],
  bytes: ["B", ["", "k", "M", "G", "T"]],
  "bytes/s": ["B/s", ["", "k", "M", "G", "T"]],
  "packets/s": ["packets/s", ["", "k", "M"]],
};

const POWERS: Readonly<Record<string, number>> = { "\u00b5": -2, m: -1, "": 0, k: 1, M: 2, G: 3, T: 4 };

/**
 * One prefix for all values of an axis or column: values are divided by `factor` and followed by `symbol`.
 */
export interface UnitChoice {
  readonly factor: number;
  readonly symbol: string;
}

/** The unit, with its prefix, for values up to `largest`: Mb/s for 12e6 bit/s. */
export function chooseUnit(largest: number, unit: Unit): UnitChoice {
  if (unit === "share") return { factor: 0.01, symbol: "%" };
  const [symbol, prefixes] = RULES[unit] ?? [unit, [""]];
  const size = Math.abs(largest);
  const factorOf = (prefix: string): number => 1000 ** (POWERS[prefix] ?? 0);
  let prefix = "";
  // With three digits, 0.9995 is written as 1.00, so it gets the larger prefix.
  if (Number.isFinite(size) && size > 0)
    prefix = prefixes.findLast((candidate) => size >= 0.9995 * factorOf(candidate)) ?? prefixes[0] ?? "";
  return { factor: factorOf(prefix), symbol: prefix + unitWord(symbol) };
}

/** A unit in the language of the page, if it is a word. */
function unitWord(unit: string): string {
  return unit === "packets" ? CHART.packets : unit === "packets/s" ? CHART.packetsPerSecond : unit;
}

/**
 * Three significant digits, or all digits of the integer part when there are more. Numbers below 1e-4 have
 * two digits and an exponent. `pad` keeps trailing zeros.
 */
export function significant(value: number, pad = false): string {
  if (Number.isNaN(value)) return MISSING;
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : `${MINUS}\u221e`;
  const size = Math.abs(value);
  if (size >= 999.5) return groupDigits(value);
  if (size > 0 && size < 1e-4) return tiny(value).replace("-", MINUS);
  if (value === 0) return pad ? "0.00" : "0";
  return (pad ? threeDigits : threeDigitsTrimmed)(value);
}

/** Rounds to a whole number and groups its digits if there are more than four: 12 345. */
export function groupDigits(value: number): string {
  const rounded = Math.sign(value) * Math.round(Math.abs(value));
  return (Math.abs(rounded) < 10_000 ? whole : grouped)(rounded);
}

/** A quantity with its unit: 10 Mb/s, 36 ms, 142 %, 30 packets. */
export function formatQuantity(value: number, unit: Unit, pad = false): string {
  if (Number.isNaN(value)) return MISSING;
  const { factor, symbol } = chooseUnit(value, unit);
  const number = significant(value / factor, pad);
  const name = unit === "packets" ? CHART.packetsOf(Number(number)) : symbol;
  return name === "" ? number : `${number}${THIN_SPACE}${name}`;
}

/**
 * A value with the prefix that was chosen for its column, so that the numbers of the column can be compared.
 */
export function formatIn(value: number, choice: UnitChoice, withUnit = true): string {
  const number = significant(value / choice.factor, true);
  return withUnit && choice.symbol !== "" && number !== MISSING
    ? `${number}${THIN_SPACE}${choice.symbol}`
    : number;
}

/**
 * The label of a tick, with as many decimals as needed for ticks that are `step` apart. The label of zero is
 * always "0".
 */
export function tickLabel(value: number, step: number): string {
  if (value === 0) return "0";
  const decimals = precisionFixed(step);
  const isExact = Math.abs((step * 10 ** decimals) % 1) < 1e-6;
  const digits = isExact ? decimals : decimals + 1;
  return digits === 0 ? groupDigits(value) : format(`.${digits}f`)(value);
}

/**
 * A simulated time: 12.35 s, 10:45.2, 1:02:03. `resolution` is the smallest difference that the text must
 * show, in s.
 */
export function formatTime(t: number, resolution = 0.01): string {
  if (!Number.isFinite(t)) return MISSING;
  const decimals = Math.min(6, precisionFixed(resolution));
  return Math.abs(t) < 600 ? `${format(`.${decimals}f`)(t)}${THIN_SPACE}s` : clock(t, decimals);
}

/**
 * Hours, minutes and seconds with colons. d3-time-format is unsuitable: it writes calendar times, so its
 * hours start again after a day, it has no tenths of a second, and it would add 3 kB.
 */
export function clock(t: number, decimals = 0): string {
  const scale = 10 ** decimals;
  const rounded = Math.round(Math.abs(t) * scale) / scale;
  const minutes = Math.floor(rounded / 60) % 60;
  const hours = Math.floor(rounded / 3600);
  const seconds = (rounded % 60).toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, "0");
  const sign = t < 0 && rounded > 0 ? MINUS : "";
  return hours > 0
    ? `${sign}${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${sign}${minutes}:${seconds}`;
}

/**
 * A span of time: 160 ms, 1 s, 20 min. Only whole minutes, and at least 10 minutes, are written in minutes.
 */
export function formatSpan(seconds: number): string {
  if (seconds >= 600 && seconds % 60 === 0) return `${groupDigits(seconds / 60)}${THIN_SPACE}min`;
  return formatQuantity(seconds, "s");
}
