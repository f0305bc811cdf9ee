// Numbers as people read them: SI prefixes, three significant digits, a narrow space before the unit (SI Brochure,
// section 5.4). Used by every chart, and by everything on the page that shows a quantity.

/** Narrow no-break space: the gap between a number and its unit, and between groups of digits. */
export const THIN = "\u202f";
const MINUS = "\u2212";
export const MISSING = "\u2013";

/** Units as the catalogue writes them; "share" is a fraction shown in per cent. */
export type Unit = string;

interface UnitRule {
  readonly symbol: string;
  /** Prefix exponents that may be used, as powers of 1000. */
  readonly prefixes: readonly number[];
}

const PREFIX: Readonly<Record<number, string>> = {
  [-3]: "n",
  [-2]: "\u00b5",
  [-1]: "m",
  0: "",
  1: "k",
  2: "M",
  3: "G",
  4: "T",
};

const RULES: Readonly<Record<string, UnitRule>> = {
  "bit/s": { symbol: "b/s", prefixes: [0, 1, 2, 3, 4] },
  s: { symbol: "s", prefixes: [-2, -1, 0] },
  bytes: { symbol: "B", prefixes: [0, 1, 2, 3, 4] },
  "bytes/s": { symbol: "B/s", prefixes: [0, 1, 2, 3, 4] },
  packets: { symbol: "packets", prefixes: [0] },
  "packets/s": { symbol: "packets/s", prefixes: [0, 1, 2] },
};

const PLAIN: UnitRule = { symbol: "", prefixes: [0] };

function ruleOf(unit: Unit): UnitRule {
  return RULES[unit] ?? (unit === "" ? PLAIN : { symbol: unit, prefixes: [0] });
}

/** One prefix for a whole axis or column: divide by `factor` and write `symbol`. */
export interface UnitChoice {
  readonly factor: number;
  readonly symbol: string;
}

/** The prefix that suits a largest value: 12e6 "bit/s" gives Mb/s. */
export function chooseUnit(largest: number, unit: Unit): UnitChoice {
  if (unit === "share") return { factor: 0.01, symbol: "%" };
  const rule = ruleOf(unit);
  const size = Math.abs(largest);
  let best = rule.prefixes.includes(0) ? 0 : (rule.prefixes[0] ?? 0);
  if (Number.isFinite(size) && size > 0) {
    best = rule.prefixes[0] ?? 0;
    // 0.9995 rounds up to 1.00 in three digits, so it belongs to the larger prefix.
    for (const exponent of rule.prefixes) if (size >= 0.9995 * 1000 ** exponent) best = exponent;
  }
  return { factor: 1000 ** best, symbol: `${PREFIX[best] ?? ""}${rule.symbol}` };
}

/** Three significant digits, or all digits of the integer part when there are more. `pad` keeps trailing zeros. */
export function significant(value: number, pad = false): string {
  if (Number.isNaN(value)) return MISSING;
  if (!Number.isFinite(value)) return value > 0 ? "\u221e" : `${MINUS}\u221e`;
  const size = Math.abs(value);
  if (size >= 999.5) return group(Math.round(value));
  if (size > 0 && size < 1e-4) return value.toExponential(1).replace("-", MINUS);
  // The number of digits before the point, counted after rounding: 9.999 is written 10.0.
  const rounded = size === 0 ? 0 : Number(size.toPrecision(3));
  const before = rounded >= 1 ? Math.floor(Math.log10(rounded)) + 1 : 1;
  const leading = rounded > 0 && rounded < 1 ? Math.ceil(-Math.log10(rounded) - 1e-12) - 1 : 0;
  const decimals = rounded >= 1 || rounded === 0 ? 3 - before : 3 + leading;
  const text = rounded.toFixed(Math.max(0, decimals));
  const trimmed = pad || !text.includes(".") ? text : text.replace(/\.?0+$/, "");
  return value < 0 && rounded !== 0 ? MINUS + trimmed : trimmed;
}

/** An exact whole number with its digits grouped: 12 345. */
export function group(value: number): string {
  const digits = Math.abs(Math.round(value)).toString();
  const grouped = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, THIN) : digits;
  return value < 0 && digits !== "0" ? MINUS + grouped : grouped;
}

/** A quantity with its unit: 10 Mb/s, 36 ms, 142 %, 30 packets. */
export function formatQuantity(value: number, unit: Unit, pad = false): string {
  if (Number.isNaN(value)) return MISSING;
  const { factor, symbol } = chooseUnit(value, unit);
  const number = significant(value / factor, pad);
  const name = symbol === "packets" && number === "1" ? "packet" : symbol;
  return name === "" ? number : `${number}${THIN}${name}`;
}

/** A value in a prefix that was chosen for its neighbours too, so that a column of values can be compared. */
export function formatIn(value: number, choice: UnitChoice, withUnit = true): string {
  const number = significant(value / choice.factor, true);
  return withUnit && choice.symbol !== "" && number !== MISSING ? `${number}${THIN}${choice.symbol}` : number;
}

/** Labels of evenly spaced ticks: as many decimals as the step needs, and no more. */
export function tickLabel(value: number, step: number): string {
  if (value === 0) return "0";
  const decimals = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
  const needs = Number((step * 10 ** decimals).toFixed(6)) % 1 === 0 ? decimals : decimals + 1;
  const text = Math.abs(value) >= 1e4 && needs === 0 ? group(value) : value.toFixed(needs);
  return text.replace("-", MINUS);
}

/** A moment of simulated time: 12.35 s, 4:05.2, 1:02:03. `resolution` is the smallest difference that matters, in s. */
export function formatTime(t: number, resolution = 0.01): string {
  if (!Number.isFinite(t)) return MISSING;
  const decimals = Math.max(0, Math.min(6, Math.ceil(-Math.log10(resolution) - 1e-9)));
  if (Math.abs(t) < 600) return `${t.toFixed(decimals).replace("-", MINUS)}${THIN}s`;
  return clock(t, decimals);
}

/** Hours, minutes and seconds with colons. */
export function clock(t: number, decimals = 0): string {
  const scale = 10 ** decimals;
  const whole = Math.round(Math.abs(t) * scale);
  const seconds = (whole / scale) % 60;
  const minutes = Math.floor(whole / scale / 60) % 60;
  const hours = Math.floor(whole / scale / 3600);
  const padded = seconds.toFixed(decimals).padStart(decimals > 0 ? decimals + 3 : 2, "0");
  const sign = t < 0 && whole > 0 ? MINUS : "";
  if (hours > 0) return `${sign}${hours}:${String(minutes).padStart(2, "0")}:${padded}`;
  return `${sign}${minutes}:${padded}`;
}

/** A span of time: 160 ms, 1 s, 5 min. */
export function formatSpan(seconds: number): string {
  if (seconds >= 600 && seconds % 60 === 0) return `${group(seconds / 60)}${THIN}min`;
  return formatQuantity(seconds, "s");
}
