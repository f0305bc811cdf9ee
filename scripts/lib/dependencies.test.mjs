// Every part of other authors has a licence of the list, and is used.
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { expect, test } from "vitest";
import { lockedPackages } from "./packages.mjs";
import { inRoot, root } from "./paths.mjs";
import { outputOf } from "./run.mjs";
import { filesUnder } from "./stamps.mjs";

/**
 * What `cargo metadata` states about the crates.
 * @returns {{ packages: { name: string, license: string | null, source: string | null, targets: { src_path: string }[], dependencies: { name: string, rename: string | null }[] }[] }}
 */
const cargoMetadata = () =>
  JSON.parse(outputOf("cargo", ["metadata", "--format-version", "1", "--locked", "--offline"]) ?? "");

/** Licences of parts of other authors. */
const LICENCES =
  /^\(?(0BSD|Apache-2\.0( WITH LLVM-exception)?|BSD-[23]-Clause|BSL-1\.0|BlueOak-1\.0\.0|CC-BY-4\.0|CC0-1\.0|ISC|MIT|MIT-0|MPL-2\.0|OFL-1\.1|Python-2\.0|Unicode-3\.0|Unlicense|Zlib)\)?$/;

/** Whether a licence expression can be satisfied with these licences. @param {string} expression */
const isAllowed = (expression) =>
  expression.split(/ AND /).every((part) => part.split(/ OR |\//).some((name) => LICENCES.test(name.trim())));

test.each([
  ["MIT", true],
  ["GPL-3.0", false],
  ["MIT OR GPL-3.0", true],
  ["MIT AND GPL-3.0", false],
  ["MIT/GPL-3.0", true],
  ["(MIT OR Apache-2.0) AND Unicode-3.0", true],
  ["", false],
])("the licence %s is allowed: %s", (expression, expected) => {
  expect(isAllowed(expression)).toBe(expected);
});

test("every part of other authors has a licence of the list", () => {
  const crates = cargoMetadata().packages.map(({ name, license }) => [name, license ?? ""]);
  const packages = Object.entries(lockedPackages(inRoot("package-lock.json")))
    .filter(([path]) => path !== "")
    .map(([path, { license = "" }]) => [path, license]);
  expect([...crates, ...packages].filter(([, license = ""]) => !isAllowed(license))).toEqual([]);
});

/** The text of all files of folders whose names match. @param {string[]} folders @param {RegExp} pattern */
const textOf = (folders, pattern) =>
  filesUnder(folders)
    .filter((file) => pattern.test(file) && !file.includes("node_modules") && !file.includes("/pkg/"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");

test("every npm package of package.json is used", () => {
  /** @type {{ dependencies: Record<string, string>, devDependencies: Record<string, string> }} */
  const { dependencies, devDependencies } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const code = textOf(
    ["web", "scripts", "e2e", "vite.config.ts", "vitest.config.ts", "playwright.config.mjs"],
    /\.(m?[jt]sx?)$/,
  );
  const names = Object.keys({ ...dependencies, ...devDependencies });
  // Some packages need another one next to them.
  const locked = lockedPackages(inRoot("package-lock.json"));
  const peers = names.flatMap((name) => Object.keys(locked[`node_modules/${name}`]?.peerDependencies ?? {}));
  const unused = names.filter((name) => {
    // Types belong to a package, or to Node.
    if (name.startsWith("@types/"))
      return name !== "@types/node" && !names.includes(name.slice("@types/".length));
    return !peers.includes(name) && !new RegExp(`["'\`/ ]${name}(["'\`/]|$)`, "m").test(code);
  });
  expect(unused).toEqual([]);
});

test("every dependency of a crate is used by the crate", () => {
  const { packages } = cargoMetadata();
  const unused = packages
    .filter(({ source }) => source === null)
    .flatMap((crate) => {
      const folders = crate.targets.map(({ src_path }) => relative(root, dirname(src_path)));
      const code = textOf(folders, /\.rs$/);
      return (
        crate.dependencies
          .map(({ name, rename }) => (rename ?? name).replaceAll("-", "_"))
          // Crates may enable features of others: `as-tested` makes tests compile common crates once.
          .filter((name) => name !== "serde_core" && !new RegExp(`\\b${name}\\b`).test(code))
          .map((name) => `${crate.name}: ${name}`)
      );
    });
  expect(unused).toEqual([]);
});

test("every dependency of the Python package is imported", () => {
  const text = readFileSync(inRoot("sim-core", "python", "pyproject.toml"), "utf8");
  const list = /^dependencies = \[(.*)\]$/m.exec(text)?.[1] ?? "";
  const names = [...list.matchAll(/"([\w-]+)/g)].map(([, name = ""]) => name);
  const code = textOf(["sim-core/python/python", "sim-core/python/src"], /\.(py|rs)$/);
  const unused = names.filter((name) => !new RegExp(`import ${name}|"${name}"`).test(code));
  expect(names.length).toBeGreaterThan(0);
  expect(unused).toEqual([]);
});
