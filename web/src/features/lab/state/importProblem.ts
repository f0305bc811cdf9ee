// The words for the problems of an opened file.
import type { ImportProblem } from "../../../engine/imports/types.ts";
import { groupDigits } from "../../../scenario/units.ts";
import { I } from "../../../strings/imports.ts";

/** The sentence about a problem: its kind, its position, and the text that was found there. */
export function problemText({ code, place, detail }: ImportProblem): string {
  const { line, column, byte, field } = place;
  const places = [
    ...(line === undefined ? [] : [I.place.line(groupDigits(line))]),
    ...(column === undefined ? [] : [I.place.column(column)]),
    ...(field === undefined ? [] : [I.place.field(field)]),
    ...(byte === undefined ? [] : [I.place.byte(groupDigits(byte))]),
  ];
  const at = places.length > 0 ? I.at(places.join(", ")) : "";
  // A number alone is a limit that the sentence states.
  const found = detail === "" || LIMIT_CODES.has(code) ? "" : I.found(detail);
  return `${I.problems[code]}${at}${found}`;
}

const LIMIT_CODES: ReadonlySet<string> = new Set([
  "tooLarge",
  "unpacksTooLarge",
  "tooManyRows",
  "tooLong",
  "traceTooLong",
  "noPackets",
]);
