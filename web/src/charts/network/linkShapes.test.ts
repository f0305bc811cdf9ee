import { expect, test } from "vitest";
import { filledShare, waitingNumbers, waitingText } from "./linkShapes.ts";

test("a queue with more packets than its limit in packets of the largest size states no limit", () => {
  const link = { id: "forward", label: "", limit: 170, drops: 0, down: false };
  expect(waitingNumbers({ ...link, queue: 170 })).toBe("170 / 170");
  expect(waitingNumbers({ ...link, queue: 299.2 })).toBe("299");
  expect(waitingText({ ...link, queue: 299.2 })).toBe("299\u202fpackets");
  expect(waitingText({ ...link, queue: 12 })).toBe("12 of 170\u202fpackets waiting");
});

test("a queue whose limit counts bytes is as full as its bytes", () => {
  const link = { id: "forward", label: "", limit: 40, drops: 0, down: false, queue: 60 };
  expect(filledShare({ ...link, queue: 10 })).toBe(0.25);
  expect(filledShare(link)).toBe(1);
  expect(filledShare({ ...link, filled: 0.3 })).toBe(0.3);
  expect(filledShare({ ...link, queue: Number.NaN })).toBe(0);
});
