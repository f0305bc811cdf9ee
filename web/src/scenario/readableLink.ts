// Writes readable links. When the page is first opened, it shows such a link in the address bar. All other
// functions of links are in shareLink.ts, which is loaded when the page opens a link or a changed scenario
// needs one.
import type { Json, ScenarioDocument } from "../generated/types.ts";
import { layoutText } from "./layout.ts";
import { isRecord, sameJson } from "./path.ts";
import type { LinkContent } from "./shareLink.ts";

/**
 * Encodes a readable link: the id of an example, the settings that differ from the example, the expected
 * result and the view.
 */
export function encodeReadable(
  example: string,
  settings: readonly (readonly [string, Json])[],
  extras: Pick<LinkContent, "result" | "engine" | "view"> = {},
): string {
  const parts = [
    ["p", example] as const,
    ...settings.map(([path, value]) => [path, settingText(value)] as const),
  ];
  if (extras.result) parts.push(["r", extras.result]);
  if (extras.engine) parts.push(["e", extras.engine]);
  const { t, z, b, c, o, l } = extras.view ?? {};
  if (t !== undefined) parts.push(["t", String(t)]);
  if (z) parts.push(["z", z.join("_")]);
  if (b) parts.push(["b", b.join("_")]);
  if (c) parts.push(["c", c.join("~")]);
  if (o) parts.push(["o", JSON.stringify(o)]);
  if (l) parts.push(["l", layoutText(l)]);
  return `#${parts.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}`;
}

/** A value as JSON. A string has no quotes unless its text alone would be parsed as another JSON value. */
function settingText(value: Json): string {
  if (typeof value !== "string") return JSON.stringify(value);
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}

/**
 * The settings that turn one document into another. Null if no list of settings can express the difference,
 * because a value was removed, or flows were added, removed or reordered.
 */
export function settingsBetween(
  from: ScenarioDocument,
  to: ScenarioDocument,
): readonly (readonly [string, Json])[] | null {
  const settings: (readonly [string, Json])[] = [];
  const walk = (a: Json, b: Json, path: string): boolean => {
    if (sameJson(a, b)) return true;
    if (isRecord(a) && isRecord(b) && !/\.(limit|sender|receiver|start|source)$/.test(path)) {
      if (Object.keys(a).some((key) => !Object.hasOwn(b, key))) return false;
      return Object.entries(b as Record<string, Json>).every(([key, value]) => {
        const inner = path === "" ? key : `${path}.${key}`;
        if (Object.hasOwn(a, key)) return walk((a as Record<string, Json>)[key] as Json, value, inner);
        settings.push([inner, value]);
        return true;
      });
    }
    if (path === "flows" && Array.isArray(a) && Array.isArray(b)) {
      const idOf = (x: Json): Json | undefined => (isRecord(x) ? (x["id"] as Json) : undefined);
      if (a.length !== b.length || a.some((x, i) => idOf(x) !== idOf(b[i] as Json))) return false;
      return a.every((x, i) => walk(x as Json, b[i] as Json, `flows.${String(idOf(x as Json))}`));
    }
    settings.push([path, b]);
    return true;
  };
  return walk(from, to, "") ? settings : null;
}
