// Builds and runs the native `fairshare` command.
import { run } from "./run.mjs";

/**
 * The options of Cargo for a profile. With the feature `as-tested`, the crates that `cargo test --workspace`
 * has compiled are used again.
 * @param {"test" | "release"} profile
 */
const options = (profile) => [
  ...["--quiet", "--profile", profile, "--package", "fairshare"],
  ...(profile === "test" ? ["--features", "as-tested"] : []),
];

/**
 * Builds `fairshare` as the tests run it. Tests call this function first, so that none of them waits for a
 * build.
 */
export const buildForTests = () => run("cargo", ["build", ...options("test")], { log: "build-fairshare" });

/**
 * Builds and runs `fairshare`. The profile "test" reuses the build of `cargo test`. Use "release" for
 * commands that are timed or take long.
 * @param {string[]} args
 * @param {import("./run.mjs").RunOptions & { profile?: "test" | "release" }} [options]
 */
export function fairshare(args, { profile = "release", ...others } = {}) {
  return run("cargo", ["run", ...options(profile), "--", ...args], others);
}
