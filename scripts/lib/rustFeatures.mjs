// Deletes the Rust side of each feature in a copy of the source tree, and checks that the rest compiles without it
// (docs/architecture.md, "Features of the Rust programs").
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyFiles, treeFiles } from "./features.mjs";
import { inRoot, toolsDir } from "./paths.mjs";
import { run } from "./run.mjs";
import { Failure, step } from "./steps.mjs";

/**
 * A feature with Rust code. `further` has its files in addition to those that its name gives, and `names` its names in lists,
 * if these differ from its own.
 * @typedef {{ name: string, names?: string[], further?: string[] }} RustFeature
 */

/** @type {readonly RustFeature[]} */
export const rustFeatures = [
  { name: "assignments", further: ["wasm/tests/assignments.test.mjs"] },
  { name: "classroom" },
  { name: "contests" },
  {
    name: "drive",
    names: ["drive", "hand", "testbed"],
    further: [
      "sim-core/engine/src/protocols/hand.rs",
      "sim-core/engine/src/protocols/hand.md",
      "sim-core/race/src/racer/drive.rs",
      "sim-core/simulation/tests/later_changes.rs",
      "sim-core/testbed",
    ],
  },
  { name: "exports" },
  {
    name: "fit",
    names: ["fit", "fits"],
    further: ["sim-core/python/python/fairshare/fits.py", "sim-core/python/tests/test_fits.py"],
  },
  { name: "mcp" },
  {
    name: "measured",
    names: ["measured", "measurements"],
    further: ["sim-core/python/python/fairshare/measurements.py", "sim-core/python/tests/test_measured.py"],
  },
  { name: "models" },
  {
    name: "papers",
    further: [
      "sim-core/python/python/fairshare/papers.py",
      "sim-core/python/tests/test_papers.py",
      "wasm/tests/papers.test.mjs",
    ],
  },
  {
    name: "race",
    names: ["race", "races"],
    further: [
      "docs/validation/race.json",
      "sim-core/python/python/fairshare/races.py",
      "sim-core/python/tests/test_races.py",
      "wasm/tests/race.test.mjs",
    ],
  },
  {
    name: "sweeps",
    further: [
      "sim-core/python/clusters",
      "sim-core/python/python/fairshare/_engines.py",
      "sim-core/python/python/fairshare/_parquet.py",
      "sim-core/python/python/fairshare/sweep_errors.py",
      "sim-core/python/python/fairshare/sweeps.py",
      "sim-core/python/tests/test_sweeps.py",
    ],
  },
  { name: "testbed" },
];

/** The files and folders of a feature. @param {RustFeature} feature */
export const placesOf = ({ name, further = [] }) => [
  `sim-core/${name}`,
  `sim-core/cli/src/features/${name}`,
  `sim-core/cli/src/features/${name}.rs`,
  `sim-core/cli/tests/cli/features/${name}.rs`,
  `sim-core/python/python/fairshare/_native_${name}.pyi`,
  `sim-core/python/src/features/${name}.rs`,
  `sim-core/readers/tests/${name}.rs`,
  `wasm/laboratory/src/features/${name}.rs`,
  ...further,
];

/** The lists of features. A deleted feature loses its line. */
const registries = [
  "Cargo.toml",
  "sim-core/cli/Cargo.toml",
  "sim-core/cli/src/features/mod.rs",
  "sim-core/cli/tests/cli/features/mod.rs",
  "sim-core/engine/src/protocols/mod.rs",
  "sim-core/python/Cargo.toml",
  "sim-core/python/python/fairshare/__init__.py",
  "sim-core/python/python/fairshare/_native.pyi",
  "sim-core/python/src/features/mod.rs",
  "sim-core/race/src/racer.rs",
  "sim-core/readers/Cargo.toml",
  "sim-core/readers/tests/main.rs",
  "wasm/laboratory/Cargo.toml",
  "wasm/laboratory/src/features/mod.rs",
];

