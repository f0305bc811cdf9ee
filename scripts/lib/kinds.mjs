// The kinds of things that `npm run new` can create. Each kind checks the name, writes the files from a
// template, and lists the remaining steps. Nothing here runs a program, so the tests write into a copy of the
// folders.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./steps.mjs";

/**
 * @typedef {import("./changes.mjs").Changes} Changes
 * @typedef {object} Kind
 * @property {string} names what a name looks like
 * @property {RegExp} pattern
 * @property {string} guide
 * @property {"new-protocol" | "new-queue"} [command] the command of `fairshare` that writes the Rust file and its texts
 * @property {(changes: Changes, name: string, settings?: Record<string, number | boolean>) => void} write writes all other files, or throws a Failure before it writes anything; `settings` are those of an algorithm that is not the template
 * @property {(name: string) => string[]} next
 */

const golden = "sim-core/simulation/tests/golden";
const goldenDocuments = `${golden}/documents.json`;

/**
 * @param {Changes} changes
 * @param {string} path
 */
function read(changes, path) {
  return readFileSync(join(changes.root, path), "utf8");
}

/**
 * Fails if one of these files exists.
 * @param {Changes} changes
 * @param {...string} paths
 */
function refuseExisting(changes, ...paths) {
  const existing = paths.find((path) => existsSync(join(changes.root, path)));
  if (existing !== undefined) throw new Failure(`${existing} already exists.`, "Choose another name.");
}

/** `slow_start` or `slowStart` as words. @param {string} name */
const wordsOf = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).split("_");

/** @param {string} word */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Fails if a type of the simulator has the name that a registered type would get, because every type name is
 * declared once.
 * @param {Changes} changes
 * @param {string} name
 */
function refuseTypeName(changes, name) {
  const type = wordsOf(name).map(capital).join("");
  const declaration = new RegExp(`\\b(struct|enum|trait|union|type) ${type}(Rules)?\\b`);
  for (const crate of ["engine", "document", "simulation"]) {
    const folder = join(changes.root, "sim-core", crate, "src");
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      if (!file.endsWith(".rs") || !declaration.test(readFileSync(join(folder, file), "utf8"))) continue;
      throw new Failure(
        `\`${name}\` would be the type ${type}, which sim-core/${crate}/src/${file} declares.`,
        "Choose another name. Every type name is declared once.",
      );
    }
  }
}

/**
 * Writes the golden document of an algorithm or queue discipline, so that a change of its results fails a
 * test.
 * @param {Changes} changes
 * @param {string} kind
 * @param {string} name
 * @param {{ queue?: object, flow: object }} uses
 */
function writeGolden(changes, kind, name, { queue, flow }) {
  const documents = JSON.parse(changes.before(goldenDocuments));
  if (`${kind}-${name}` in documents)
    throw new Failure(
      `There is a golden document ${kind}-${name}.`,
      `Choose another name. To finish an interrupted creation, run \`npm run new -- ${kind} ${name} --again\`.`,
    );
  refuseTypeName(changes, name);
  const forward = { rate: 8e6, delay: 0.015, ...(queue && { queue }) };
  documents[`${kind}-${name}`] = {
    v: 1,
    title: `The ${kind === "queue" ? "queue discipline" : "algorithm"} ${name}`,
    duration: 10,
    warmup: 2,
    seed: 5,
    network: { kind: "dumbbell", forward },
    flows: [
      { id: "own", ...flow },
      { id: "tcp", start: 1 },
    ],
  };
  changes.write(goldenDocuments, `${JSON.stringify(documents, null, 1)}\n`);
}

/** The files to which the golden tests add results. */
export const goldenFiles = [`${golden}/traces.txt`, `${golden}/result-ids.txt`];

const snake = {
  names: "lower-case letters, digits and _, starting with a letter, such as `my_own`",
  pattern: /^[a-z][a-z0-9_]*$/,
};

