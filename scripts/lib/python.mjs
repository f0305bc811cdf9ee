// Builds and tests the Python package (sim-core/python) in a separate environment below .tools.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildNotebookWidget } from "./notebookWidget.mjs";
import { atLeast, inRoot, toolsDir } from "./paths.mjs";
import { countPytest } from "./report.mjs";
import { outputOf, run } from "./run.mjs";
import { linted } from "./rust.mjs";
import { filesUnder, fingerprint, unlessFresh } from "./stamps.mjs";
import { Failure, note } from "./steps.mjs";

/**
 * The oldest Python for which the package is built, as set by the feature abi3-py310 in
 * sim-core/python/Cargo.toml.
 */
const minimumPython = "3.10";

const packageFolder = inRoot("sim-core", "python");
const environment = join(toolsDir, "python");
const isWindows = process.platform === "win32";
/** A program of the environment. */
export const bin = (/** @type {string} */ name) =>
  join(environment, isWindows ? "Scripts" : "bin", isWindows ? `${name}.exe` : name);

/** The packages that the tests import. Each package and its module have the same name. */
const testModules = [
  "anywidget",
  "distributed",
  "fsspec",
  "matplotlib",
  "nanoarrow",
  "numpy",
  "pandas",
  "polars",
  "pyarrow",
  "pytest",
  "tqdm",
  "xarray",
];
/** The version of maturin, which wheels state. */
export const MATURIN = "1.16.0";
/** The packages that build and test the package, with the versions of those whose interface may change. */
const testPackages = [
  `maturin==${MATURIN}`,
  ...testModules.map((name) => (name === "pytest" ? "pytest>=8,<10" : name)),
];

/** The first Python on the PATH that is recent enough. */
function systemPython() {
  const names = ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];
  return names.find((name) => {
    const version = /^Python ([\d.]+)/.exec(outputOf(name, ["--version"]) ?? "")?.[1];
    return version !== undefined && atLeast(version, minimumPython);
  });
}

/** @param {string[]} modules */
const canImport = (modules) =>
  outputOf(bin("python"), ["-c", modules.map((name) => `import ${name}`).join("; ")]) !== undefined;

/**
 * Installs packages from PyPI into the environment, unless the modules can be imported. Returns whether they
 * can.
 * @param {string[]} packages
 * @param {string[]} modules
 */
export async function ensurePythonPackages(packages, modules) {
  if (canImport(modules)) return true;
  note(`installing ${packages.length} packages from PyPI`);
  const install = ["-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"];
  await run(bin("python"), [...install, "--prefer-binary", ...packages], { log: "pip", mayFail: true });
  return canImport(modules);
}

/**
 * Creates the environment. Returns why the package cannot be built and tested here, or undefined if it can.
 */
export async function pythonProblem() {
  const system = systemPython();
  if (system === undefined) return `there is no Python ${minimumPython} or newer`;
  if (!existsSync(bin("python"))) {
    rmSync(environment, { recursive: true, force: true });
    await run(system, ["-m", "venv", environment], { log: "venv", mayFail: true });
  }
  if (!outputOf(bin("python"), ["-m", "pip", "--version"]))
    return `${system} cannot create an environment with pip (on Debian, install the package python3-venv)`;
  const isReady = await ensurePythonPackages(testPackages, testModules);
  if (!isReady || !existsSync(bin("maturin")))
    return "the packages of the tests cannot be installed from PyPI (.tools/log/pip.log gives the reason)";
  return undefined;
}

/**
 * Does work that needs Python and further packages, given by their modules, or says what is not done.
 * @param {string} otherwise what is not done without them
 * @param {Readonly<Record<string, string>>} packages
 * @param {() => Promise<unknown>} work
 */
export async function withPython(otherwise, packages, work) {
  const problem = await pythonProblem();
  if (problem === undefined && (await ensurePythonPackages(Object.values(packages), Object.keys(packages))))
    await work();
  else note(`${otherwise}: ${problem ?? `${Object.keys(packages)} cannot be installed from PyPI`}.`);
}

/** Runs slow tests of the package. @param {string} remedy @param {string[]} args */
async function slowTests(remedy, args) {
  await installPackage("users");
  const { status } = await pytest(["-rA", ...args]);
  if (status !== 0) throw new Failure("Tests of the Python package fail.", remedy);
}

/** The settings with which cargo builds the package, for the tests and for users. */
const builds = {
  // With the profile and the features of tests, the crates that `cargo test --workspace` has compiled are used again.
  tests: { profile: "dev", options: ["--features", "as-tested"], env: linted },
  users: { profile: "python", options: [], env: {} },
};

/** The files from which the package is built. */
const sources = () =>
  filesUnder(
    ["Cargo.lock", "Cargo.toml", "docs/validation", "sim-core"],
    ["sim-core/simulation/tests", "sim-core/python/tests", "sim-core/python/clusters"],
  ).filter((file) => !/__pycache__|\.pyc$/.test(file));

