// A buffer in all units after a change of the rate.
import { expect, test } from "vitest";
import { isBelowTarget, limitAtRate } from "./LimitControl.tsx";

const limit = { packets: 30, bytes: 45_000, seconds: 0.036, bdp: 0.45 };

test("a buffer in packets or bytes lasts twice as long at half the rate", () => {
  expect(limitAtRate(limit, { packets: 30 }, 2)).toEqual({ ...limit, seconds: 0.072, bdp: 0.9 });
  expect(limitAtRate(limit, { bytes: 45_000 }, 1)).toEqual(limit);
});

test("a buffer in seconds or bandwidth-delay products keeps the number of packets of the initial rate", () => {
  expect(limitAtRate(limit, { seconds: 0.036 }, 2)).toEqual(limit);
  expect(limitAtRate(limit, { bdp: 0.45 }, 2)).toEqual(limit);
});

test("an outage leaves the buffer as it is at the initial rate", () => {
  expect(limitAtRate(limit, { packets: 30 }, Number.POSITIVE_INFINITY)).toEqual(limit);
});

test("a limit that a full queue passes through faster than the target is below it", () => {
  expect(isBelowTarget(limit, { packets: 30 }, 0.05)).toBe(true);
  expect(isBelowTarget(limit, { packets: 60 }, 0.05)).toBe(false);
  expect(isBelowTarget(limit, undefined, 0.03)).toBe(false);
});
