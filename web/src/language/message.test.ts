import { expect, test } from "vitest";
import { type Argument, formatMessage, readMessage } from "./message.ts";

const format = (source: string, args: Readonly<Record<string, Argument>>, locale = "en-GB"): string =>
  formatMessage(readMessage(source), args, locale);

test.each<[string, Readonly<Record<string, Argument>>, string]>([
  ["Flows", {}, "Flows"],
  ["{label} at {t}", { label: "near", t: 3 }, "near at 3"],
  ["{n, plural, one {1 flow} other {{n} flows}}", { n: 1 }, "1 flow"],
  ["{n, plural, one {1 flow} other {{n} flows}}", { n: 1000 }, "1000 flows"],
  ["{n, plural, =0 {no flow} one {1 flow} other {{n} flows}}", { n: 0 }, "no flow"],
  [
    "Enter a number{example, select, none {} other {, for example {example}}}.",
    { example: null },
    "Enter a number.",
  ],
  [
    "Enter a number{example, select, none {} other {, for example {example}}}.",
    { example: "5" },
    "Enter a number, for example 5.",
  ],
  ["{isOn, select, true {on} other {off}}", { isOn: false }, "off"],
  ["{names, list}", { names: ["a", "b", "c"] }, "a, b and c"],
  ["{names, list, ; }", { names: ["a", "b", "c"] }, "a; b; c"],
  ["{n} wait{names, select, none {} other {: {names, list}}}", { n: 0, names: [] }, "0 wait"],
])("%s with %j is %s", (source, args, text) => {
  expect(format(source, args)).toBe(text);
});

test("plurals and lists follow the language", () => {
  const packets = "{n, plural, one {paquet} other {paquets}}";
  expect([0, 1, 2].map((n) => format(packets, { n }, "fr"))).toEqual(["paquet", "paquet", "paquets"]);
  expect(format("{names, list}", { names: ["a", "b"] }, "de")).toBe("a und b");
});

test.each(["{", "{n", "a}", "{n, plural}", "{n, plural, one}", "{n, plural, one {1 flow}", "{two words}"])(
  "%s is not a message",
  (source) => {
    expect(() => readMessage(source)).toThrow(source);
  },
);
