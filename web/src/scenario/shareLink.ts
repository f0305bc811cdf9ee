// The address of a scenario with its view: `#p=EXAMPLE` or `#s=DOCUMENT`, then settings, the expected result
// and the view, as in `#p=near-far&network.forward.rate=5000000&r=RESULT&e=VERSION&t=12.3`. DOCUMENT is a packed
// document (packed.ts). `w` states the run before the last change (comparisonLink.ts). The simulator validates the document. Rust has the same grammar without the view, for
// the command line and Python (sim-core/document/src/share_link.rs); both follow vectors.json.
import type { Json, ScenarioDocument } from "../generated/types.ts";
import { type Layout, layoutText, parseLayout } from "./layout.ts";
import { pack, unpack } from "./packed.ts";
import { isPath, isRecord, sameJson, writePath } from "./path.ts";

/**
 * The view of a scenario: the playhead, the zoom, the selection and the layout. Unknown keys of a link are
 * ignored.
 */
export interface LinkView {
  /** The playhead, if playback is paused. */
  readonly t?: number;
  /** The zoomed window of time. */
  readonly z?: readonly [number, number];
  /** The window of time that is selected for statistics. */
  readonly b?: readonly [number, number];
  /** The names of the shown charts, from top to bottom, such as "rate" and "queue.ms". */
  readonly c?: readonly string[];
  /** The groups of flows whose members are shown one by one. */
  readonly o?: readonly string[];
  /** The layout. Without it, the page shows the whole Lab. */
  readonly l?: Layout;
  /** The open panel of a comparison, and what it shows in addition, such as runs with other seeds. */
  readonly k?: readonly string[];
}

export interface LinkContent {
  readonly scenario: ScenarioDocument;
  /** The result ID that the run had when the link was created. */
  readonly result?: string;
  /** The version of the simulator that computed the result. */
  readonly engine?: string;
  readonly view?: LinkView;
  /** The run before the last change (comparisonLink.ts). */
  readonly comparison?: string;
}

export type LinkProblem = "broken" | "too-big" | "old";

type Settings = readonly (readonly [path: string, value: Json])[];

/** Settings of which undefined ones are removed. */
type Changes = readonly (readonly [path: string, value: Json | undefined])[];

export type DecodedLink =
  | { readonly kind: "scenario"; readonly content: LinkContent }
  | ({ readonly kind: "example"; readonly example: string; readonly settings: Settings } & Omit<
      LinkContent,
      "scenario"
    >)
  | { readonly kind: "problem"; readonly problem: LinkProblem; readonly raw: string }
  | { readonly kind: "empty" };

/** The maximum number of characters of a link apart from the document. Longer links are refused. */
export const MAX_PARAMETERS = 20_000;
/** The maximum number of charts, and of opened groups, in a view. */
const MAX_NAMES = 50;
/** The problem of a link contains at most this many characters of it, because the page may display them. */
const MAX_RAW_LENGTH = 2000;

export type LengthClass = "anywhere" | "normal" | "long" | "file";

/**
 * How a link of this length can be shared. "anywhere": also as a QR code. "normal": in e-mails and chats.
 * "long": not in all chats. "file": only as a file.
 */
export function lengthClass(length: number): LengthClass {
  if (length <= 250) return "anywhere";
  if (length <= 1900) return "normal";
  return length <= 8000 ? "long" : "file";
}

/** Writes a link with a base: an example or a packed document. */
export function writeLink(
  base: readonly [key: "p" | "s", value: string],
  settings: Settings,
  { result, engine, view = {}, comparison }: Omit<LinkContent, "scenario"> = {},
): string {
  const { t, z, b, c, o, l, k } = view;
  const parts: readonly (readonly [string, string | undefined])[] = [
    base,
    ...settings.map(([path, value]) => [path, settingText(value)] as const),
    ["r", result],
    ["e", engine],
    ["t", t?.toString()],
    ["z", z?.join("_")],
    ["b", b?.join("_")],
    ["c", c?.join("~")],
    ["o", o && JSON.stringify(o)],
    ["l", l && layoutText(l)],
    ["w", comparison],
    ["k", k?.join("~")],
  ];
  const texts = parts.flatMap(([key, value]) =>
    value !== undefined ? [`${key}=${encodeURIComponent(value)}`] : [],
  );
  return `#${texts.join("&")}`;
}

export const encodeReadable = (
  example: string,
  settings: Settings,
  extras?: Omit<LinkContent, "scenario">,
): string => writeLink(["p", example], settings, extras);

export const encodeLink = async ({ scenario, ...extras }: LinkContent): Promise<string> =>
  writeLink(["s", await pack(JSON.stringify(scenario))], [], extras);

