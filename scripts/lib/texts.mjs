// Writes the declaration of the arguments of texts: next to each file of English texts (web/src/**/texts/en.json) the file
// en.d.json.ts, from the messages of all languages.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "./paths.mjs";

/** @typedef {typeof import("../../web/src/language/message.ts")} Messages */
/** @typedef {{ readonly [key: string]: string | readonly string[] | Tree }} Tree */

/** @param {unknown} value @returns {value is Tree} */
const isTree = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Adds the arguments of a message with their types.
 * @param {import("../../web/src/language/message.ts").Message} message
 * @param {Map<string, string>} types
 */
function addArguments(message, types) {
  for (const part of message) {
    if (typeof part === "string") continue;
    const { name, kind, forms } = part;
    if (kind === "plural") types.set(name, "number");
    else if (kind === "list") types.set(name, "readonly string[]");
    else if ("true" in forms) types.set(name, "boolean");
    else if (!types.has(name))
      types.set(name, "none" in forms ? "string | number | null" : "string | number");
    for (const form of Object.values(forms)) addArguments(form, types);
  }
}

/**
 * The type of texts. `others` are the texts at the same place in the other languages.
 * @param {Tree | string | readonly string[]} english
 * @param {readonly unknown[]} others
 * @param {Messages["readMessage"]} readMessage
 * @returns {string}
 */
function typeOf(english, others, readMessage) {
  if (Array.isArray(english)) return "readonly string[]";
  if (typeof english === "string") {
    /** @type {Map<string, string>} */
    const types = new Map();
    for (const text of [english, ...others])
      if (typeof text === "string") addArguments(readMessage(text), types);
    const list = [...types].map(([name, type]) => `readonly ${name}: ${type}`).join("; ");
    return list === "" ? "string" : `(args: { ${list} }) => string`;
  }
  if (!isTree(english) || Object.keys(english).length === 0) return "Readonly<Record<string, unknown>>";
  const trees = others.filter(isTree);
  const members = Object.entries(english).map(([key, text]) => {
    const inner = trees.map((tree) => tree[key]);
    return `readonly ${JSON.stringify(key)}: ${typeOf(text, inner, readMessage)};\n`;
  });
  return `{\n${members.join("")}}`;
}

/** The declarations of all files of English texts, by path. */
export async function textDeclarations() {
  // Packages of npm are imported where they are used: they exist only after setup.
  const { runnerImport } = await import("vite");
  /** @type {{ module: Messages }} */
  const { module } = await runnerImport(inRoot("web", "src", "language", "message.ts"), {
    configFile: false,
    logLevel: "error",
  });
  const source = inRoot("web", "src");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" });
  const english = files.filter((file) => /(^|\/)texts\/en\.json$/.test(file)).sort();
  return new Map(
    english.map((file) => {
      const folder = join(source, dirname(file));
      /** @param {string} name */
      const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
      const others = readdirSync(folder).filter((name) => /^(?!en\.)\w+\.json$/.test(name));
      const type = typeOf(read("en.json"), others.map(read), module.readMessage);
      const text = `// The texts of en.json with their arguments. Written by \`npm run gen -- texts\`.\ndeclare const texts: ${type};\nexport default texts;\n`;
      return [join(folder, "en.d.json.ts"), text];
    }),
  );
}

export async function writeTextDeclarations() {
  for (const [file, text] of await textDeclarations()) writeFileSync(file, text);
}