/** Whether a line of a registry is that of a feature. @param {string} line @param {string} name */
const isLineOf = (line, name) =>
  [
    `^ *${name}(::\\w+|: \\w+)?,$`,
    `^mod ${name};$`,
    `^fairshare-${name} = `,
    `^ *"sim-core/${name}",$`,
    `^from fairshare\\.(_native_)?${name} import `,
    `^from fairshare import ${name} as `,
  ].some((pattern) => new RegExp(pattern).test(line));

/** The crates of features on which a crate depends. @param {string} name */
function dependencies(name) {
  const manifest = inRoot("sim-core", name, "Cargo.toml");
  if (!existsSync(manifest)) return [];
  const found = readFileSync(manifest, "utf8").matchAll(/^fairshare-(\w+) = /gm);
  return [...found].map(([, other]) => other);
}

/** A feature with those that build on it. @param {RustFeature} feature @returns {RustFeature[]} */
export const withDependents = (feature) => [
  feature,
  ...rustFeatures.filter(({ name }) => dependencies(name).includes(feature.name)).flatMap(withDependents),
];

/**
 * Deletes features in a copy of the tree. Returns the number of lines that lists lost, by list.
 * @param {string} copy
 * @param {readonly RustFeature[]} deleted
 */
function deleteRustFeatures(copy, deleted) {
  for (const place of deleted.flatMap(placesOf)) rmSync(join(copy, place), { recursive: true, force: true });
  const lost = new Map();
  for (const registry of registries.filter((path) => existsSync(join(copy, path)))) {
    const lines = readFileSync(join(copy, registry), "utf8").split("\n");
    const isDeleted = (/** @type {string} */ line) =>
      deleted.some(({ name, names = [name] }) => names.some((one) => isLineOf(line, one)));
    const rest = lines.filter((line) => !isDeleted(line));
    if (rest.length === lines.length) continue;
    lost.set(registry, lines.length - rest.length);
    writeFileSync(join(copy, registry), rest.join("\n"));
  }
  return lost;
}

/** The checks of a copy, as arguments of Cargo. The second one is the page's laboratory. */
const checks = [
  [
    "check",
    "--quiet",
    "--workspace",
    "--lib",
    "--bins",
    "--tests",
    "--features",
    "fairshare-python/extension",
  ],
  ["check", "--quiet", "--package", "fairshare-laboratory-wasm", "--target", "wasm32-unknown-unknown"],
];

/**
 * Checks each feature. All are checked in one copy, in which the deleted files come back, so that Cargo compiles again only
 * what depends on them.
 */
export async function checkRustFeatures() {
  const copy = join(toolsDir, "without", "rust");
  rmSync(copy, { recursive: true, force: true });
  const needed = treeFiles().filter((file) => !/^(docs\/screenshots|public\/papers)\//.test(file));
  copyFiles(copy, needed);
  // With this variable, PyO3 checks its crate without linking a Python library.
  const env = { CARGO_TARGET_DIR: join(toolsDir, "without", "target"), PYO3_BUILD_EXTENSION_MODULE: "1" };
  for (const feature of rustFeatures)
    await step(`Delete ${feature.name}`, async () => {
      const deleted = withDependents(feature);
      const lost = deleteRustFeatures(copy, deleted);
      const tooMany = [...lost].filter(([, lines]) => lines > deleted.length);
      if (lost.size === 0 || tooMany.length > 0)
        throw new Failure(
          `${feature.name} has not one line in ${tooMany.join(", ")}.`,
          "Give each list one line.",
        );
      for (const options of checks) await run("cargo", options, { cwd: copy, env });
      copyFiles(
        copy,
        needed.filter((file) => !existsSync(join(copy, file)) || lost.has(file)),
      );
      const others = deleted.slice(1).map(({ name }) => name);
      const built = others.length > 0 ? `, with ${others.join(", ")}, which builds on it` : "";
      console.log(`  ${lost.size} lists lost lines${built}: ${[...lost.keys()].join(", ")}`);
    });
  rmSync(join(toolsDir, "without"), { recursive: true });
}
