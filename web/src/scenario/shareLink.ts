// Share links have the form `#1.` followed by base64url(deflate-raw(JSON)), or the readable form
// `#p=example&path=value`. The simulator validates decoded documents. Sizes are limited before and during
// decompression.
import type { Json, ScenarioDocument } from "../generated/types.ts";
import { type Layout, parseLayout, readLayout } from "./layout.ts";
import { isRecord, writePath } from "./path.ts";

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
}

export interface LinkContent {
  readonly scenario: ScenarioDocument;
  /** The result ID that the run had when the link was created. */
  readonly result?: string;
  /** The version of the simulator that computed the result. */
  readonly engine?: string;
  readonly view?: LinkView;
}

export type LinkProblem = "broken" | "too-big" | "newer";

export type DecodedLink =
  | { readonly kind: "scenario"; readonly content: LinkContent }
  | {
      readonly kind: "example";
      readonly example: string;
      readonly settings: readonly (readonly [string, string])[];
      readonly result?: string;
      readonly engine?: string;
      readonly view?: LinkView;
    }
  | { readonly kind: "problem"; readonly problem: LinkProblem; readonly raw: string }
  | { readonly kind: "empty" };

/** The maximum size of a decompressed link in bytes. */
export const MAX_INFLATED = 256 * 1024;
/**
 * The maximum number of characters of a compressed link, and of a readable link. Longer links are refused
 * without decoding them.
 */
const MAX_LINK_LENGTH = 350_000;
export const MAX_READABLE_LENGTH = 4000;
/** The maximum number of charts, and of opened groups, in a view. */
const MAX_NAMES = 50;
/**
 * If a link is too big, the problem contains at most this many characters of it, because the page may display
 * them.
 */
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

export async function encodeLink(content: LinkContent): Promise<string> {
  const payload: Record<string, unknown> = { s: content.scenario };
  if (content.result) payload.r = content.result;
  if (content.engine) payload.e = content.engine;
  if (isView(content.view)) payload.w = content.view;
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  return `#1.${toBase64Url(await deflate(bytes))}`;
}

