// npm run new -- algorithm|queue|view|lesson|language NAME: creates an extension from a template that the
// tests cover, with all entries in lists and registries, so that `npm test` passes. With --again, renews the
// golden and generated files of an algorithm or queue discipline that has changed, or finishes an interrupted
// creation. With --dry-run, only lists the files.
import { relative } from "node:path";
import { gen } from "./gen.mjs";
import { Changes } from "./lib/changes.mjs";
import { goldenFiles, readArguments } from "./lib/kinds.mjs";
import { fairshare, sourcesChanged } from "./lib/native.mjs";
import { inRoot, isMain, root } from "./lib/paths.mjs";
import { nodeProgram, run } from "./lib/run.mjs";
import { linted } from "./lib/rust.mjs";
import { Failure, main, note, step } from "./lib/steps.mjs";
import { setup } from "./setup.mjs";

const raceResults = "docs/validation/race.json";

const registries = {
  "new-protocol": "sim-core/engine/src/protocols",
  "new-queue": "sim-core/engine/src/net/queues",
};

/** The files that get the results of a kind. */
const resultFiles = { "new-protocol": [...goldenFiles, raceResults], "new-queue": goldenFiles.slice(1) };

/** Adds missing references to the golden files. */
const addGolden = () =>
  run("cargo", ["test", "--package", "sim-core", "--test", "all", "golden::"], {
    env: { ...linted, FAIRSHARE_REDRAW: "missing" },
    remedy: "The message above says what is wrong.",
  });

/** The Rust file of a kind, its registry and its text. @param {"new-protocol" | "new-queue"} command @param {string} name */
const rustFiles = (command, name) =>
  [`${name}.rs`, "mod.rs", `${name}.md`].map((file) => `${registries[command]}/${file}`);

/**
 * Writes the Rust file, its Markdown file and line in the registry, and its golden files.
 * @param {Changes} changes
 * @param {"new-protocol" | "new-queue"} command
 * @param {string} name
 */
async function writeRust(changes, command, name) {
  const files = rustFiles(command, name);
  for (const file of [...files, ...goldenFiles]) changes.watch(file);
  await fairshare([command, name, "--root", root], {
    profile: "test",
    remedy: "The message above says what is wrong.",
  });
  sourcesChanged();
  await run("rustfmt", files.slice(0, 2));
  await step("Compile it and record its results", addGolden);
}

/**
 * Adds the results of an algorithm to those of the race, or makes them again.
 * @param {Changes} changes
 * @param {string} name
 */
async function race(changes, name) {
  const results = await fairshare(["race", name, "--all", "--json"], { profile: "test", isSilent: true });
  changes.write(raceResults, results.printed);
  sourcesChanged();
}

/**
 * Removes the results of an algorithm or queue discipline from the golden files, so that they are recorded
 * anew.
 * @param {Changes} changes
 * @param {string} document
 * @param {string} name
 */
function forget(changes, document, name) {
  const [traces = "", ids = ""] = goldenFiles;
  if (!changes.before(ids).includes(`${document} `))
    throw new Failure(`There is no golden document ${document}.`, "Create it without --again.");
  const other = (/** @type {string} */ trace) => !trace.startsWith(`= ${name}\n`);
  changes.write(
    traces,
    changes
      .before(traces)
      .split(/^(?== )/m)
      .filter(other)
      .join(""),
  );
  const lines = changes.before(ids).split("\n");
  changes.write(ids, lines.filter((line) => !line.startsWith(`${document} `)).join("\n"));
}

/** @param {string[]} args */
async function create(args) {
  const [again, dryRun] = ["--again", "--dry-run"].map((option) => args.includes(option));
  const [kindName, given, ...others] = args.filter((arg) => !["--again", "--dry-run"].includes(arg));
  if (others.length > 0)
    throw new Failure(
      `\`${others[0]}\` is one word too many.`,
      "A name is one word, such as `npm run new -- lesson myOwn`.",
    );
  const { kind, name } = readArguments(kindName, given);
  if (again && !kind.command)
    throw new Failure(
      "--again is for algorithms and queue disciplines.",
      "Other kinds have no stored results.",
    );
  const changes = new Changes(root);
  if (dryRun) {
    kind.write(changes, name);
    const { created, changed } = changes.list();
    changes.undo();
    const files = kind.command ? [...rustFiles(kind.command, name), ...resultFiles[kind.command]] : [];
    for (const file of new Set([...created, ...changed, ...files])) console.log(file);
    if (kind.command) console.log("and the generated files (`npm run gen`)");
    return;
  }
  await setup();
  try {
    if (again) {
      forget(changes, `${kindName}-${name}`, name);
      await step("Compile it and record its results", addGolden);
    } else {
      kind.write(changes, name);
      if (kind.command) await writeRust(changes, kind.command, name);
      const [node, biome] = nodeProgram("@biomejs/biome", "biome");
      const pages = changes.list().created.filter((file) => file.endsWith(".ts"));
      if (pages.length > 0) await run(node, [...biome, "check", "--write", ...pages]);
    }
  } catch (error) {
    changes.undo();
    note("Nothing was changed.");
    throw error;
  }
  if (kind.command === "new-protocol") await step("Race it", () => race(changes, name));
  if (kind.command) await step("Generate files", gen);
  const { created, changed } = changes.list();
  for (const file of created) note(`created ${relative(root, inRoot(file))}`);
  for (const file of changed) note(`changed ${file}`);
  if (kind.command) note("changed the generated files: see `git status`");
  console.log(
    `\nNext (${kind.guide}):\n${kind
      .next(name)
      .map((line) => `  - ${line}`)
      .join("\n")}`,
  );
  console.log("  - Run `npm run format`, then `npm test`.");
  console.log(
    `  - To remove it: git clean --force ${created.join(" ")}; git restore ${changed.join(" ")}; npm run gen`,
  );
}

if (isMain(import.meta)) await main(() => create(process.argv.slice(2)));
