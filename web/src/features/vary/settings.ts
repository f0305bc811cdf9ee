// The settings of a scenario that a sweep can vary, with their names and with values to begin with.
import { parseLimit } from "../../components/fields/LimitField.tsx";
import type { Catalogue, Field, Json, JsonObject, ScenarioDocument } from "../../generated/types.ts";
import {
  algorithmOf,
  describePath,
  effectiveValue,
  kindOf,
  programOf,
  tagOf,
  withDefaultAmong,
} from "../../scenario/descriptors.ts";
import { settingName } from "../../scenario/diff.ts";
import { isRecord } from "../../scenario/path.ts";
import { declaredSettings } from "../../scenario/programs.ts";
import { parseQuantity, splitQuantity, unitName } from "../../scenario/units.ts";
import { describeValue } from "../../scenario/valueText.ts";

export interface VariableSetting {
  readonly path: string;
  readonly name: string;
  /** The id of the flow to which the setting belongs; empty for the network and the run. */
  readonly flow: string;
}

/** Fields of the document that do not affect the simulation, or that a sweep sets itself. */
const EXCLUDED = new Set(["v", "title", "note", "seed", "record", "timeline"]);
const VARIABLE = new Set<Field["type"]>(["number", "integer", "boolean", "choice", "span", "limit"]);

/** Whether a sweep can vary the setting of a field. */
export const isVariable = ({ type }: Field): boolean => VARIABLE.has(type);

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/**
 * The kinds of a queue that can replace the present kind: all kinds that have every setting that the document
 * states. A medium, such as Wi-Fi, replaces the link itself, so it is none of them. The present kind comes first. Empty for other variants, because their kinds need settings of their
 * own.
 */
function kindsThatFit(field: Field, value: JsonObject, { media }: Catalogue): readonly string[] {
  const variants = field.name === "queue" ? (field.variants ?? []) : [];
  const tag = tagOf(field);
  const present = kindOf(value, field);
  const stated = Object.keys(value).filter((name) => name !== tag);
  return variants
    .filter(({ fields }) => stated.every((name) => fields.some((own) => own.name === name)))
    .map((variant) => variant.value)
    .filter((kind) => kind === present || !media.includes(kind))
    .sort((a, b) => Number(b === present) - Number(a === present));
}

/** All settings that a sweep can vary, in the order of the document. */
export function variableSettings(doc: ScenarioDocument, catalogue: Catalogue): readonly VariableSetting[] {
  const paths: string[] = [];
  const walkFields = (fields: readonly Field[], value: Json | undefined, path: string): void => {
    for (const field of fields.map((known) => withDefaultAmong(known, fields, value)))
      walk(field, memberOf(value, field.name) ?? field.default, `${path}${field.name}`);
  };
  const walk = (field: Field, value: Json | undefined, path: string): void => {
    if (EXCLUDED.has(path)) return;
    if (isVariable(field)) paths.push(path);
    else if (field.type === "object" && value !== null) walkFields(field.fields ?? [], value, `${path}.`);
    else if (field.type === "variant" && isRecord(value)) {
      if (kindsThatFit(field, value, catalogue).length > 1) paths.push(`${path}.${tagOf(field)}`);
      const kind = kindOf(value, field);
      walkFields(field.variants?.find((variant) => variant.value === kind)?.fields ?? [], value, `${path}.`);
    } else if (field.type === "list" && field.item && Array.isArray(value)) {
      (value as readonly Json[]).forEach((entry, i) => {
        const id = memberOf(entry, "id");
        if (field.item && isRecord(entry))
          walk(field.item, entry, `${path}.${typeof id === "string" ? id : i}`);
      });
    } else if (field.type === "params") {
      const [, flow = ""] = path.split(".");
      const algorithm = algorithmOf(catalogue, flow, doc);
      walkFields(catalogue.algorithms.find(({ id }) => id === algorithm)?.fields ?? [], value, `${path}.`);
    } else if (field.type === "settings") {
      const [, flow = ""] = path.split(".");
      walkFields(declaredSettings(programOf(catalogue, flow, doc)) ?? [], value, `${path}.`);
    }
  };
  walkFields(catalogue.document.fields ?? [], doc as JsonObject, "");
  const settings = paths.map((path) => ({
    path,
    name: settingName(path, doc, catalogue),
    flow: flowOf(path),
  }));
  const isShared = ({ path, name }: VariableSetting): boolean =>
    settings.some((other) => other.name === name && other.path !== path);
  return settings.map((setting) => (isShared(setting) ? { ...setting, name: numbered(setting) } : setting));
}

/** The name of a setting that others have as well, with the positions of its lists, such as that of a loss rule. */
function numbered({ path, name }: VariableSetting): string {
  const positions = path.split(".").filter((part) => /^\d+$/.test(part));
  return positions.length === 0 ? name : `${name} (${positions.map((at) => Number(at) + 1).join(", ")})`;
}

const flowOf = (path: string): string => /^flows\.([^.]+)\./.exec(path)?.[1] ?? "";

/** The possible values of a setting that is a choice; empty for other settings. */
export function possibleValues(path: string, doc: ScenarioDocument, catalogue: Catalogue): readonly string[] {
  const field = describePath(catalogue, path, doc);
  if (field?.type === "boolean") return ["false", "true"];
  if (field?.type === "choice") return (field.choices ?? []).map(({ value }) => value);
  if (field?.type !== "variant") return [];
  const queue = effectiveValue(catalogue, path.slice(0, path.lastIndexOf(".")), doc);
  return kindsThatFit(field, isRecord(queue) ? queue : {}, catalogue);
}

