// A sample of the tables about controllers is reproduced, and the tables show what docs/validation.md says about them.
import { expect, test } from "vitest";
import { CASES, computeController, readControllers } from "./controllers.mjs";
import { simulatorVersion } from "./paths.mjs";

const { version, rows } = readControllers();
/** @param {string} prefix */
const rowsOf = (prefix) => rows.filter((row) => row.id.startsWith(prefix));

test("the results belong to this version and contain every case", () => {
  expect(version).toBe(simulatorVersion());
  expect(rows.map(({ id }) => id)).toEqual(CASES.map(({ id }) => id));
});

test.each(["cubic 100 100 1", "cubic 10 40 0.5", "copa 100 20 0.25", "bbr3 50 acks 16", "pie"])(
  "%s is reproduced",
  async (id) => {
    const one = CASES.find((candidate) => candidate.id === id);
    if (!one) throw new Error(`There is no case ${id}.`);
    expect(await computeController(one)).toEqual(rows.find((row) => row.id === id));
  },
);

test("one CUBIC flow of today has a timeout in at most one of sixteen cases and fills the link", () => {
  const today = rowsOf("cubic");
  expect(today).toHaveLength(16);
  expect(today.filter(({ timeouts }) => timeouts > 0).length).toBeLessThanOrEqual(1);
  for (const { id, utilisation } of today)
    if (!id.endsWith(" 0.25")) expect(utilisation, id).toBeGreaterThanOrEqual(0.88);
});

test("BBR v3 does not stall with rare acknowledgements", () => {
  for (const { id, utilisation } of rowsOf("bbr3")) expect(utilisation, id).toBeGreaterThan(0.94);
});
