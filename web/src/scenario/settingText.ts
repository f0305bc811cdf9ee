// The names and values of settings as text.
import type { Catalogue, ScenarioDocument } from "../generated/types.ts";
import { describePath, effectiveValue } from "./descriptors.ts";
import { nameOf } from "./diff.ts";
import { describeValue, upperFirst } from "./valueText.ts";

const DIGITS = 4;

export const settingName = (path: string, doc: ScenarioDocument, catalogue: Catalogue): string =>
  upperFirst(nameOf(path, doc, catalogue));

/** The value of a setting, or its default. */
export function settingValue(path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const field = describePath(catalogue, path, doc);
  return describeValue(effectiveValue(catalogue, path, doc), field, catalogue, DIGITS);
}
