// Fuzzing of the simulator on both sides: random scenarios are run in slices in the WebAssembly and at once by the
// native command, and both must give the same result ID.
import { readFileSync } from "node:fs";
import { nativeResultIds, pageExamples } from "../parity.mjs";
import { inRoot } from "../paths.mjs";
import { countInputs } from "./counts.mjs";
import { changeValue, Random } from "./random.mjs";

/** @typedef {import("../parity.mjs").ParityDocument} ParityDocument */

/** Scenarios of more events are not run. */
const MAX_EVENTS = 2e6;
/** The native command runs this number of scenarios at once. */
const BATCH = 200;

/** A scenario of a few simulated seconds: an example with changes. @param {object} example @param {Random} random */
function randomScenario(example, random) {
  /** @type {unknown} */
  let doc = { ...example, duration: 0.5 + random.below(40) / 10 };
  for (let changes = random.below(3); changes > 0; changes--) doc = changeValue(doc, random);
  return doc;
}

/** @param {{ seed: number, count: number, index?: number | undefined }} piece */
export async function fuzzNative(piece) {
  const wasm = await import("../../../wasm/pkg/fairshare_wasm.js");
  await wasm.default({
    module_or_path: readFileSync(inRoot("wasm", "pkg", "fairshare_wasm_bg.wasm")),
  });
  const examples = (await pageExamples()).map(({ doc }) => doc);
  /** @type {(ParityDocument & { index: number, result: string })[]} */
  const runs = [];
  const counts = await countInputs(piece, (index, describe) => {
    const random = new Random(piece.seed, index);
    const text = JSON.stringify(randomScenario(random.pick(examples), random)) ?? "";
    describe(text);
    const { ok, issues, simulation } = wasm.open(text);
    if (!ok) return issues[0]?.code ?? "refused";
    const result = slicedResult(simulation, random);
    if (result === null) return "too long";
    runs.push({ name: `scenario ${index}`, index, text, result });
    return "";
  });
  for (let at = 0; at < runs.length; at += BATCH) {
    const batch = runs.slice(at, at + BATCH);
    const ids = await nativeResultIds(batch);
    for (const [i, { index, text, result }] of batch.entries())
      if (ids[i] !== result)
        counts.problems.push({ index, message: `WebAssembly: ${result}, native: ${ids[i]}`, input: text });
  }
  return counts;
}

/**
 * The result ID of a run in random slices of time and of events. Null if it has too many events or ends early.
 * @param {import("../../../wasm/pkg/fairshare_wasm.js").Simulation} simulation
 * @param {Random} random
 */
function slicedResult(simulation, random) {
  try {
    for (let events = 0, until = 0; events < MAX_EVENTS; ) {
      until = Math.min(simulation.duration, until + random.unit() * simulation.duration);
      const slice = 1 + random.below(100_000);
      const [, , outcome] = simulation.stepUntil(until, slice);
      events += slice;
      if (outcome !== 0) return outcome === 1 ? simulation.resultId() : null;
    }
    return null;
  } finally {
    simulation.free();
  }
}
