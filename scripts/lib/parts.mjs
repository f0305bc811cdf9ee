// The parts of other authors from which the project is built: crates, npm packages, Python packages and typefaces,
// each with its version and licence.
import { readFileSync } from "node:fs";
import { lockedPackages } from "./packages.mjs";
import { inRoot } from "./paths.mjs";
import { MATURIN } from "./python.mjs";
import { outputOf } from "./run.mjs";

/**
 * A part. `isShipped` is whether the page, the command line or the Python package contains it or needs it; the other
 * parts only build or test the project.
 * @typedef {{ name: string, version: string, licence: string, purl: string, isShipped: boolean, sha256?: string, sha512?: string }} Part
 */

/** Licences of parts that are shipped. */
const SHIPPED = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "OFL-1.1",
  "Unicode-3.0",
  "Zlib",
];
/** Further licences of parts that only build or test the project. */
const BUILDING = ["BlueOak-1.0.0", "CC-BY-4.0", "CC0-1.0", "MIT-0", "MPL-2.0"];

/**
 * Whether a licence expression can be satisfied with licences of a list. Old expressions have "/" instead of "OR".
 * @param {string} expression
 * @param {readonly string[]} list
 */
export function isSatisfied(expression, list) {
  const words = expression.replaceAll("/", " OR ").match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  /** @returns {boolean} */
  const single = () => {
    const word = words[at++] ?? "";
    if (word === "(") {
      const inner = either();
      at += 1;
      return inner;
    }
    // An exception only permits more.
    if (words[at] === "WITH") at += 2;
    return list.includes(word);
  };
  /** @returns {boolean} */
  const both = () => {
    let satisfied = single();
    while (words[at] === "AND") {
      at += 1;
      satisfied = single() && satisfied;
    }
    return satisfied;
  };
  /** @returns {boolean} */
  const either = () => {
    let satisfied = both();
    while (words[at] === "OR") {
      at += 1;
      satisfied = both() || satisfied;
    }
    return satisfied;
  };
  return words.length > 0 && either() && at === words.length;
}

/** Whether the licence of a part is on the list for its use. @param {Part} part */
export const isAllowed = ({ licence, isShipped }) =>
  isSatisfied(licence, isShipped ? SHIPPED : [...SHIPPED, ...BUILDING]);

/**
 * What `cargo metadata` states about a crate and about its dependencies in the resolved graph.
 * @typedef {{ id: string, name: string, version: string, license: string | null, source: string | null, dependencies: { name: string, rename: string | null }[], manifest_path: string }} Crate
 * @typedef {{ packages: Crate[], workspace_members: string[], resolve: { nodes: { id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }[] } }} Metadata
 */

/** @param {string} manifest @returns {Metadata} */
export function cargoMetadata(manifest) {
  const args = [
    "metadata",
    "--format-version",
    "1",
    "--locked",
    "--offline",
    "--manifest-path",
    inRoot(manifest),
  ];
  const text = outputOf("cargo", args);
  if (text === undefined) throw new Error(`cargo metadata fails for ${manifest}`);
  return JSON.parse(text);
}

/** The crates of a workspace. Those that only tests or build scripts need are not shipped. @param {string} manifest @param {boolean} isShipped */
function crates(manifest, isShipped) {
  const { packages, workspace_members: members, resolve } = cargoMetadata(manifest);
  const sums = checksums(manifest.replace("Cargo.toml", "Cargo.lock"));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  /** @type {Set<string>} */
  const shipped = new Set();
  /** @param {string} id */
  const visit = (id) => {
    if (shipped.has(id)) return;
    shipped.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id)?.deps ?? [])
      if (kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  if (isShipped) for (const id of members) visit(id);
  return packages
    .filter(({ source }) => source !== null)
    .map(({ id, name, version, license }) => {
      const sha256 = sums.get(`${name} ${version}`);
      return {
        name,
        version,
        licence: license ?? "",
        purl: `pkg:cargo/${name}@${version}`,
        isShipped: shipped.has(id),
        ...(sha256 === undefined ? {} : { sha256 }),
      };
    });
}

