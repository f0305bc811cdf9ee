// The table of the race, what its cells say, and the program in a link.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RaceCard } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { RACED_NETWORKS } from "./networks.ts";
import { programAddress, programIn } from "./program.ts";
import { measuredText, RACE_NETWORKS, raceRows, rulesOf, STORED_RACE } from "./race.ts";
import { raceTexts } from "./texts/index.ts";

const own = (score: number): RaceCard => ({ name: "mine", score, networks: [] });

test("every stored network has a name and every rule has one", () => {
  expect(RACE_NETWORKS).toEqual(Object.keys(raceTexts.networks));
  expect(Object.keys(raceTexts.short)).toEqual(Object.keys(raceTexts.networks));
  for (const { networks } of STORED_RACE.algorithms)
    for (const network of networks)
      for (const [rule] of rulesOf(network)) expect(raceTexts.rules[rule]).toBeTruthy();
});

test("a person can drive where a program has one flow", () => {
  const documents = JSON.parse(readFileSync("sim-core/race/networks.json", "utf8")) as Record<
    string,
    ScenarioDocument
  >;
  const flowsOf = (id: string) => (documents[id]?.flows ?? []).filter(({ algorithm }) => algorithm === "own");
  const ids = Object.keys(documents);
  const driven = ids.filter((id) => flowsOf(id).length === 1 && flowsOf(id)[0]?.count === undefined);
  expect(RACED_NETWORKS.map(({ id }) => id).sort()).toEqual(driven.sort());
});

test("equal points share a place", () => {
  const best = Math.max(...STORED_RACE.algorithms.map(({ score }) => score));
  const rows = raceRows(own(best), (id) => id);
  expect(rows).toHaveLength(STORED_RACE.algorithms.length + 1);
  expect(rows.slice(0, 3).map(({ place }) => place)).toEqual([1, 1, 3]);
  expect(raceRows(own(0), (id) => id).at(-1)).toMatchObject({ isOwn: true, place: rows.length });
  expect(raceRows(null, (id) => id).some(({ isOwn }) => isOwn)).toBe(false);
});

test("a measured value has its unit and its points", () => {
  expect(measuredText("delay", { value: 11.862, points: 80.8 })).toBe("delay 11.9\u202fms (81 points)");
  expect(measuredText("fairness", { value: 0.8167, points: 81.7 })).toBe("fairness 0.817 (82 points)");
  expect(measuredText("power", { value: 590.6, points: 45.3 })).toBe("power 591\u202fMb/s / s (45 points)");
  expect(measuredText("convergence", { value: null, points: 16.9 })).toBe("convergence never (17 points)");
});

test("a link contains the program", async () => {
  const code = "on_ack { cwnd += acked / cwnd } # \u00fc";
  expect(await programIn(await programAddress(code))).toEqual({ code });
  expect(await programIn("#/algorithms/race")).toBeNull();
  expect(await programIn("#/algorithms/race?s=xx")).toBe("broken");
});
