// The targets of sim-core/simulation/tests/fuzz, which run in a native test program.
import { join } from "node:path";
import { run } from "../run.mjs";

/** The names of the targets, and the number of inputs of a piece. @type {Record<string, number>} */
export const rustTargets = {
  bytes: 200_000,
  documents: 200_000,
  links: 100_000,
  timelines: 1000,
  forks: 1000,
  orders: 1000,
};

/**
 * @param {string} name
 * @param {{ seed: number, count: number, index?: number | undefined, folder: string }} piece
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function rustPiece(name, { seed, count, index, folder }) {
  const { output } = await run(
    "cargo",
    [
      "test",
      "--quiet",
      "--profile",
      "fuzz",
      "--package",
      "sim-core",
      "--test",
      "fuzz",
      "--",
      "--ignored",
      "--exact",
      "piece",
      "--nocapture",
    ],
    {
      env: {
        FUZZ_TARGET: name,
        FUZZ_SEED: String(seed),
        FUZZ_COUNT: String(count),
        FUZZ_PROBLEMS: join(folder, "problems"),
        ...(index === undefined ? {} : { FUZZ_INDEX: String(index) }),
      },
      log: `fuzz-${name}`,
      remedy:
        "The piece ended without a report: an input ended the process, or the program could not be built.",
    },
  );
  const report = /FUZZ (\{.*\})/.exec(output)?.[1];
  if (report) return JSON.parse(report);
  console.log(output);
  return { inputs: 1, accepted: 0, refused: {}, problems: [] };
}

/**
 * Runs random and changed programs of the language of senders (sim-core/script/tests/script/hostile.rs). A
 * problem ends the piece, and its log has the program.
 * @param {{ seed: number, count: number }} piece
 * @returns {Promise<import("./counts.mjs").Counts>}
 */
export async function fuzzPrograms({ seed, count }) {
  const test = "hostile::random_and_mutated_programs_never_stop_the_host";
  const { output } = await run(
    "cargo",
    [
      "test",
      "--quiet",
      "--profile",
      "fuzz",
      "--package",
      "fairshare-script",
      "--test",
      "script",
      "--",
      "--exact",
      test,
      "--nocapture",
    ],
    {
      env: { FUZZ_SEED: String(seed), FUZZ_COUNT: String(count) },
      log: "fuzz-programs",
      remedy: "A program stopped the interpreter, or the test could not be built.",
    },
  );
  return JSON.parse(/FUZZ (\{.*\})/.exec(output)?.[1] ?? "");
}
