// Builds and runs the native `fairshare` command.
import { run } from "./run.mjs";

/**
 * Builds `fairshare` as the tests run it. Tests call this function first, so that none of them waits for a build.
 */
export const buildForTests = () =>
  run("cargo", ["build", "--quiet", "--profile", "test", "--package", "fairshare"], {
    log: "build-fairshare",
  });

/**
 * Builds and runs `fairshare`. The profile "test" reuses the build of `cargo test`. Use "release" for
 * commands that are timed or take long.
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
