// The value of a name of a program as text.
import type { ProgramValue } from "../../generated/types.ts";

const DIGITS = 4;

const numberText = (value: number | null, isTruth: boolean): string => {
  if (value === null) return "infinity";
  if (isTruth) return value === 0 ? "false" : "true";
  return String(Number(value.toPrecision(DIGITS)));
};

/** `rounds = 7`, `samples = 1 2 3`. */
export const valueText = ({ name, values, is_truth }: ProgramValue): string =>
  `${name} = ${values.map((value) => numberText(value, is_truth)).join(" ")}`;
