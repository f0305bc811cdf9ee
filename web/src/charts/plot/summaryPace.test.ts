import { expect, test } from "vitest";
import { SummaryPace } from "./summaryPace.ts";

test("a chart gets a summary when it stops changing, even if the requested frame comes too early", () => {
  const pace = new SummaryPace();
  expect(pace.wait("first", 0)).toBe(0);
  pace.recordWritten(0);
  expect(pace.wait("first", 50)).toBeLessThan(0);
  // The chart changed at 100 ms, so its summary is due at 700 ms. Until then, one call is pending.
  expect(pace.wait("second", 100)).toBe(601);
  expect(pace.wait("second", 300)).toBeLessThan(0);
  // The time of the requested frame is before the due time, so another frame must be requested.
  expect(pace.wait("second", 690)).toBe(11);
  expect(pace.wait("second", 701)).toBe(0);
  expect(pace.wait("second", 800)).toBeLessThan(0);
});

test("the summaries of charts that keep changing are written at the same time", () => {
  const [early, late] = [new SummaryPace(), new SummaryPace()];
  const written: number[][] = [[], []];
  for (let now = 0; now < 30_000; now += 20)
    for (const [i, pace] of [early, late].entries()) {
      // The second chart gets its first data later.
      if (now < i * 3300 || pace.wait(`${now}`, now) !== 0) continue;
      pace.recordWritten(now);
      written[i]?.push(now);
    }
  expect(written[0]?.length).toBeGreaterThan(5);
  expect(written[1]?.slice(-3)).toEqual(written[0]?.slice(-3));
});

test("after a change of the run, a summary that is due in seconds is written within one second", () => {
  const pace = new SummaryPace();
  let now = 100;
  for (let i = 0; i < 6; i++) {
    now += 5000;
    expect(pace.wait(`playhead ${i}`, now)).toBe(0);
    pace.recordWritten(now);
  }
  pace.restart(now + 10);
  const wait = pace.wait("another run", now + 10);
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(1001);
  expect(pace.wait("another run", now + 10 + wait)).toBe(0);
});
