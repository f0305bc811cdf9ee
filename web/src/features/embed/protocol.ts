// The messages between an embedded view and the page that embeds it. docs/embedding.md describes them for
// authors of pages. A message from the page is data: no part of it is executed as code or shown as markup.
import type { Json } from "../../generated/types.ts";
import { isRecord } from "../../scenario/path.ts";

/** The version of the messages. Every message has it in the field `fairshare`. */
export const PROTOCOL = 1;

export const METHODS = ["set", "seek", "play", "pause", "state", "result"] as const;
export type Method = (typeof METHODS)[number];

export interface Request {
  readonly id: string | number;
  readonly method: Method;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Why a request was refused: the position in the message, and a sentence. */
export interface RequestError {
  readonly at: string;
  readonly message: string;
}

export type Reply =
  | { readonly fairshare: number; readonly id: string | number; readonly ok: true; readonly value: Json }
  | {
      readonly fairshare: number;
      readonly id: string | number | null;
      readonly ok: false;
      readonly error: RequestError;
    };

/** What an embedded view reports without a request. */
export type Report =
  | { readonly event: "ready"; readonly version: string; readonly title: string; readonly duration: number }
  /** A page with steps, such as a lesson. The id of the step is null after the last one. */
  | { readonly event: "ready"; readonly version: string; readonly title: string; readonly steps: number }
  | { readonly event: "step"; readonly id: string | null; readonly step: number; readonly steps: number }
  | { readonly event: "solved"; readonly id: string; readonly solved: number; readonly steps: number }
  | { readonly event: "play" | "pause" | "time"; readonly t: number }
  | { readonly event: "result"; readonly resultId: string; readonly version: string }
  | { readonly event: "size"; readonly height: number };

/** The largest accepted message, in characters of JSON. */
const MAX_LENGTH = 256 * 1024;
const MAX_ID_LENGTH = 200;

export class Refusal extends Error {
  constructor(
    readonly at: string,
    message: string,
  ) {
    super(message);
  }
}

/**
 * Reads a message. Null if it is not addressed to Fairshare, for example because it belongs to another
 * program of the page. Throws a `Refusal` if it is addressed to Fairshare but is no valid request.
 */
export function readRequest(data: unknown): Request | null {
  if (!isRecord(data) || !("fairshare" in data) || !("method" in data)) return null;
  const { fairshare, id, method, params = {} } = data;
  if (fairshare !== PROTOCOL)
    throw new Refusal("fairshare", `The version of the message must be ${PROTOCOL}.`);
  if ((typeof id !== "string" && typeof id !== "number") || String(id).length > MAX_ID_LENGTH)
    throw new Refusal(
      "id",
      `A message needs an id: a number, or a text of at most ${MAX_ID_LENGTH} characters.`,
    );
  const known = METHODS.find((name) => name === method);
  if (!known) throw new Refusal("method", `The method must be one of: ${METHODS.join(", ")}.`);
  if (!isRecord(params)) throw new Refusal("params", "The parameters must be an object.");
  let text: string;
  try {
    text = JSON.stringify(params);
  } catch {
    throw new Refusal("params", "The parameters must be JSON.");
  }
  if (text.length > MAX_LENGTH)
    throw new Refusal("params", `The parameters must have at most ${MAX_LENGTH} characters as JSON.`);
  // The copy consists of plain JSON values.
  return { id, method: known, params: JSON.parse(text) as Record<string, unknown> };
}

/** The id of a message for the reply to a message that could not be read. */
export function idOf(data: unknown): string | number | null {
  const id = isRecord(data) ? data["id"] : null;
  return (typeof id === "string" && id.length <= MAX_ID_LENGTH) || typeof id === "number" ? id : null;
}

/** Refuses parameters that a method does not have. */
export function refuseUnknown(params: Readonly<Record<string, unknown>>, known: readonly string[]): void {
  for (const name of Object.keys(params))
    if (!known.includes(name))
      throw new Refusal(
        `params.${name}`,
        known.length === 0
          ? "This method has no parameters."
          : `This parameter is unknown. Known parameters: ${known.join(", ")}.`,
      );
}

/** A finite number from a message. */
export function readNumber(
  params: Readonly<Record<string, unknown>>,
  name: string,
  from: number,
  to: number,
): number {
  const value = params[name];
  if (typeof value !== "number" || !Number.isFinite(value) || value < from || value > to)
    throw new Refusal(`params.${name}`, `This must be a number from ${from} to ${to}.`);
  return value;
}
