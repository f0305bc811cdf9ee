// Translates the ten programs to begin with into Rust, compiles them in a copy of the repository, and tests that
// each has the windows or rates of its program to the last bit (sim-core/simulation/tests/exported.rs).
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fairshare } from "./native.mjs";
import { inRoot, toolsDir } from "./paths.mjs";
import { run } from "./run.mjs";
import { note } from "./steps.mjs";

/** The files of the repository that Cargo needs, and those that the sources include. */
const COPIED = [
  "Cargo.toml",
  "Cargo.lock",
  "clippy.toml",
  "rust-toolchain.toml",
  "docs",
  "sim-core",
  "wasm",
  "web",
  "public",
];
const folder = join(toolsDir, "translations");

export async function checkTranslations() {
  for (const name of COPIED) {
    const copy = join(folder, "copy", name);
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(join(folder, "copy"), { recursive: true });
    cpSync(inRoot(name), copy, { recursive: true, preserveTimestamps: true });
  }
  const copy = join(folder, "copy");
  const examples = readdirSync(inRoot("sim-core", "script", "examples")).filter((file) =>
    file.endsWith(".fair"),
  );
  for (const file of examples) {
    const name = `exported_${file.slice(0, -".fair".length).replaceAll("-", "_")}`;
    // The copy has this one already.
    if (name === "exported_aimd") continue;
    const program = inRoot("sim-core", "script", "examples", file);
    await fairshare(["new-protocol", name, "--from", program, "--root", copy], {
      profile: "test",
      log: "translations",
    });
  }
  const env = { CARGO_TARGET_DIR: join(folder, "target") };
  const args = [
    "test",
    "--manifest-path",
    join(copy, "Cargo.toml"),
    "--package",
    "sim-core",
    "--features",
    "sim-core/template",
    "--test",
    "exported",
  ];
  await run("cargo", [...args, "--", "--nocapture"], {
    env,
    log: "translations",
    remedy: "The output above names the program, or the line of its Rust file.",
  });
  note(`${examples.length} programs have the same windows or rates in Rust`);
}