const camel = {
  names: "letters and digits, starting with a lower-case letter, such as `myOwn`",
  pattern: /^[a-z][a-zA-Z0-9]*$/,
};

/** @type {Kind} */
const algorithm = {
  ...snake,
  guide: "docs/adding-an-algorithm.md",
  command: "new-protocol",
  write: (changes, name) =>
    writeGolden(changes, "algorithm", name, {
      flow: { algorithm: name, params: { increase: 1.5, decrease: 0.6 } },
    }),
  next: (name) => [
    `Write your rules in sim-core/engine/src/protocols/${name}.rs, and their explanation in ${name}.md next to it.`,
    `If its settings change, name all of them in its document, algorithm-${name} in ${goldenDocuments}.`,
    `Run \`cargo test -p sim-engine-tests ${name}\` and \`cargo test -p sim-core conformance\`.`,
    `Then run \`npm run new -- algorithm ${name} --again\`, which renews the golden files of this algorithm and the generated files.`,
  ],
};

/** @type {Kind} */
const queue = {
  ...snake,
  guide: "docs/adding-a-queue.md",
  command: "new-queue",
  write: (changes, name) =>
    writeGolden(changes, "queue", name, {
      queue: { kind: name, longest_wait: 0.02, limit: { packets: 100 } },
      flow: { algorithm: "cubic" },
    }),
  next: (name) => [
    `Write your rules in sim-core/engine/src/net/queues/${name}.rs, and their explanation in ${name}.md next to it.`,
    `If its settings change, name all of them in its document, queue-${name} in ${goldenDocuments}.`,
    "Run `cargo test -p sim-engine-tests queues`.",
    `Then run \`npm run new -- queue ${name} --again\`, which renews the golden files of this discipline and the generated files.`,
  ],
};

const views = "web/src/features/lab/views/simple";

/** @type {Kind} */
const view = {
  ...camel,
  guide: "docs/adding-a-view.md",
  write(changes, name) {
    const path = `${views}/${name}.ts`;
    refuseExisting(changes, path);
    const listed = read(changes, "web/src/features/lab/state/shownCharts.ts");
    if (new RegExp(`^ {2}${name}: "(chart|view)`, "m").test(listed))
      throw new Failure(`There is a chart or view \`${name}\`.`, "Choose another name.");
    const template = read(changes, `${views}/lossAgainstRate.ts`);
    const text = template
      .replace(/^(?:\/\/ .*\n)+/, `// ${capital(wordsOf(name).join(" "))}: say here what the view shows.\n`)
      .replace(/hint: "[^"]*",\n {2}translations: \{\n.*?\n {2}\},\n/s, () => {
        const hint = "Each dot is a flow or group. Say here how to read the view.";
        return `hint: "${hint}",\n  translations: {},\n`;
      });
    changes.write(path, text);
  },
  next: (name) => [
    `Change rows, columns and marks in ${views}/${name}.ts. The page lists the view already (\`npm run dev\`, then Views).`,
    "Add texts in other languages to `translations` in the same file. Until then the page shows the English texts.",
  ],
};

const lessons = "web/src/features/lessons/content";

/** The largest place of a lesson in the list. @param {Changes} changes */
function lastPlace(changes) {
  const files = readdirSync(join(changes.root, lessons)).filter(
    (file) => file.endsWith(".ts") && file !== "template.ts",
  );
  const places = files.flatMap(
    (file) => /^ {2}order: (\d+),$/m.exec(read(changes, `${lessons}/${file}`))?.[1] ?? [],
  );
  return Math.max(0, ...places.map(Number));
}

