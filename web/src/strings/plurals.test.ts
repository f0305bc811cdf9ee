// Numbers and punctuation of languages: the plural of zero, and the space before a colon.
import { describe, expect, test } from "vitest";
import { de } from "./de/index.ts";
import { fr } from "./fr/index.ts";

type Texts = (value: unknown) => unknown;

/** All texts and functions of a translation, by path. */
function entriesOf(value: unknown, path = ""): readonly (readonly [path: string, value: string | Texts])[] {
  if (typeof value === "string" || typeof value === "function") return [[path, value as string | Texts]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    entriesOf(inner, path === "" ? name : `${path}.${name}`),
  );
}

/** The text of a function for an argument. Null if it is not made for such an argument. */
function textFor(write: Texts, argument: unknown): string | null {
  try {
    const text = write(argument);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/** The functions of one number whose texts state it as digits. */
const counts = (texts: unknown): readonly (readonly [path: string, text: (n: number) => string | null])[] =>
  entriesOf(texts).flatMap(([path, write]) => {
    if (typeof write !== "function" || write.length !== 1) return [];
    const [zero, two] = [textFor(write, 0), textFor(write, 2)];
    return zero?.includes("0") && two?.includes("2")
      ? [[path, (n: number) => textFor(write, n)] as const]
      : [];
  });

describe("the plural of zero", () => {
  test("is the singular in French", () => {
    for (const [path, text] of counts(fr))
      if (text(1)?.includes("1")) expect(text(0)?.replace(/(?<!\d)0(?!\d)/, "1"), path).toBe(text(1));
    expect([0, 1, 2].map(fr.charts.packetsOf)).toEqual(["paquet", "paquet", "paquets"]);
  });

  test("is the plural in German", () => {
    for (const [path, text] of counts(de))
      expect(text(0)?.replace(/(?<!\d)0(?!\d)/, "2"), path).toBe(text(2));
    expect([0, 1, 2].map(de.charts.packetsOf)).toEqual(["Pakete", "Paket", "Pakete"]);
  });
});

test("a colon in French follows a space that does not break", () => {
  const texts = entriesOf(fr).flatMap(([path, value]) => {
    const text = typeof value === "string" ? value : textFor(value, "x");
    return text === null ? [] : [[path, text] as const];
  });
  expect(texts.length).toBeGreaterThan(500);
  const wrong = texts.filter(([, text]) => /[^\u00a0\u202f\d"]:(\s|$)| [;?!](\s|$)/.test(text));
  expect(wrong).toEqual([]);
  expect(fr.charts.named("Débit", "5")).toBe("Débit\u00a0: 5");
});
