// The values of settings as text, such as "60 packets" or "random 1 %, for flow far". The descriptors give
// units and names.
import type { Catalogue, Field, Json, JsonObject } from "../generated/types.ts";
import { pointsText, traceText } from "./rateWords.ts";
import { scenarioTexts } from "./texts/index.ts";
import { formatQuantity } from "./units.ts";

/** The maximum number of entries of a list that a text names one by one. */
const MAX_ENTRIES = 2;

/** The maximum number of characters of a text of the document that is quoted. */
const MAX_TEXT = 40;

/**
 * The text with a small first letter, for use within a sentence, unless it begins with a name: CUBIC, HyStart++,
 * Gilbert-Elliott, Jain's index.
 */
export function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}+(?=$|[\s,:;.)]|-\p{Ll})/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** A name as it is written within a sentence. German nouns keep their capital letter. */
export const nameWithin = (name: string): string =>
  scenarioTexts.numbers.within({ title: name, within: lowerFirst(name) });

/** The text of a value. It is never empty. `digits` is the number of significant digits of numbers. */
export function describeValue(
  value: Json | undefined,
  field: Field | undefined,
  catalogue: Catalogue,
  digits: number,
): string {
  if (value === undefined) return scenarioTexts.changes.default;
  if (value === null)
    return (
      field?.null_means ||
      (field?.name === "stop" ? scenarioTexts.changes.never : scenarioTexts.changes.notSet)
    );
  if (typeof value === "boolean") return value ? scenarioTexts.changes.on : scenarioTexts.changes.off;
  if (typeof value === "number")
    return field?.name === "probability"
      ? formatQuantity(value * 100, "%", digits)
      : formatQuantity(value, field?.unit ?? "", digits);
  if (field?.name === "trace" && typeof value === "string")
    return value.trim() === "" ? scenarioTexts.changes.none : traceText(value, digits);
  if (typeof value === "string") return describeText(value, field, catalogue);
  if (Array.isArray(value)) {
    const entries = value as readonly Json[];
    if (entries.length === 0) return scenarioTexts.changes.none;
    if (entries.length > MAX_ENTRIES) return scenarioTexts.changes.entries({ n: entries.length });
    return entries.map((entry) => describeValue(entry, field?.item, catalogue, digits)).join(", ");
  }
  return describeObject(value as JsonObject, field, catalogue, digits);
}

/** The name of a choice or an algorithm; any other text as it is, shortened or quoted. */
function describeText(value: string, field: Field | undefined, catalogue: Catalogue): string {
  const choices = [...(field?.choices ?? []), ...(field?.variants ?? [])];
  const chosen = choices.find((choice) => choice.value === value)?.label;
  const algorithm = field?.name === "algorithm" ? catalogue.algorithms.find((a) => a.id === value) : null;
  if (field?.type === "code") return scenarioTexts.changes.program;
  const name = chosen ?? algorithm?.name;
  if (name !== undefined) return name;
  // Names and IDs stand as they are. Any other text is quoted, so that the sentence around it can be read.
  if (field?.type !== "text" && /^[\w.-]+$/.test(value)) return value;
  const text = value.replace(/\s+/g, " ").trim();
  if (text === "") return scenarioTexts.changes.empty;
  return scenarioTexts.changes.quoted({
    text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\u2026` : text,
  });
}

/**
 * Limits and ranges as quantities, and other objects as the name of their kind, followed by their members.
 */
function describeObject(
  value: JsonObject,
  field: Field | undefined,
  catalogue: Catalogue,
  digits: number,
): string {
  const tag = field?.tag ?? "kind";
  const { packets, bdp, seconds, bytes, min, max } = value;
  if (field?.type === "limit") {
    if (typeof packets === "number") return formatQuantity(packets, "packets", digits);
    if (typeof bdp === "number") return formatQuantity(bdp, "BDP", digits);
    if (typeof seconds === "number") return formatQuantity(seconds, "s", digits);
    if (typeof bytes === "number") return formatQuantity(bytes, "bytes", digits);
  }
  if (field?.type === "span" && typeof min === "number" && typeof max === "number")
    return scenarioTexts.changes.range({
      from: formatQuantity(min, field.unit ?? "", digits),
      to: formatQuantity(max, field.unit ?? "", digits),
    });
  const { points, repeat } = value;
  if (Array.isArray(points) && points.length > MAX_ENTRIES)
    return pointsText(points, typeof repeat === "number" ? repeat : null, digits);
  const kind = kindOf(value[tag], field, catalogue);
  const isOnlyNumber = Object.values(value).filter((member) => typeof member === "number").length === 1;
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (name === tag) return [];
    const inner = (kind?.fields ?? field?.fields)?.find((f) => f.name === name);
    const text = describeValue(member, inner, catalogue, digits);
    // The only number of a kind stands without its name, because the unit shows what it means.
    if (kind && typeof member === "number" && isOnlyNumber) return [text];
    return [`${nameWithin(inner?.label || name.replaceAll("_", " "))} ${text}`];
  });
  const name = kind?.name ?? (typeof value[tag] === "string" ? value[tag] : "");
  const text = [nameWithin(name), members.join(", ")].join(" ").trim();
  return text === "" ? scenarioTexts.changes.default : text;
}

/** The name and the fields of a kind, from the variants of the field or from the catalogue. */
function kindOf(
  kind: Json | undefined,
  field: Field | undefined,
  catalogue: Catalogue,
): { readonly name: string; readonly fields: readonly Field[] } | undefined {
  const variant = field?.variants?.find((v) => v.value === kind);
  if (variant) return { name: variant.label, fields: variant.fields };
  return [...catalogue.losses, ...catalogue.sources, ...catalogue.queues].find((k) => k.id === kind);
}

/** The text with a capital first letter. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
