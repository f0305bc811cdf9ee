// The words for the problems of an opened file.

import { importTexts } from "../../../engine/imports/texts/index.ts";
import type { ImportProblem } from "../../../engine/imports/types.ts";
import { groupDigits } from "../../../scenario/units.ts";

/** The sentence about a problem: its kind, its position, and the text that was found there. */
export function problemText({ code, place, detail }: ImportProblem): string {
  const { line, column, byte, field } = place;
  const places = [
    ...(line === undefined ? [] : [importTexts.place.line({ line: groupDigits(line) })]),
    ...(column === undefined ? [] : [importTexts.place.column({ name: column })]),
    ...(field === undefined ? [] : [importTexts.place.field({ path: field })]),
    ...(byte === undefined ? [] : [importTexts.place.byte({ byte: groupDigits(byte) })]),
  ];
  const at = places.length > 0 ? importTexts.atPlaces({ places: places.join(", ") }) : "";
  // A number alone is a limit that the sentence states.
  const found = detail === "" || LIMIT_CODES.has(code) ? "" : importTexts.foundText({ text: detail });
  return `${importTexts.problems[code]}${at}${found}`;
}

const LIMIT_CODES: ReadonlySet<string> = new Set(["tooLong", "traceTooLong"]);
