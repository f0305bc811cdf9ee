// The layout of a link's view: the page shows one question about the scenario, its pictures, one control and
// the answer, instead of the whole Lab. A layout never affects the run. Parts that the layout omits are those
// of the example (examples/layouts.ts).
import { isPath, isRecord } from "./path.ts";

export interface Layout {
  /** Default: the question of the example, or else the title of the scenario. */
  readonly question?: string;
  /**
   * The path of the setting that the reader changes. Default: the path of the example, or else the first
   * setting that it suggests.
   */
  readonly control?: string;
  /**
   * The shown pictures: "network", "shares", "call", "page", "player" and the name of a chart, such as "queue.ms". Default: those of
   * the example.
   */
  readonly pictures?: readonly string[];
  /** In a link that states the whole scenario: the example from which the other parts are taken. */
  readonly of?: string;
}

/** The text of a layout without any parts, in readable links. */
const FACE = "face";

const MAX_QUESTION = 120;
const MAX_PICTURES = 4;

/** Reads a layout from a decoded link. Null without a layout; parts that are not valid are ignored. */
export function readLayout(x: unknown): Layout | null {
  if (x === FACE) return {};
  if (!isRecord(x)) return null;
  const { question, control, pictures, of } = x;
  return {
    ...(isQuestion(question) ? { question } : {}),
    ...(typeof control === "string" && isPath(control) ? { control } : {}),
    ...(isPictures(pictures) ? { pictures } : {}),
    ...(typeof of === "string" && /^[a-z0-9-]{1,60}$/.test(of) ? { of } : {}),
  };
}

/** Reads a layout from the parameter of a readable link. */
export function parseLayout(text: string | undefined): Layout | null {
  if (text === undefined || text === FACE) return readLayout(text);
  try {
    return readLayout(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The parameter of a readable link for a layout. */
export const layoutText = (layout: Layout): string =>
  Object.keys(layout).length === 0 ? FACE : JSON.stringify(layout);

/**
 * A short text on one line, without invisible characters, which could change how the text around it is read.
 */
const isQuestion = (x: unknown): x is string =>
  typeof x === "string" &&
  x.trim() === x &&
  x !== "" &&
  x.length <= MAX_QUESTION &&
  !/[\p{C}\p{Zl}\p{Zp}]/u.test(x);

const isPictures = (x: unknown): x is readonly string[] =>
  Array.isArray(x) &&
  x.length > 0 &&
  x.length <= MAX_PICTURES &&
  x.every((name) => typeof name === "string" && /^[a-z_.]{1,40}$/.test(name));