/** Decodes a fragment, with or without its `#`. Never throws. */
export async function decodeLink(fragment: string): Promise<DecodedLink> {
  const raw = fragment.replace(/^#/, "");
  const refuse = (problem: LinkProblem): DecodedLink => ({
    kind: "problem",
    problem,
    raw: raw.slice(0, MAX_RAW_LENGTH),
  });
  if (raw === "") return { kind: "empty" };
  if (/^\d+\./.test(raw)) return refuse("old");
  const base = /^([ps])=([^&]*)/.exec(raw);
  if (!base) return refuse("broken");
  if (raw.length - (base[1] === "s" ? base[0].length : 0) > MAX_PARAMETERS) return refuse("too-big");
  const texts = new Map<string, string>();
  const settings: (readonly [string, Json])[] = [];
  for (const [key, value] of new URLSearchParams(raw)) {
    if (OWN_KEYS.has(key)) texts.set(key, value);
    else if (isPath(key)) settings.push([key, readSetting(value)]);
    else return refuse("broken");
  }
  const [result, engine, view] = [texts.get("r") ?? "", texts.get("e") ?? "", readView(texts)];
  const extras = {
    ...(/^[0-9a-f]{16}$/.test(result) ? { result } : {}),
    ...(/^[0-9A-Za-z.+-]{1,40}$/.test(engine) ? { engine } : {}),
    ...(Object.keys(view).length > 0 ? { view } : {}),
    ...(texts.has("w") ? { comparison: texts.get("w") ?? "" } : {}),
  };
  if (base[1] === "p") return { kind: "example", example: texts.get("p") ?? "", settings, ...extras };
  const unpacked = await unpack(texts.get("s") ?? "");
  if (typeof unpacked === "string") return refuse(unpacked);
  try {
    const scenario: unknown = JSON.parse(unpacked.text);
    if (!isRecord(scenario)) return refuse("broken");
    return {
      kind: "scenario",
      content: { scenario: applySettings(scenario as ScenarioDocument, settings), ...extras },
    };
  } catch {
    return refuse("broken");
  }
}

/** The keys of a link that are not paths of settings. */
const OWN_KEYS = new Set(["p", "s", "r", "e", "t", "z", "b", "c", "o", "l", "w", "k"]);

/** Reads the view from its parameters, such as `t=12.3`, `z=5_10`, `c=rate~queue.ms` and `l=face`. */
function readView(texts: ReadonlyMap<string, string>): LinkView {
  const [t] = times(texts.get("t"), 1);
  const [z, b] = ["z", "b"].map((key) => times(texts.get(key), 2));
  const [c, o] = [names(texts.get("c")?.split("~")), names(readSetting(texts.get("o") ?? ""))];
  const l = parseLayout(texts.get("l"));
  const k = names(texts.get("k")?.split("~"));
  return {
    ...(t !== undefined ? { t } : {}),
    ...(isSpan(z) ? { z } : {}),
    ...(isSpan(b) ? { b } : {}),
    ...(c.length > 0 ? { c } : {}),
    ...(o.length > 0 ? { o } : {}),
    ...(l ? { l } : {}),
    ...(k.length > 0 ? { k } : {}),
  };
}

/** The times of a text such as `5_10`. None unless it has `count` times. */
function times(text: string | undefined, count: number): readonly number[] {
  const numbers = (text ?? "").split("_").map((part) => (part === "" ? Number.NaN : Number(part)));
  return numbers.length === count && numbers.every((x) => Number.isFinite(x) && x >= 0) ? numbers : [];
}

const isSpan = (span: readonly number[] | undefined): span is readonly [number, number] =>
  span?.[0] !== undefined && span[1] !== undefined && span[0] < span[1];

const names = (x: unknown): readonly string[] =>
  Array.isArray(x) &&
  x.length <= MAX_NAMES &&
  x.every((name) => typeof name === "string" && name !== "" && name.length <= 100)
    ? x
    : [];

/** Applies the settings of a link to a document. */
export const applySettings = (doc: ScenarioDocument, settings: Settings): ScenarioDocument =>
  settings.reduce((next, [path, value]) => writePath(next, path, value), doc);

/** The value of a setting: JSON, or else the text itself. */
export function readSetting(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A value as JSON. A string has no quotes unless its text alone would be parsed as another JSON value. */
export const settingText = (value: Json): string =>
  typeof value === "string" && readSetting(value) === value ? value : JSON.stringify(value);

/**
 * The settings that turn one document into another. Null if no list of settings can express the difference,
 * because a value was removed, or flows were added, removed or reordered. With `removes`, the list also has the paths that
 * are removed, and null is only for other flows.
 */
export function settingsBetween(from: ScenarioDocument, to: ScenarioDocument): Settings | null;
export function settingsBetween(
  from: ScenarioDocument,
  to: ScenarioDocument,
  removes: boolean,
): Changes | null;
export function settingsBetween(
  from: ScenarioDocument,
  to: ScenarioDocument,
  removes = false,
): Changes | null {
  const settings: (readonly [string, Json | undefined])[] = [];
  const walk = (a: Json, b: Json, path: string): boolean => {
    if (sameJson(a, b)) return true;
    if (isRecord(a) && isRecord(b) && !/\.(limit|sender|receiver|start|source)$/.test(path)) {
      const removed = Object.keys(a).filter((key) => !Object.hasOwn(b, key));
      if (removed.length > 0 && !removes) return false;
      for (const key of removed) settings.push([path === "" ? key : `${path}.${key}`, undefined]);
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
