// A sample of the tables about controllers is reproduced, and the tables show what docs/validation.md says about them.
import { expect, test } from "vitest";
import { CASES, computeController, readControllers } from "./controllers.mjs";
import { simulatorVersion } from "./paths.mjs";

const { version, rows } = readControllers();
/** @type {(prefix: string, format: number) => typeof rows} */
const rowsOf = (prefix, format) => rows.filter((row) => row.id.startsWith(prefix) && row.format === format);

test("the results belong to this version and contain every case in both formats", () => {
  expect(version).toBe(simulatorVersion());
  expect(rows.map(({ id, format }) => `${id} ${format}`)).toEqual(
    CASES.flatMap(({ id }) => [`${id} 2`, `${id} 3`]),
  );
});

test.each([
  ["cubic 100 100 1", 2],
  ["cubic 100 100 1", 3],
  ["cubic 10 40 0.5", 3],
  ["copa 100 20 0.25", 3],
  ["bbr3 50 acks 16", 3],
  ["pie", 2],
  ["pie", 3],
])("%s in format %i is reproduced", async (id, format) => {
  const one = CASES.find((candidate) => candidate.id === id);
  if (!one) throw new Error(`There is no case ${id}.`);
  expect(await computeController(one, format)).toEqual(
    rows.find((row) => row.id === id && row.format === format),
  );
});

test("one CUBIC flow of today has a timeout in at most one of sixteen cases and fills the link", () => {
  const today = rowsOf("cubic", 3);
  expect(today).toHaveLength(16);
  expect(today.filter(({ timeouts }) => timeouts > 0).length).toBeLessThanOrEqual(1);
  for (const { id, utilisation } of today)
    if (!id.endsWith(" 0.25")) expect(utilisation, id).toBeGreaterThanOrEqual(0.88);
});

test("BBR v3 does not stall with rare acknowledgements", () => {
  for (const { id, utilisation } of rowsOf("bbr3", 3)) expect(utilisation, id).toBeGreaterThan(0.94);
});