/** The checksums of a lock file by name and version. @param {string} lock */
function checksums(lock) {
  const entries = readFileSync(inRoot(lock), "utf8").matchAll(
    /name = "(.+)"\nversion = "(.+)"\nsource = .*\nchecksum = "(\w+)"/g,
  );
  return new Map([...entries].map(([, name, version, sum = ""]) => [`${name} ${version}`, sum]));
}

/** The npm packages of the lock file. Those that only other platforms install are parts as well. @returns {Part[]} */
function npmPackages() {
  return Object.entries(lockedPackages(inRoot("package-lock.json")))
    .filter(([path]) => path !== "")
    .map(([path, { version = "", license = "", dev = false, integrity = "" }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const [, sum] = /^sha512-(.+)$/.exec(integrity) ?? [];
      return {
        name,
        version,
        licence: license,
        purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
        isShipped: !dev,
        ...(sum === undefined ? {} : { sha512: Buffer.from(sum, "base64").toString("hex") }),
      };
    });
}

/** The licences of the packages that the Python package needs. They are installed by its users. */
const PYTHON_LICENCES = /** @type {Record<string, string>} */ ({
  nanoarrow: "Apache-2.0",
  numpy: "BSD-3-Clause",
});

/** The packages that the Python package needs, with their oldest versions. @returns {[name: string, version: string][]} */
export function pythonDependencies() {
  const text = readFileSync(inRoot("sim-core", "python", "pyproject.toml"), "utf8");
  const list = /^dependencies = \[(.*)\]$/m.exec(text)?.[1] ?? "";
  return [...list.matchAll(/"([\w-]+)(?:>=([\d.]+))?"/g)].map(([, name = "", version = ""]) => [
    name,
    version,
  ]);
}

/** All parts, without the tool that compares with code in production (tools/production). @returns {Part[]} */
export function parts() {
  const python = pythonDependencies().map(([name, version]) => ({
    name,
    version,
    licence: PYTHON_LICENCES[name] ?? "",
    purl: `pkg:pypi/${name}@${version}`,
    isShipped: true,
  }));
  const maturin = {
    name: "maturin",
    version: MATURIN,
    licence: "MIT OR Apache-2.0",
    purl: `pkg:pypi/maturin@${MATURIN}`,
    isShipped: false,
  };
  const typefaces = ["Inter", "Noto Sans Math"].map((name) => ({
    name,
    version: "",
    licence: "OFL-1.1",
    purl: `pkg:generic/${encodeURIComponent(name)}`,
    isShipped: true,
  }));
  const all = [
    ...crates("Cargo.toml", true),
    ...crates("tools/bindgen/Cargo.toml", false),
    ...npmPackages(),
    ...python,
    maturin,
    ...typefaces,
  ];
  // A part that several things need is listed once.
  /** @type {Map<string, Part>} */
  const byUrl = new Map();
  for (const part of all) {
    const known = byUrl.get(part.purl);
    byUrl.set(part.purl, known ? { ...part, isShipped: known.isShipped || part.isShipped } : part);
  }
  return [...byUrl.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

/**
 * The bill of materials in the format CycloneDX 1.5. It states no time, so that it is the same for everyone.
 * @param {string} version
 */
export function billOfMaterials(version) {
  const components = parts().map(({ name, version, licence, purl, isShipped, sha256, sha512 }) => ({
    type: "library",
    "bom-ref": purl,
    name,
    ...(version === "" ? {} : { version }),
    scope: isShipped ? "required" : "excluded",
    licenses: [{ expression: licence.replace(/\s*\/\s*/g, " OR ") }],
    purl,
    ...(sha256 ? { hashes: [{ alg: "SHA-256", content: sha256 }] } : {}),
    ...(sha512 ? { hashes: [{ alg: "SHA-512", content: sha512 }] } : {}),
  }));
  const component = {
    type: "application",
    "bom-ref": "fairshare",
    name: "fairshare",
    version,
    licenses: [{ expression: "MIT" }],
  };
  return { bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { component }, components };
}