/** @type {Kind} */
const lesson = {
  ...camel,
  guide: "docs/writing-a-lesson.md",
  write(changes, name) {
    const path = `${lessons}/${name}.ts`;
    refuseExisting(changes, path);
    const words = wordsOf(name);
    const text = read(changes, `${lessons}/template.ts`)
      .replace(/^(?:\/\/ .*\n)+/, "")
      .replaceAll("TEMPLATE", words.join("_").toUpperCase())
      .replaceAll('"template"', `"${words.join("-")}"`)
      .replaceAll('"Template"', `"${capital(words.join(" "))}"`)
      .replace("order: 1_000_000", `order: ${lastPlace(changes) + 10}`);
    changes.write(path, text);
  },
  next: (name) => [
    `Write the lesson in ${lessons}/${name}.ts. The page lists it already (\`npm run dev\`, then Lessons).`,
    "`npx vitest run web/src/features/lessons` plays it to its end.",
    `Add translations as \`${name}\` to ${lessons}/de.json and fr.json. Until then the page says that the lesson is in English.`,
  ],
};

const languages = "web/src/language/language.ts";

/** The language's name for itself. @param {string} tag */
function ownName(tag) {
  const name = new Intl.DisplayNames([tag], { type: "language", fallback: "none" }).of(tag);
  return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** @type {Kind} */
const language = {
  names: "the tag of a language in two or three letters, such as `nl`",
  pattern: /^[a-z]{2,3}$/,
  guide: "docs/translating.md",
  write(changes, tag) {
    const lessonTexts = `${lessons}/${tag}.json`;
    const list = read(changes, languages);
    const [whole = "", entries = ""] = /export const LANGUAGES = \{\n(.*?)\} as const/s.exec(list) ?? [];
    if (whole === "") throw new Failure(`${languages} has no list LANGUAGES.`);
    if (tag === "en" || entries.includes(`\n  ${tag}: `))
      throw new Failure(`The page has the language \`${tag}\`.`);
    refuseExisting(changes, lessonTexts);
    const name = ownName(tag);
    if (name === undefined)
      throw new Failure(
        `Node knows no language \`${tag}\`.`,
        "Give the tag of a language (ISO 639), such as `nl`.",
      );
    const entry = `  ${tag}: { name: ${JSON.stringify(name)}, isPartial: true },\n`;
    changes.write(languages, list.replace(whole, whole.replace(entries, entries + entry)));
    changes.write(lessonTexts, "{}\n");
  },
  next: (tag) => [
    `Translate the texts: in each folder \`texts\`, add the file ${tag}.json, as web/src/texts/de.json beside en.json, and in each \`menu.json\` of a feature the key \`${tag}\`.`,
    `Lessons are translated in ${lessons}/${tag}.json. The menu of languages has the language already.`,
    `When no text is missing, remove \`isPartial\` in ${languages}. The tests then name what a complete language needs.`,
  ],
};

/** @type {Readonly<Record<string, Kind>>} */
export const KINDS = { algorithm, queue, view, lesson, language };

/** @param {string} name */
const isReserved = (name) =>
  ["index", "scenarios", "template", "class", "default", "export", "new"].includes(name);

/**
 * Returns the kind and the name of the thing to create. Throws a Failure with a remedy if either is not
 * valid.
 * @param {string | undefined} kindName
 * @param {string | undefined} name
 * @returns {{ kind: Kind, name: string }}
 */
export function readArguments(kindName, name) {
  const kind = Object.hasOwn(KINDS, kindName ?? "") ? KINDS[kindName ?? ""] : undefined;
  const usage = `npm run new -- ${Object.keys(KINDS).join("|")} NAME`;
  if (kind === undefined)
    throw new Failure(
      kindName === undefined ? "Say what to create." : `\`${kindName}\` cannot be created.`,
      usage,
    );
  if (name === undefined) throw new Failure(`The new ${kindName} needs a name.`, `A name is ${kind.names}.`);
  if (!kind.pattern.test(name) || name.length > 40 || isReserved(name))
    throw new Failure(`\`${name}\` cannot be the name of a new ${kindName}.`, `A name is ${kind.names}.`);
  return { kind, name };
}
