// The order of a sweep: coarse first, then where the values change most; it contains every run once.
import { expect, test } from "vitest";
import { RefiningOrder } from "./refiningOrder.ts";
import type { CellRun } from "./types.ts";

const numberOf = (record: string): number => Number(record);

function runsOf(cells: readonly string[], seeds: number): readonly CellRun[] {
  return Array.from({ length: seeds }, (_, i) => cells.map((cell) => ({ cell, seed: i + 1 }))).flat();
}

/** Takes all runs. Each finishes at once with the value of its cell. */
function taken(order: RefiningOrder, valueAt: (cell: string) => number): readonly CellRun[] {
  const all: CellRun[] = [];
  for (let run = order.take(); run; run = order.take()) {
    all.push(run);
    order.finished(run, String(valueAt(run.cell)));
  }
  return all;
}

test("a line begins with a coarse grid and is refined where the values change", () => {
  const cells = Array.from({ length: 33 }, (_, i) => String(i));
  const order = new RefiningOrder([33], cells, runsOf(cells, 2), numberOf);
  // A step between 20 and 21.
  const all = taken(order, (cell) => (Number(cell) > 20 ? 1 : 0));
  const first = all.slice(0, 33);
  expect(first.every(({ seed }) => seed === 1)).toBe(true);
  expect(first.slice(0, 5).map(({ cell }) => cell)).toEqual(["0", "8", "16", "24", "32"]);
  // The next cells are between the neighbours whose values differ.
  expect(first.slice(5, 8).map(({ cell }) => cell)).toEqual(["20", "22", "21"]);
  expect(new Set(all.map(({ cell, seed }) => `${cell} ${seed}`)).size).toBe(66);
});

test("a grid begins with its corners", () => {
  const cells = Array.from({ length: 7 * 5 }, (_, i) => `${Math.floor(i / 5)}/${i % 5}`);
  const order = new RefiningOrder([7, 5], cells, runsOf(cells, 3), numberOf);
  expect(order.length).toBe(105);
  const all = taken(order, (cell) => Number(cell.split("/")[0]));
  expect(all.slice(0, 9).map(({ cell }) => cell)).toEqual([
    "0/0",
    "0/2",
    "0/4",
    "3/0",
    "3/2",
    "3/4",
    "6/0",
    "6/2",
    "6/4",
  ]);
  expect(new Set(all.map(({ cell, seed }) => `${cell} ${seed}`)).size).toBe(105);
  expect(order.length).toBe(0);
});

test("finished cells of an earlier visit count as known", () => {
  const cells = ["a", "b", "c", "d", "e", "f", "g"];
  const missing = runsOf(cells, 1).filter(({ cell }) => !["a", "g"].includes(cell));
  const order = new RefiningOrder([7], cells, missing, numberOf);
  order.finished({ cell: "a", seed: 1 }, "0");
  order.finished({ cell: "g", seed: 1 }, "9");
  const run = order.take();
  expect(run).toBeDefined();
  expect(order.length).toBe(4);
  expect(taken(order, () => 1)).toHaveLength(4);
  order.clear();
  expect(order.take()).toBeUndefined();
});
