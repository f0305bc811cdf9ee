import { expect, test } from "vitest";
import { SummaryPace } from "./summary.ts";

test("a chart that changed gets a summary when it stops changing, also if the requested frame comes early", () => {
  const pace = new SummaryPace();
  expect(pace.wait("first", 0)).toBe(0);
  pace.recordWritten(0);
  expect(pace.wait("first", 50)).toBeLessThan(0);
  // The chart changed at 100, so its summary is due at 700. Until then one reminder is under way.
  expect(pace.wait("second", 100)).toBe(601);
  expect(pace.wait("second", 300)).toBeLessThan(0);
  // The frame of the reminder has a time before the due time, so it must request another reminder.
  expect(pace.wait("second", 690)).toBe(11);
  expect(pace.wait("second", 701)).toBe(0);
  expect(pace.wait("second", 800)).toBeLessThan(0);
});
