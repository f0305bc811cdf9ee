// Every part of other authors has a licence of the list, and is used.
import { readFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { expect, test } from "vitest";
import { lockedPackages } from "./packages.mjs";
import {
  billOfMaterials,
  cargoMetadata,
  isAllowed,
  isSatisfied,
  parts,
  pythonDependencies,
} from "./parts.mjs";
import { inRoot, root } from "./paths.mjs";
import { filesUnder } from "./stamps.mjs";

test.each([
  ["MIT", true],
  ["GPL-3.0", false],
  ["MIT OR GPL-3.0", true],
  ["MIT AND GPL-3.0", false],
  ["MIT/GPL-3.0", true],
  ["(MIT OR GPL-3.0) AND ISC", true],
  ["(MIT OR ISC) AND GPL-3.0", false],
  ["Apache-2.0 WITH LLVM-exception", false],
  ["ISC AND MIT OR GPL-3.0", true],
  ["", false],
  ["MIT ISC", false],
])("with the licences MIT and ISC, %s is allowed: %s", (expression, expected) => {
  expect(isSatisfied(expression, ["MIT", "ISC"])).toBe(expected);
});

test("every part has a licence of the list for its use", () => {
  const refused = parts().filter((part) => !isAllowed(part));
  expect(refused.map(({ purl, licence, isShipped }) => `${purl}: ${licence}, shipped: ${isShipped}`)).toEqual(
    [],
  );
});

test("the bill of materials lists crates, npm packages, Python packages and typefaces once", () => {
  const { components } = billOfMaterials("1.2.3");
  const urls = components.map(({ purl }) => purl);
  expect(new Set(urls).size).toBe(urls.length);
  for (const kind of [
    "cargo/libm",
    "cargo/walrus",
    "npm/react",
    "npm/vite",
    "pypi/numpy",
    "pypi/maturin",
    "generic/Inter",
  ])
    expect(
      urls.some((url) => url.startsWith(`pkg:${kind}`)),
      kind,
    ).toBe(true);
  const scopeOf = (/** @type {string} */ name) => components.find((one) => one.name === name)?.scope;
  expect(["libm", "react", "walrus", "vite"].map(scopeOf)).toEqual([
    "required",
    "required",
    "excluded",
    "excluded",
  ]);
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
  const { packages } = cargoMetadata("Cargo.toml");
  const unused = packages
    .filter(({ source }) => source === null)
    .flatMap((crate) => {
      const folder = relative(root, dirname(crate.manifest_path));
      const code = textOf(
        ["src", "tests", "benches", "examples", "build.rs"].map((part) => `${folder}/${part}`),
        /\.rs$/,
      );
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
  const code = textOf(["sim-core/python/python", "sim-core/python/src"], /\.(py|rs)$/);
  const unused = pythonDependencies().filter(([name]) => !new RegExp(`import ${name}|"${name}"`).test(code));
  expect(pythonDependencies().length).toBeGreaterThan(0);
  expect(unused).toEqual([]);
});
