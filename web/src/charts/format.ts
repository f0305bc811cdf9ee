// Formats ticks and times. scenario/units.ts formats quantities.

import { precisionFixed } from "d3-format";
import { localNumber } from "../language/localized.ts";
import { formatQuantity, groupDigits, MISSING, THIN_SPACE } from "../scenario/units.ts";

const MINUS = "\u2212";

/** A unit in the spelling of the catalogue; "share" is a fraction that is shown in per cent. */
export type Unit = string;

const fixed = (value: number, digits: number): string =>
  localNumber(
    value
      .toFixed(digits)
      .replace(/^-(0\.?0*)$/, "$1")
      .replace("-", MINUS),
  );

/**
 * The label of a tick, with as many decimals as needed for ticks that are `step` apart. The label of zero is
 * always "0".
 */
export function tickLabel(value: number, step: number): string {
  if (value === 0) return "0";
  const decimals = precisionFixed(step);
  const isExact = Math.abs((step * 10 ** decimals) % 1) < 1e-6;
  const digits = isExact ? decimals : decimals + 1;
  return digits === 0 ? groupDigits(value) : fixed(value, digits);
}

/**
 * A simulated time: 12.35 s, 10:45.2, 1:02:03. `resolution` is the smallest difference that the text must
 * show, in s.
 */
export function formatTime(t: number, resolution = 0.01): string {
  if (!Number.isFinite(t)) return MISSING;
  const decimals = Math.min(6, precisionFixed(resolution));
  return Math.abs(t) < 600 ? `${fixed(t, decimals)}${THIN_SPACE}s` : clock(t, decimals);
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
  const seconds = localNumber((rounded % 60).toFixed(decimals)).padStart(
    decimals > 0 ? decimals + 3 : 2,
    "0",
  );
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
