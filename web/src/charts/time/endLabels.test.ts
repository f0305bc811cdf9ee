// @vitest-environment jsdom
// The labels at the right of a time chart: their order, and their values.
import { expect, test } from "vitest";
import { showLanguage } from "../../language/language.ts";
import { chooseUnit } from "../../scenario/units.ts";
import { labelValue, orderOf } from "./endLabels.ts";

test("labels are in the order of the values that they state", () => {
  const line = (value: number) => ({ trace: { valueAt: () => value } });
  const lines = [line(3.94), line(Number.NaN), line(5.81), line(0), line(5.81)];
  expect(orderOf(lines, 60)).toEqual([2, 4, 0, 3, 1]);
});

test("a small value next to larger ones has two decimals", () => {
  const rates = { top: 12e6, unit: chooseUnit(12e6, "bit/s") };
  expect([8.857e6, 150e3, 30.8e3, 0, Number.NaN].map((value) => labelValue(value, rates))).toEqual([
    "8.86",
    "0.15",
    "0.03",
    "0.00",
    "\u2013",
  ]);
  const shares = { top: 1, unit: chooseUnit(1, "") };
  expect(labelValue(0.0123, shares)).toBe("0.0123");
});

test("a small value has the decimal sign of the language", async () => {
  const rates = { top: 12e6, unit: chooseUnit(12e6, "bit/s") };
  await showLanguage("de");
  expect(labelValue(150e3, rates)).toBe("0,15");
  expect(labelValue(0, { top: 1, unit: chooseUnit(1, "") })).toBe("0,00");
  await showLanguage("en");
});
