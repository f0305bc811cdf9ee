// The answer of "Why?" as one sentence.

import sentences from "virtual:sentences";
import { expect, test } from "vitest";
import type { Loss } from "./lossesBefore.ts";
import { mainDecision } from "./reduction.ts";
import { whySentence } from "./WhyAnswer.tsx";

const loss = (cause: Loss["cause"], count = 1): Loss => ({ t: 1, link: "forward", count, cause });
/**
 * The first decision of NewReno: a packet counts as lost, the window falls. Its values are from, to, number
 * and flight.
 */
const cut = (from: number, to: number) => ({
  t: 1,
  by: "newreno",
  kind: 0,
  values: [from, to, 7, from],
  said: null,
});

test("a reduction after losses is one sentence with cause, flow and values", () => {
  expect(whySentence(loss("full", 6), cut(94, 47), "near")).toBe(
    "Buffer full, 6 packets dropped, so near halved its window from 94 to 47 packets.",
  );
  expect(whySentence(loss("rule"), cut(10, 1), "far")).toBe(
    "A loss rule dropped a packet, so far reduced its window from 10 to 1 packet.",
  );
});

test("a decision that is not a reduction after a loss keeps its own sentence", () => {
  expect(whySentence(undefined, cut(94, 47), "near")).toBeNull();
  expect(whySentence(loss("full"), cut(5, 5), "near")).toBeNull();
});

test("of several decisions of one moment, the largest reduction answers", () => {
  const kind =
    sentences["cubic"]?.findIndex(({ template }) => template.startsWith("Of {flight} packets")) ?? -1;
  const prr = { t: 1, by: "cubic", kind, values: [452, 316.4], said: null };
  const later = { ...cut(94, 47), t: 2 };
  const main = mainDecision([{ ...cut(5, 5), t: 0.9 }, cut(452.5, 451), prr, later], 1);
  expect(main).toBe(prr);
  expect(whySentence(loss("full", 22), prr, "download")).toBe(
    "Buffer full, 22 packets dropped, so download let its packets in flight fall from 452 to 316.",
  );
  expect(mainDecision([cut(94, 47)], 3)).toEqual(cut(94, 47));
});
