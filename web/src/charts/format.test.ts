import { describe, expect, it } from "vitest";
import {
  chooseUnit,
  clock,
  formatIn,
  formatQuantity,
  formatSpan,
  formatTime,
  significant,
  tickLabel,
} from "./format.ts";

const withPlainSpaces = (text: string): string => text.replaceAll("\u202f", " ");

describe("formatQuantity", () => {
  it.each([
    [10e6, "bit/s", "10 Mb/s"],
    [9.999e6, "bit/s", "10 Mb/s"],
    [999_499, "bit/s", "999 kb/s"],
    [999_600, "bit/s", "1 Mb/s"],
    [0.036, "s", "36 ms"],
    [0.0000123, "s", "12.3 \u00b5s"],
    [1.5, "s", "1.5 s"],
    [1.42, "share", "142 %"],
    [0.00123, "share", "0.123 %"],
    [45_000, "bytes", "45 kB"],
    [1, "packets", "1 packet"],
    [30, "packets", "30 packets"],
    [12_345, "packets", "12 345 packets"],
    [0.8512, "", "0.851"],
    [-0.5, "", "\u22120.5"],
    [0, "bit/s", "0 b/s"],
    [Number.NaN, "s", "\u2013"],
  ])("writes %d %s as %s", (value, unit, expected) => {
    expect(withPlainSpaces(formatQuantity(value, unit))).toBe(expected);
  });
});

describe("three significant digits", () => {
  it("keep trailing zeros on request", () => {
    expect(significant(6.1, true)).toBe("6.10");
    expect(significant(10, true)).toBe("10.0");
    expect(significant(0.0512, true)).toBe("0.0512");
    expect(significant(0.1, true)).toBe("0.100");
    expect(significant(99.96, true)).toBe("100");
  });

  it("are written with the prefix that was chosen for a column", () => {
    const unit = chooseUnit(12e6, "bit/s");
    expect(withPlainSpaces(formatIn(350_000, unit))).toBe("0.350 Mb/s");
  });
});

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
