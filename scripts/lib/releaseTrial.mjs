// Tries a release: makes one in a clone, builds it again in a second clone in another folder under another name and
// home, and compares the bytes. Tests and stored figures are left out. After a failure, both clones stay.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { root, simulatorVersion } from "./paths.mjs";
import { run } from "./run.mjs";
import { note } from "./steps.mjs";

/** Where the tools of this user are, which another home does not have. */
const tools = () => ({
  CARGO_HOME: process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  NPM_CONFIG_USERCONFIG: process.env.NPM_CONFIG_USERCONFIG ?? join(homedir(), ".npmrc"),
});

/** Whom the commits of the trial name. */
const somebody = Object.fromEntries(
  ["AUTHOR", "COMMITTER"].flatMap((role) => [
    [`GIT_${role}_NAME`, "Somebody"],
    [`GIT_${role}_EMAIL`, "somebody@example.org"],
  ]),
);

/** Tries the release of the version in preparation. */
export async function tryRelease() {
  const [version = "", suffix] = simulatorVersion().split("-");
  if (suffix === undefined)
    return note(`${version} is no version in preparation, so its release is not tried`);
  const folder = mkdtempSync(join(tmpdir(), "fairshare release "));
  const [first, second, home] = [join(folder, "a"), join(folder, "deeper", "b"), join(folder, "home")];
  const git = (/** @type {string[]} */ ...args) => run("git", args);
  const script = (/** @type {string} */ clone, /** @type {string} */ name) =>
    join(clone, "scripts", `${name}.mjs`);
  try {
    await git("clone", "--quiet", root, first);
    await git("-C", first, "checkout", "--quiet", "-B", "main");
    const steps = ["--without", "suite,figures"];
    await run(process.execPath, [script(first, "release"), version, ...steps], { env: somebody });
    await git("clone", "--quiet", first, second);
    mkdirSync(home);
    const env = { ...tools(), HOME: home, USER: "somebody", LOGNAME: "somebody" };
    await run(process.execPath, [script(second, "verify"), version], { env });
  } catch (error) {
    note(`The clones are kept for a look at the cause: ${folder}`);
    throw error;
  }
  rmSync(folder, { recursive: true, force: true });
}
