// Reads JSON of unknown origin. A syntax error states its position, and values are read with checks that
// state the path of a wrong field.
import { ImportError } from "../../../engine/imports/types.ts";

/** A value of a JSON text, and the path by which messages name it. */
export class Field {
  readonly value: unknown;
  readonly path: string;

  constructor(value: unknown, path: string) {
    this.value = value;
    this.path = path;
  }

  /** Whether the value exists and is not null. */
  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isObject(): boolean {
    return typeof this.value === "object" && this.value !== null && !Array.isArray(this.value);
  }

  get isList(): boolean {
    return Array.isArray(this.value);
  }

  /** A member of an object. It does not exist if this is no object. */
  get(name: string): Field {
    const path = this.path === "" ? name : `${this.path}.${name}`;
    const isOwn = this.isObject && Object.hasOwn(this.value as object, name);
    return new Field(isOwn ? (this.value as Readonly<Record<string, unknown>>)[name] : undefined, path);
  }

  /** The members of a value, which must be an object. */
  members(): readonly (readonly [string, Field])[] {
    if (!this.isObject) throw this.wrong();
    return Object.keys(this.value as object).map((name) => [name, this.get(name)]);
  }

  /** The items of a value, which must be a list. */
  items(): readonly Field[] {
    if (!Array.isArray(this.value)) throw this.wrong();
    return this.value.map((item: unknown, i) => new Field(item, `${this.path}[${i}]`));
  }

  /** The items of a list. The list is empty if the field does not exist. */
  itemsIfAny(): readonly Field[] {
    return this.exists ? this.items() : [];
  }

  number(): number {
    if (typeof this.value !== "number" || !Number.isFinite(this.value)) throw this.wrong();
    return this.value;
  }

  /** The number, or NaN if the field does not exist. */
  numberIfAny(): number {
    return this.exists ? this.number() : Number.NaN;
  }

  /** The text, or "" if the value is no text. */
  textIfAny(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  /** The error that the value has the wrong type, or is missing. */
  wrong(): ImportError {
    if (this.value === undefined) return new ImportError("missingField", { field: this.path });
    return new ImportError("wrongField", { field: this.path }, JSON.stringify(this.value) ?? "");
  }
}

/** Runs `read`, and states the line of its error. */
export function atLine<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    const { code, place, detail } = error.problem;
    throw new ImportError(code, { ...place, line }, detail);
  }
}

export function parseJson(text: string): Field {
  try {
    return new Field(JSON.parse(text), "");
  } catch {
    const at = firstError(text);
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    throw new ImportError(
      "damagedJson",
      { line, byte: new TextEncoder().encode(before).length },
      text.slice(at, at + 20),
    );
  }
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids control characters in strings
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * The position of the first character that cannot be part of a JSON text; the length of the text if it ends
 * early.
 */
export function firstError(text: string): number {
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const skip = (): string => {
    match(SPACE);
    return text[at] ?? "";
  };
  // The brackets that are open. After a bracket or a comma comes a value or, in an object, a key.
  const open: ("[" | "{")[] = [];
  let expects: "value" | "first" | "end" = "value";
  for (;;) {
    const next = skip();
    const inside = open.at(-1);
    if (expects === "end") {
      if (inside === undefined) return at;
      if (next === ",") {
        at += 1;
        expects = "value";
      } else if (next === (inside === "[" ? "]" : "}")) {
        at += 1;
        open.pop();
      } else return at;
      continue;
    }
    if (expects === "first" && next === (inside === "[" ? "]" : "}")) {
      at += 1;
      open.pop();
      expects = "end";
      continue;
    }
    if (inside === "{") {
      if (next !== '"' || match(SCALAR) === null) return at;
      if (skip() !== ":") return at;
      at += 1;
    }
    const value = skip();
    if (value === "[" || value === "{") {
      open.push(value);
      at += 1;
      expects = "first";
    } else if (match(SCALAR) === null) return at;
    else expects = "end";
  }
}
