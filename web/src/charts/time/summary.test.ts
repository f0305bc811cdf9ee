import { expect, test } from "vitest";
import { SummaryPace } from "./summary.ts";

test("a summary of a new picture comes when it rests, also if the requested frame comes early", () => {
  const pace = new SummaryPace();
  expect(pace.wait("first", 0)).toBe(0);
  pace.wrote(0);
  expect(pace.wait("first", 50)).toBeLessThan(0);
  // Seen at 100: it rests at 700, and one reminder is under way until then.
  expect(pace.wait("second", 100)).toBe(601);
  expect(pace.wait("second", 300)).toBeLessThan(0);
  // The frame of the reminder, with a time before it: nobody else would ask for another one.
  expect(pace.wait("second", 690)).toBe(11);
  expect(pace.wait("second", 701)).toBe(0);
  expect(pace.wait("second", 800)).toBeLessThan(0);
});
