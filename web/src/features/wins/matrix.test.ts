// Each pair has its stored results, each cell has a valid scenario, and an address restores all
// choices.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { cellDocument, NETWORKS, readMatrix } from "../../../../scripts/lib/matrixCells.mjs";
import { check } from "../../../../wasm/pkg/fairshare_wasm.js";
import { nameSections, readRoute } from "../../address/route.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import fullCatalogue from "../../generated/catalogue.json";
import type { CheckResult } from "../../generated/types.ts";
import {
  cellText,
  matrixCsv,
  matrixOf,
  meanAgainst,
  NETWORK_IDS,
  type NetworkId,
  QUANTITIES,
  valueWithUnit,
} from "./matrix.ts";
import {
  choiceAddress,
  MATRIX_PAGE,
  type MatrixChoice,
  readChoice,
  shownAlgorithms,
} from "./matrixChoice.ts";

const stored = readMatrix(readFileSync("docs/validation/matrix.json", "utf8"));
const { algorithms: catalogue } = fullCatalogue;
const matrix = matrixOf(stored);
const all: MatrixChoice = {
  network: "bdp",
  quantity: "share",
  families: ["window", "rate", "report"],
  order: "family",
};

test("both directions of a pair have every value and the result ID", () => {
  expect(stored.cells.length).toBe((3 * 42 * 43) / 2);
  for (const cell of stored.cells) {
    const network = cell.network as NetworkId;
    const pair = matrix.pair(network, cell.first, cell.second);
    const reverse = matrix.pair(network, cell.second, cell.first);
    for (const id of QUANTITIES) {
      expect(pair?.mean[id]).toBe(cell[id]);
      expect(pair?.run[id]).toBe(cell.run[id]);
    }
    expect([pair?.cell, reverse?.cell]).toEqual([cell, cell]);
    expect(cell.run.id).toMatch(/^[0-9a-f]{16}$/);
    expect(reverse?.mean.wait).toBe(cell.wait);
    if (cell.first !== cell.second) expect(reverse?.mean.share).toBeCloseTo(1 - cell.share, 9);
  }
});

test("there are no results of an unknown algorithm", () => {
  expect(matrix.pair("bdp", "cubic", "nothing")).toBeNull();
});

test("the page has every network of the results", () => {
  expect(NETWORKS.map(({ id }) => id)).toEqual([...NETWORK_IDS]);
});

beforeAll(loadWasm);

test("each cell has a valid scenario with its algorithms", () => {
  for (const { network: id, first, second } of stored.cells) {
    const network = NETWORKS.find((candidate) => candidate.id === id);
    if (!network) throw new Error(`There is no network ${id}.`);
    const doc = cellDocument(network, first, second, 1);
    expect(doc.flows?.map(({ algorithm }) => algorithm)).toEqual([first, second]);
    expect((check(JSON.stringify(doc)) as CheckResult).issues).toEqual([]);
  }
});

test("a mean leaves out the algorithm itself", () => {
  const [a, b, c] = ["cubic", "sack", "bbr"] as const;
  const values = [b, c].map((id) => matrix.pair("bdp", a, id)?.mean.share ?? Number.NaN);
  expect(meanAgainst(matrix, "bdp", "share", a, [a, b, c])).toBeCloseTo(
    ((values[0] ?? 0) + (values[1] ?? 0)) / 2,
  );
  expect(meanAgainst(matrix, "bdp", "share", a, [a])).toBeNull();
});

test("texts of cells have at most three digits", () => {
  expect(cellText("share", 0.306)).toBe("31");
  expect(cellText("loss", 0.0429)).toBe("4.3");
  expect(cellText("loss", 0.0997)).toBe("10");
  expect(cellText("wait", 106.4)).toBe("106");
  expect(valueWithUnit("wait", 21.7)).toBe("21.7\u202fms");
  expect(valueWithUnit("loss", 0.0026)).toBe("0.26\u202f%");
  for (const cell of stored.cells)
    for (const id of QUANTITIES) expect(cellText(id, cell[id]).replace(".", "").length).toBeLessThan(4);
});

test("the address keeps every choice", () => {
  const choice: MatrixChoice = { network: "codel", quantity: "loss", families: ["rate"], order: "cubic" };
  expect(readChoice(choiceAddress(choice))).toEqual(choice);
  expect(choiceAddress(all)).toBe(`#/algorithms/${MATRIX_PAGE}`);
  expect(readChoice(choiceAddress(all))).toEqual(all);
  nameSections(["algorithms"]);
  expect(readRoute(choiceAddress(choice))).toEqual({ section: "algorithms", page: MATRIX_PAGE });
  expect(readChoice("#/algorithms/which-one-wins?network=nothing&show=nothing")).toEqual(all);
  expect(readChoice(choiceAddress({ ...all, families: [] })).families).toEqual([]);
});

test("no algorithm has the address of the table", () => {
  expect(catalogue.map(({ id }) => id as string)).not.toContain(MATRIX_PAGE);
});

test("the choice of families and order determines the rows", () => {
  expect(shownAlgorithms(matrix, catalogue, all).length).toBe(42);
  const rates = shownAlgorithms(matrix, catalogue, { ...all, families: ["rate"] });
  expect(rates.length).toBeGreaterThan(3);
  expect(new Set(rates.map(({ family }) => family))).toEqual(new Set(["rate"]));
  const values = shownAlgorithms(matrix, catalogue, { ...all, order: "cubic" }).map(
    ({ id }) => matrix.pair("bdp", id, "cubic")?.mean.share ?? Number.NaN,
  );
  expect(values).toEqual([...values].sort((a, b) => b - a));
});

test("the CSV has one row for each pair and direction", () => {
  const lines = matrixCsv(matrix, "deep", ["cubic", "bbr"]).trimEnd().split("\r\n");
  expect(lines[0]).toBe("network,algorithm,against,share,half width,seeds,utilisation,wait in ms,loss");
  expect(lines).toHaveLength(5);
});
