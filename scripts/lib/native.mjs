// Runs the native `fairshare` command, built with the profile that fits the purpose.
import { run } from "./run.mjs";

/**
 * `profile` "test" shares what `cargo test` compiles, so that generating costs no build of its own; "release" is for
 * anything that is timed or runs long.
 */
export function fairshare(args, { profile = "release", ...options } = {}) {
  return run(
    "cargo",
    ["run", "--quiet", "--profile", profile, "--package", "fairshare", "--", ...args],
    options,
  );
}
