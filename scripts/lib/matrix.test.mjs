// The stored results of "Which one wins" belong to this version, and a sample of them is reproduced.
import { expect, test } from "vitest";
import { competitors, computeCell, storedMatrix } from "./matrix.mjs";
import { NETWORKS } from "./matrixCells.mjs";
import { simulatorVersion } from "./paths.mjs";

test("the stored results belong to this version", () => {
  expect(storedMatrix().version).toBe(simulatorVersion());
});

test("each pair of algorithms has a result on each network", () => {
  const { cells } = storedMatrix();
  const ids = new Set(cells.map(({ first }) => first));
  expect(ids.size).toBeGreaterThanOrEqual(36);
  const known = competitors().map(({ id }) => id);
  for (const id of ids) expect(known).toContain(id);
  const pairs = new Set(
    cells.map(({ network, first, second }) => `${network} ${[first, second].sort().join(" ")}`),
  );
  expect(pairs.size).toBe((NETWORKS.length * ids.size * (ids.size + 1)) / 2);
  for (const { share, utilisation } of cells) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1);
    expect(utilisation).toBeLessThanOrEqual(1);
  }
});

test.each([
  ["bdp", "cubic", "bbr"],
  ["deep", "sack", "vegas"],
  ["codel", "cubic", "prague"],
  ["bdp", "lda_plus", "nada"],
])("the result on %s of %s against %s is reproduced", async (id, first, second) => {
  const network = NETWORKS.find((network) => network.id === id);
  if (!network) throw new Error(`There is no network ${id}.`);
  const { cells } = storedMatrix();
  const stored = cells.find((cell) => cell.network === id && cell.first === first && cell.second === second);
  expect(stored).toBeDefined();
  expect(await computeCell(network, first, second)).toEqual(stored);
});
