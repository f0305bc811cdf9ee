// The numbers of a run by their entries in the registry (sim-core/measures/src/numbers.rs): values in a
// summary, names and texts.
import { NUMBERS, type RunNumber } from "../generated/numbers.ts";
import { scenarioTexts } from "./texts/index.ts";
import { formatInterval, formatPoints, formatQuantity, MISSING } from "./units.ts";
import { lowerFirst } from "./valueText.ts";

export type { RunNumber } from "../generated/numbers.ts";

const byKey = new Map(NUMBERS.map((number) => [`${number.of} ${number.id}`, number]));

/** The number of something with an ID. */
export function numberOf(of: RunNumber["of"], id: string): RunNumber {
  const number = byKey.get(`${of} ${id}`);
  if (!number) throw new Error(`There is no number ${id} of a ${of}.`);
  return number;
}

/** The numbers of something, in the order of tables. */
export const numbersOf = (of: RunNumber["of"]): readonly RunNumber[] =>
  NUMBERS.filter((number) => number.of === of);

/** The value of a number in the part of a summary that it describes. Null if it has none. */
export function readNumber({ path, per }: RunNumber, part: unknown): number | null {
  const at = (names: string): number | null => {
    let value = part;
    for (const name of names.split("."))
      value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
    return typeof value === "number" && !Number.isNaN(value) ? value : null;
  };
  const value = at(path);
  if (value === null || per === undefined) return value;
  const whole = per.reduce((sum, other) => sum + (at(other) ?? 0), 0);
  return whole > 0 ? value / whole : null;
}

/** Texts by the English ones, which are those of the registry. */
type Translations = Readonly<Record<string, string>>;

/** The name of a number: "Mean RTT". With an owner, the name of a number of a flow or link: "near: mean RTT". */
export function numberName({ label, statistic }: RunNumber, owner = ""): string {
  const labels = scenarioTexts.numbers.labels as Translations;
  const title = labels[label] ?? label;
  const templates: Readonly<Record<string, (args: { title: string; within: string }) => string>> =
    scenarioTexts.numbers.statistics;
  const name = templates[statistic]?.({ title, within: lowerFirst(title) }) ?? title;
  return owner === ""
    ? name
    : scenarioTexts.numbers.ofOwner({ owner, title: name, within: lowerFirst(name) });
}

/** What the name of a number does not say. */
export function numberDoc({ doc = "" }: RunNumber): string {
  const docs = scenarioTexts.numbers.docs as Translations;
  return docs[doc] ?? doc;
}

/** A value with its unit. Numbers of packets have none: the head of their column states it. */
export function numberText({ unit, digits }: RunNumber, value: number | null | undefined): string {
  if (value === null || value === undefined) return MISSING;
  // A mean of 0.000008 packets is none, and one of 2 ns is no wait.
  if (unit === "packets") return formatQuantity(Math.round(value * 1000) / 1000, "", digits);
  return formatQuantity(unit === "ms" ? Math.round(value * 1e5) / 1e5 : value, unit, digits);
}

/** The text of a number in the part of a summary that it describes. */
export function textIn(of: RunNumber["of"], id: string, part: unknown): string {
  const number = numberOf(of, id);
  return numberText(number, readNumber(number, part));
}

/** A difference of two values, always with a sign. The difference of two shares is in percentage points. */
export function differenceText(number: RunNumber, value: number): string {
  const size = Math.abs(value);
  const text = number.unit === "share" ? formatPoints(size, number.digits) : numberText(number, size);
  return `${value < 0 ? "\u2212" : "+"}${text}`;
}

/** A mean, or a difference of means, and the half width of its interval. */
export function intervalText(
  { unit }: RunNumber,
  mean: number,
  halfWidth: number,
  isDifference: boolean,
): string {
  const shareUnit = isDifference ? "points" : "%";
  const [written, factor] =
    unit === "share" ? [shareUnit, 1] : unit === "index" ? ["", 1] : unit === "ms" ? ["s", 1e-3] : [unit, 1];
  return formatInterval(mean * factor, halfWidth * factor, written, isDifference);
}