/** The value of a text in the notation of the command line. Null for a text that is not a value of the field. */
function parsedValue(text: string, field: Field | undefined): Json {
  if (field?.type === "boolean") return text === "true";
  if (field?.type === "limit")
    return parseLimit(splitQuantity(text)?.suffix === "" ? `${text} packets` : text);
  return isNumber(field) ? parseQuantity(text, field?.unit ?? "") : text;
}

/** Whether the values of a setting are quantities, and not choices. */
export const isNumber = (field: Field | undefined): boolean =>
  ["number", "integer", "span", "limit"].includes(field?.type ?? "");

/** A value in the notation of the command line as the page names it elsewhere: 5 Mb/s, 0.5 BDP, Drop-tail. */
export function valueName(text: string, path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const field = describePath(catalogue, path, doc);
  return describeValue(parsedValue(text, field) ?? text, field, catalogue, 4);
}

/**
 * Typed values, separated by commas, in the notation of the command line. A number without a unit has the suffix of
 * `last`. Null if one of them is not a value of the setting.
 */
export function typedValues(text: string, last: string, field: Field | undefined): readonly string[] | null {
  const suffix = splitQuantity(last)?.suffix ?? "";
  const values = text.split(/[,;]/).map((part) => {
    const typed = splitQuantity(part);
    // A probability can be typed in per cent.
    if (typed && field?.name === "probability" && (typed.suffix === "%" || typed.number > 1))
      return String(Number((typed.number / 100).toPrecision(12)));
    return typed?.suffix === "" ? `${typed.number}${suffix}` : part.replace(/\s+/g, "");
  });
  const isValue = (value: string): boolean => /^[^.]+\.\./.test(value) || parsedValue(value, field) !== null;
  return values.every(isValue) ? values : null;
}

/** The unit of a number without a unit; empty if the setting has none. */
export function plainUnit(path: string, doc: ScenarioDocument, catalogue: Catalogue): string {
  const field = describePath(catalogue, path, doc);
  return unitName(field?.type === "limit" ? "packets" : (field?.unit ?? ""));
}

/** Whether numbers without a unit must be whole. */
export const hasWholeNumbers = (path: string, doc: ScenarioDocument, catalogue: Catalogue): boolean =>
  ["integer", "limit"].includes(describePath(catalogue, path, doc)?.type ?? "");

/** The largest number of choices that are proposed. */
const MAX_CHOICES = 4;
/** The number of values of a proposed range. */
const STEPS = 7;

/** Values to begin with: a range around the present value, or the choices. */
export function proposedValues(
  path: string,
  doc: ScenarioDocument,
  catalogue: Catalogue,
  present: Json,
): string {
  const field = describePath(catalogue, path, doc);
  const value = present ?? field?.default ?? null;
  if (!field) return "";
  if (field.type === "boolean") return "false,true";
  if (field.type === "choice") {
    const choices = (field.choices ?? []).map((choice) => choice.value);
    const own = typeof value === "string" ? [value] : [];
    return [...new Set([...own, ...choices])].slice(0, MAX_CHOICES).join(",");
  }
  if (field.type === "variant") return possibleValues(path, doc, catalogue).slice(0, MAX_CHOICES).join(",");
  if (field.type === "limit") return proposedLimits(value);
  const number = typeof value === "number" ? value : 0;
  const [min, max] = [field.min ?? Number.NEGATIVE_INFINITY, field.max ?? Number.POSITIVE_INFINITY];
  if (number <= 0) {
    const top = Math.min(max, field.unit === "s" ? 0.1 : 1);
    return field.type === "integer" ? "0,1,2" : `0..${compact(top, field.unit)}/5`;
  }
  if (field.type === "integer") {
    const near = [0.25, 0.5, 1, 2, 4].map((factor) => Math.round(number * factor));
    return [...new Set(near.filter((x) => x >= Math.max(1, min) && x <= max))].join(",");
  }
  const [low, high] = [Math.max(min, number / 4), Math.min(max, number * 4)];
  if (low <= 0) return `${compact(low, field.unit)}..${compact(high, field.unit)}/${STEPS}`;
  const suffix = unitFor(high, field.unit);
  return `${compact(low, field.unit, suffix)}..${compact(high, field.unit, suffix)}/${STEPS}log`;
}

function proposedLimits(value: Json): string {
  const [unit = "packets", amount = 50] = Object.entries(isRecord(value) ? value : {})[0] ?? [];
  const number = typeof amount === "number" && amount > 0 ? amount : 50;
  const ofUnit = (x: number): string => {
    if (unit === "packets") return String(Math.max(1, Math.round(x)));
    if (unit === "seconds") return compact(x, "s", "ms");
    return `${Number(x.toPrecision(3))}${unit === "bdp" ? "bdp" : "B"}`;
  };
  return [...new Set([0.125, 0.25, 0.5, 1, 2, 4].map((factor) => ofUnit(number * factor)))].join(",");
}

const FACTORS: Readonly<Record<string, number>> = { ms: 1e-3, k: 1e3, M: 1e6, G: 1e9, "": 1 };

/** The suffix in which numbers of a unit up to `largest` are written. */
function unitFor(largest: number, unit: string): string {
  if (unit === "s") return largest < 1 ? "ms" : "";
  if (unit !== "bit/s") return "";
  return largest >= 1e9 ? "G" : largest >= 1e6 ? "M" : largest >= 1e3 ? "k" : "";
}

/** A number in the notation of the command line: 5M, 20ms. */
function compact(value: number, unit: string, suffix = unitFor(value, unit)): string {
  return `${Number((value / (FACTORS[suffix] ?? 1)).toPrecision(4))}${suffix}`;
}
