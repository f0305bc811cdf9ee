// Recognising built-in rates in a scenario.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../generated/types.ts";
import { BUILT_IN, builtInOf, builtInSchedule } from "./builtInRates.ts";

test.each(BUILT_IN)("the built-in rates %s are recognised, also in the canonical form", async (name) => {
  const schedule = await builtInSchedule(name);
  expect(await builtInOf(schedule)).toBe(name);
  const points = (schedule["points"] as JsonObject[]).map(({ at, ...rest }) =>
    at === 0 ? rest : { at: at as number, ...rest },
  );
  expect(await builtInOf({ ...schedule, points } as JsonObject)).toBe(name);
  expect(await builtInOf({ ...schedule, points: points.slice(1) } as JsonObject)).toBeNull();
});
