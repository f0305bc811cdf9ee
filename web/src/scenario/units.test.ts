// Typed quantities are parsed to the intended values, and displayed quantities can be typed again.
import fc from "fast-check";
import { expect, test } from "vitest";
import vectors from "../../../sim-core/engine/tests/quantities.json";
import {
  chooseUnit,
  exactIn,
  formatIn,
  formatIndex,
  formatInterval,
  formatPercent,
  formatPoints,
  formatQuantity,
  parseQuantity,
  scaleFor,
  significant,
} from "./units.ts";

test.each([
  ["10M", "bit/s", 1e7],
  ["10 Mb/s", "bit/s", 1e7],
  ["1.5 Gbit/s", "bit/s", 1.5e9],
  ["1,5 Gbit/s", "bit/s", 1.5e9],
  ["300 kbps", "bit/s", 3e5],
  ["1e6 bit/s", "bit/s", 1e6],
  ["40ms", "s", 0.04],
  ["0.1 ms", "s", 0.0001],
  ["2 min", "s", 120],
  ["250us", "s", 0.00025],
  ["250 µs", "s", 0.00025],
  ["64KiB", "bytes", 65536],
  ["64kB", "bytes", 64000],
  ["1500", "bytes", 1500],
  ["30 packets", "packets", 30],
  ["30 p", "packets", 30],
  ["5 %", "", 0.05],
  ["0.5", "", 0.5],
])("'%s' for the base unit '%s' is %d", (text, unit, value) => {
  expect(parseQuantity(text, unit)).toBe(value);
});

test.each([
  ["", "s"],
  ["ten", "s"],
  ["10 parsecs", "s"],
  ["10 ms", "bit/s"],
  ["--3", "s"],
  ["1e999", "s"],
])("'%s' is not a quantity in '%s'", (text, unit) => {
  expect(parseQuantity(text, unit)).toBeNull();
});

test("a number without a unit is in the displayed unit", () => {
  expect(parseQuantity("20", "s", 1e-3)).toBe(0.02);
  expect(parseQuantity("0.1", "s", 1e-3)).toBe(0.0001);
  expect(parseQuantity("12", "bit/s", 1e6)).toBe(1.2e7);
});

test("the text of an entry box is parsed to the value that it displays", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("s", "bit/s", "bytes", "packets", ""),
      fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
      (unit, raw) => {
        const value = Number(raw.toPrecision(6));
        const scale = scaleFor(value, unit);
        expect(parseQuantity(exactIn(value, scale), unit, scale.factor)).toBeCloseTo(value, 12);
        const typed = parseQuantity(`${exactIn(value, scale)} ${scale.label}`, unit);
        expect(Math.abs((typed ?? Number.NaN) / value - 1)).toBeLessThan(1e-11);
      },
    ),
  );
});

test.each(vectors as [number, string, number, string][])(
  "writes %d %s with %d digits as the command line does: %s",
  (value, unit, digits, expected) => {
    const text = formatQuantity(value, unit, digits);
    const plain = text.replace(/(?<=\d)\u202f(?=\d)/g, "").replaceAll("\u202f", " ");
    expect(plain.replaceAll("\u2212", "-").replaceAll("\u00b5", "u")).toBe(expected);
  },
);

test("displayed quantities have three significant digits, a thin space and a unit", () => {
  expect(formatQuantity(1e7, "bit/s")).toBe("10\u202fMb/s");
  expect(formatQuantity(3_456_789, "bit/s")).toBe("3.46\u202fMb/s");
  expect(formatQuantity(0.0363, "s")).toBe("36.3\u202fms");
  expect(formatQuantity(1, "packets")).toBe("1\u202fpacket");
  expect(formatQuantity(1500, "bytes")).toBe("1500\u202fB");
  expect(formatQuantity(null, "s")).toBe("–");
  expect(formatPercent(0.0123)).toBe("1.23\u202f%");
  expect(formatQuantity(12_345, "packets")).toBe("12\u202f345\u202fpackets");
  expect(formatQuantity(Number.NaN, "s")).toBe("\u2013");
  expect(significant(1234567)).toBe("1\u202f234\u202f567");
  expect(significant(-0.5)).toBe("\u22120.5");
});

test("differences of shares are in percentage points", () => {
  expect(formatPoints(0.0267)).toBe("2.67\u202fpoints");
  expect(formatPoints(0.01)).toBe("1\u202fpoint");
  expect(formatIndex(0.68)).toBe("0.680");
  expect(formatIndex(1)).toBe("1.000");
  expect(formatIndex(Number.NaN)).toBe("\u2013");
});

test("a mean and the half width of its interval have the same unit and number of decimals", () => {
  expect(formatInterval(8.34e6, 1.34e5, "bit/s")).toBe("8.34\u202f\u00b1\u202f0.13\u202fMb/s");
  expect(formatInterval(0.134, 0.026, "s")).toBe("134\u202f\u00b1\u202f26\u202fms");
  expect(formatInterval(-2.5e5, 1e6, "bit/s", true)).toBe("\u22120.3\u202f\u00b1\u202f1.0\u202fMb/s");
  expect(formatInterval(0.98923, 0.00069, "%")).toBe("98.92\u202f\u00b1\u202f0.07\u202f%");
  expect(formatInterval(0.9521, 0.0031, "%")).toBe("95.21\u202f\u00b1\u202f0.31\u202f%");
  expect(formatInterval(0.012, 0.004, "points", true)).toBe("+1.20\u202f\u00b1\u202f0.40\u202fpoints");
  expect(formatInterval(0.912, 0.0111, "")).toBe("0.912\u202f\u00b1\u202f0.011");
  expect(formatInterval(1, 0, "%")).toBe("100\u202f\u00b1\u202f0\u202f%");
  expect(formatInterval(-1e-9, 0.01, "", true)).toBe("0.000\u202f\u00b1\u202f0.010");
});

test("trailing zeros are kept on request, as in columns with one prefix", () => {
  expect([6.1, 10, 0.0512, 0.1, 99.96].map((value) => significant(value, 3, true))).toEqual([
    "6.10",
    "10.0",
    "0.0512",
    "0.100",
    "100",
  ]);
  expect(formatIn(350_000, chooseUnit(12e6, "bit/s"))).toBe("0.350\u202fMb/s");
});
