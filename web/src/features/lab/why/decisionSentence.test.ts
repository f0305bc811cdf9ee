// The sentences of decisions state every value with its unit.
import decisions from "virtual:sentences";
import { expect, test } from "vitest";
import { packetOf, sentenceOf } from "./WhyAnswer.tsx";

/** The index of the decision of `by` whose sentence has this beginning. */
const kindOf = (by: string, beginning: string): number =>
  decisions[by]?.findIndex(({ template }) => template.startsWith(beginning)) ?? -1;

test("a decision is a sentence with its values", () => {
  const timeout = kindOf("sack", "No acknowledgement for {rto}");
  expect(sentenceOf({ t: 3, by: "sack", kind: timeout, values: [12.34567, 1, 80, 0.2], said: null })).toBe(
    "No acknowledgement for 200\u202fms: retransmits packet 80, window 12.35 \u2192 1 packet.",
  );
  const early = kindOf("pie", "PIE dropped a packet");
  expect(sentenceOf({ t: 3, by: "pie", kind: early, values: [0.0123456, 0.03], said: null })).toMatch(
    /^PIE dropped a packet: the queueing delay is 30\u202fms, and the drop probability is 0\.01235\./,
  );
});

test("a decision names its packet exactly", () => {
  const decision = {
    t: 3,
    by: "sack",
    kind: kindOf("sack", "Packets sent later"),
    values: [90, 45, 123_456, 90],
    said: null,
  };
  expect(sentenceOf(decision)).toContain("so packet 123456 counts as lost");
  expect(packetOf(decision, "a")).toMatchObject({ flow: "a", seq: 123_456, at: 3e9 });
  const early = kindOf("pie", "PIE dropped a packet");
  expect(packetOf({ t: 3, by: "pie", kind: early, values: [0.01, 0.03], said: null }, "a")).toBeNull();
});

test("what a program says is shown as it is", () => {
  const said = "<b>5 -> 4</b> {x}";
  expect(sentenceOf({ t: 3, by: "own", kind: 15, values: [5, 4], said })).toBe(said);
});

test("every placeholder is the name of an input", () => {
  for (const [by, kinds] of Object.entries(decisions))
    for (const [kind, { inputs }] of kinds.entries()) {
      const sentence = sentenceOf({ t: 0, by, kind, values: inputs.map(() => 1.5), said: null });
      expect(sentence).toMatch(/[a-z].*\.$/s);
      expect(sentence).not.toMatch(/[{}]/);
    }
});
