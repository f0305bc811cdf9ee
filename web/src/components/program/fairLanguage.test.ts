// Completion, help and places of the editor of programs.
import { Text } from "@codemirror/state";
import { expect, test } from "vitest";
import language from "../../generated/language.json";
import { completionsAt, handlerAt, offeredNames, signatureOf } from "./fairLanguage.ts";
import { levelOf } from "./levelOf.ts";
import { rangeOf } from "./ProgramEditor.tsx";
import { valueText } from "./valueText.ts";

const labelsAt = (text: string): readonly string[] => {
  const position = text.indexOf("|");
  return completionsAt(language, text.replace("|", ""), position).map(({ label }) => label);
};

test("the level of a program is that of its line sender", () => {
  expect(levelOf(language, "on_ack { }")?.level).toBe("window");
  expect(levelOf(language, "# sender window\n  sender rate\n")?.level).toBe("rate");
  expect(levelOf(language, "sender __proto__")?.level).toBe("window");
});

test("a handler is found around a position, and braces in comments and texts do not count", () => {
  const text = 'on_ack {\n  if a { say("}") } # }\n  |\n}\nfn f(x) { return x }';
  expect(handlerAt(text, text.indexOf("|"))).toBe("on_ack");
  expect(handlerAt(text, text.length)).toBeNull();
  expect(handlerAt("", 0)).toBeNull();
});

test("completion offers the names that exist at a place", () => {
  expect(labelsAt("on_ack { | }")).toContain("acked");
  expect(labelsAt("on_ack { | }")).not.toContain("losses");
  expect(labelsAt("on_ack { | }")).not.toContain("on_round");
  expect(labelsAt("on_round { | }")).toContain("losses");
  expect(labelsAt("|")).toContain("on_congestion");
  expect(labelsAt("sender rate\non_report { | }")).toContain("received_rate");
  expect(labelsAt("sender rate\non_report { | }")).not.toContain("cwnd");
  expect(labelsAt("var my_own = 1\non_ack { | }")).toContain("my_own");
});

test("every name has its help, and functions have their arguments", () => {
  const names = offeredNames(language, "sender window");
  expect(names.length).toBeGreaterThan(30);
  for (const { name, help } of names) expect(help, name).toMatch(/\.$/);
  const signatures = names.map(signatureOf);
  expect(signatures).toContain("pow(x, y)");
  expect(signatures).toContain("cwnd (packets)");
});

test("columns count characters, so a place after an emoji is at the right text", () => {
  const doc = Text.of(["# \u{1f600}\u{1f600} x", "on_ack { }"]);
  const { from, to } = rangeOf(doc, { line: 1, column: 6, length: 1, message: "" });
  expect(doc.sliceString(from, to)).toBe("x");
  expect(rangeOf(doc, { line: 99, column: 99, length: 5, message: "" })).toEqual({
    from: doc.length,
    to: doc.length,
  });
});

test("values are shown with four digits, truth values and infinity by their names", () => {
  const value = { name: "x", line: 1, is_truth: false, values: [1 / 3, null] };
  expect(valueText(value)).toBe("x = 0.3333 infinity");
  expect(valueText({ ...value, is_truth: true, values: [1, 0] })).toBe("x = true false");
});