/**
 * Builds the package and installs it into the environment, unless it has not changed.
 * @param {keyof typeof builds} audience
 */
export async function installPackage(audience) {
  await buildNotebookWidget();
  const outputs = canImport(["fairshare"]) ? [bin("python")] : [join(environment, "no package")];
  await unlessFresh("python-package", fingerprint(sources(), audience), outputs, async () => {
    const wheels = join(toolsDir, "wheels");
    rmSync(wheels, { recursive: true, force: true });
    mkdirSync(wheels, { recursive: true });
    const { profile, options, env } = builds[audience];
    const build = ["build", "--quiet", "--profile", profile, ...options, "--out", wheels];
    build.push("--interpreter", bin("python"));
    await run(bin("maturin"), [...build, "--manifest-path", join(packageFolder, "Cargo.toml")], { env });
    const wheel = readdirSync(wheels).find((name) => name.endsWith(".whl"));
    if (wheel === undefined) throw new Error("maturin built no wheel");
    const install = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall", "--no-compile"];
    await run(bin("python"), [...install, "--disable-pip-version-check", join(wheels, wheel)], {
      log: "pip",
    });
  });
}

/**
 * Runs pytest on files or folders of the package, and counts the tests.
 * @param {string[]} args
 */
export async function pytest(args) {
  const { status, output } = await run(
    bin("python"),
    ["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--rootdir", packageFolder, ...args],
    { mayFail: true, env: { PYTHONDONTWRITEBYTECODE: "1" } },
  );
  return { status, ...countPytest(output) };
}

/** The short tests, which `npm test` runs. */
export async function pythonTests() {
  await installPackage("tests");
  return pytest(["-m", "not slow and not notebooks", join(packageFolder, "tests")]);
}

/** Lints the crate, builds the wheel that users get, checks the types and the workflow, and runs all tests. */
export const validatePython = () =>
  withPython("the Python package is not checked", {}, async () => {
    // With this variable, PyO3 checks the crate without linking a Python library.
    const lint = ["clippy", "--quiet", "--package", "fairshare-python", "--features", "extension"];
    await run("cargo", [...lint, "--", "-D", "warnings"], { env: { PYO3_BUILD_EXTENSION_MODULE: "1" } });
    await installPackage("users");
    const typing = ["mypy>=1.18", "pandas-stubs", "types-jsonschema", "check-jsonschema", "ruff"];
    if (await ensurePythonPackages(typing, ["mypy", "check_jsonschema"])) {
      const python = bin("python");
      const config = join(packageFolder, "pyproject.toml");
      await run(python, ["-m", "mypy", "--config-file", config, join(packageFolder, "python", "fairshare")]);
      await run(python, ["-m", "mypy.stubtest", "fairshare._native"]);
      await run(bin("ruff"), ["check", packageFolder]);
      await run(bin("ruff"), ["format", "--check", packageFolder]);
      const folder = inRoot(".github", "workflows");
      const workflows = readdirSync(folder).map((name) => join(folder, name));
      await run(bin("check-jsonschema"), ["--builtin-schema", "vendor.github-workflows", ...workflows]);
    } else note("types and workflows are not checked: mypy, ruff and check-jsonschema cannot be installed");
    await slowTests("The lines above name them.", ["-m", "not notebooks", join(packageFolder, "tests")]);
  });

/** Writes the reference of the package from its docstrings. */
export async function writePythonReference() {
  const problem = await pythonProblem();
  if (problem !== undefined || !(await ensurePythonPackages(["pdoc>=15"], ["pdoc"])))
    throw new Failure(`There is no reference: ${problem ?? "pdoc cannot be installed from PyPI"}.`);
  await installPackage("tests");
  const pages = inRoot("docs", "python-api");
  const modules = ["fairshare", "fairshare.sweeps"];
  await run(bin("python"), ["-m", "pdoc", "--docformat", "google", "--output-directory", pages, ...modules]);
}

/** Runs the notebooks in Jupyter, from top to bottom. */
export const validateNotebooks = () =>
  withPython(
    "the notebooks are not run",
    { nbclient: "nbclient", ipykernel: "ipykernel", nbformat: "nbformat" },
    () =>
      slowTests("The lines above name the notebook and its cell.", [
        ...["-m", "notebooks", join(packageFolder, "tests", "test_notebooks.py")],
      ]),
  );

/**
 * Kills workers and clients of sweeps on Dask and Ray, compares one worker with two workers, and measures the
 * cost of a task.
 */
export const validateClusters = () =>
  withPython("sweeps on clusters are not checked", {}, async () => {
    for (const engine of ["distributed", "ray"])
      if (!(await ensurePythonPackages([engine], [engine])))
        note(`${engine} cannot be installed from PyPI: sweeps on it are not checked`);
    await slowTests("The lines above name them.", [join(packageFolder, "clusters")]);
  });