/** Decodes a fragment, with or without its `#`. Never throws. */
export async function decodeLink(fragment: string): Promise<DecodedLink> {
  const raw = fragment.replace(/^#/, "");
  if (raw === "") return { kind: "empty" };
  if (raw.startsWith("p=")) return decodeReadable(raw);
  const version = /^(\d+)\./.exec(raw);
  if (version && Number(version[1]) > 1) return { kind: "problem", problem: "newer", raw };
  if (!version) return { kind: "problem", problem: "broken", raw };
  if (raw.length > MAX_LINK_LENGTH)
    return { kind: "problem", problem: "too-big", raw: raw.slice(0, MAX_RAW_LENGTH) };
  try {
    const packed = fromBase64Url(raw.slice(version[0].length));
    const text = await inflate(packed);
    if (text === null) return { kind: "problem", problem: "too-big", raw: raw.slice(0, MAX_RAW_LENGTH) };
    const content = readPayload(JSON.parse(text));
    return content ? { kind: "scenario", content } : { kind: "problem", problem: "broken", raw };
  } catch {
    return { kind: "problem", problem: "broken", raw };
  }
}

function readPayload(payload: unknown): LinkContent | null {
  if (!isRecord(payload) || !isRecord(payload.s)) return null;
  const { s, r, e, w } = payload;
  return {
    scenario: s as ScenarioDocument,
    ...readExpectedResult(r, e),
    ...(isRecord(w) && isView(readView(w)) ? { view: readView(w) } : {}),
  };
}

/**
 * The expected result ID and the version of the simulator that computed it, each only if its format is valid.
 */
function readExpectedResult(r: unknown, e: unknown): Pick<LinkContent, "result" | "engine"> {
  return {
    ...(typeof r === "string" && /^[0-9a-f]{16}$/.test(r) ? { result: r } : {}),
    ...(typeof e === "string" && /^[0-9A-Za-z.+-]{1,40}$/.test(e) ? { engine: e } : {}),
  };
}

function readView(w: Record<string, unknown>): LinkView {
  const time = (x: unknown): x is number => typeof x === "number" && Number.isFinite(x) && x >= 0;
  const span = (x: unknown): readonly [number, number] | null =>
    Array.isArray(x) && x.length === 2 && time(x[0]) && time(x[1]) && x[0] < x[1] ? [x[0], x[1]] : null;
  const z = span(w.z);
  const b = span(w.b);
  const names = (x: unknown): readonly string[] =>
    Array.isArray(x) &&
    x.length <= MAX_NAMES &&
    x.every((name) => typeof name === "string" && name.length <= 100)
      ? x
      : [];
  const [c, o, l] = [names(w.c), names(w.o), readLayout(w.l)];
  return {
    ...(time(w.t) ? { t: w.t } : {}),
    ...(z ? { z } : {}),
    ...(b ? { b } : {}),
    ...(c.length > 0 ? { c } : {}),
    ...(o.length > 0 ? { o } : {}),
    ...(l ? { l } : {}),
  };
}

/**
 * Reads the view from the parameters of a readable link, such as `t=12.3`, `z=5_10`, `c=rate~queue.ms` and
 * `l=face`.
 */
function readViewParameters(texts: Readonly<Record<string, string>>): LinkView {
  const numbers = (text: string | undefined): number[] =>
    text === undefined || !/^[\d.]+(_[\d.]+)?$/.test(text) ? [] : text.split("_").map(Number);
  const list = (text: string | undefined): unknown => {
    try {
      return JSON.parse(text ?? "");
    } catch {
      return [];
    }
  };
  return readView({
    t: numbers(texts.t)[0],
    z: numbers(texts.z),
    b: numbers(texts.b),
    c: texts.c?.split("~"),
    o: list(texts.o),
    l: parseLayout(texts.l),
  });
}

/** Whether a view has any content. */
const isView = (view: LinkView | undefined): view is LinkView =>
  view !== undefined && Object.keys(view).length > 0;

const VIEW_KEYS = new Set(["t", "z", "b", "c", "o", "l"]);

function decodeReadable(raw: string): DecodedLink {
  if (raw.length > MAX_READABLE_LENGTH)
    return { kind: "problem", problem: "too-big", raw: raw.slice(0, MAX_RAW_LENGTH) };
  const settings: [string, string][] = [];
  let example = "";
  const expected: { r?: string; e?: string } = {};
  const texts: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(raw)) {
    if (key === "p") example = value;
    else if (key === "r" || key === "e") expected[key] = value;
    else if (VIEW_KEYS.has(key)) texts[key] = value;
    else if (
      /^[A-Za-z0-9_.-]{1,120}$/.test(key) &&
      !/(^|\.)(__proto__|constructor|prototype)(\.|$)/.test(key)
    )
      settings.push([key, value]);
    else return { kind: "problem", problem: "broken", raw };
  }
  const view = readViewParameters(texts);
  return {
    kind: "example",
    example,
    settings,
    ...readExpectedResult(expected.r, expected.e),
    ...(isView(view) ? { view } : {}),
  };
}

/** Applies the settings of a readable link to a document. A value that is not JSON is used as text. */
export function applySettings(
  doc: ScenarioDocument,
  settings: readonly (readonly [string, string])[],
): ScenarioDocument {
  return settings.reduce((next, [path, text]) => {
    let value: Json = text;
    try {
      value = JSON.parse(text) as Json;
    } catch {
      // Not JSON: the value is the text itself.
    }
    return writePath(next, path, value);
  }, doc);
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("not base64url");
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Passes bytes through a compressor or decompressor. A Blob would need less code, but creating a Blob waits
 * for the browser's main process.
 */
function passThrough(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const writer = writable.getWriter();
  // Errors are ignored here, because the reader of `readable` also receives them.
  const ignore = (): void => undefined;
  writer.write(bytes).catch(ignore);
  writer.close().catch(ignore);
  return readable;
}

export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = passThrough(bytes, new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * The decompressed text, or null if it exceeds MAX_INFLATED. Decompression stops there, because a small link
 * can expand to gigabytes.
 */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const stream = passThrough(bytes, new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_INFLATED) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(all);
}
