import { describe, expect, it } from "vitest";
import { clock, formatSpan, formatTime, tickLabel } from "./format.ts";

const withPlainSpaces = (text: string): string => text.replaceAll("\u202f", " ");

describe("times", () => {
  it.each([
    [12.345, 0.01, "12.35 s"],
    [0, 0.1, "0.0 s"],
    [645.2, 0.1, "10:45.2"],
    [3723, 1, "1:02:03"],
  ])("writes %d s as %s", (t, resolution, expected) => {
    expect(withPlainSpaces(formatTime(t, resolution))).toBe(expected);
  });

  it("carries rounded seconds into minutes", () => {
    expect(clock(659.97, 1)).toBe("11:00.0");
  });

  it("writes spans with a suitable unit", () => {
    expect(withPlainSpaces(formatSpan(0.16))).toBe("160 ms");
    expect(withPlainSpaces(formatSpan(1200))).toBe("20 min");
  });
});

describe("tick labels", () => {
  it("have the decimals of their step, except for zero", () => {
    expect([0, 0.25, 0.5].map((value) => tickLabel(value, 0.25))).toEqual(["0", "0.25", "0.50"]);
    expect([0, 2, 4].map((value) => tickLabel(value, 2))).toEqual(["0", "2", "4"]);
  });
});
