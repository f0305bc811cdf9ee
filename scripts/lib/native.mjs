// Runs the native `fairshare` command.
import { run } from "./run.mjs";

/**
 * Builds and runs `fairshare`. The profile "test" shares its artefacts with `cargo test`, so it needs no build of its own
 * there; use "release" for anything that is timed or runs long.
 * @param {string[]} args
 * @param {import("./run.mjs").RunOptions & { profile?: "test" | "release" }} [options]
 */
export function fairshare(args, { profile = "release", ...options } = {}) {
  return run(
    "cargo",
    ["run", "--quiet", "--profile", profile, "--package", "fairshare", "--", ...args],
    options,
  );
}
