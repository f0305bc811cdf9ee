// Reads the generated JSON files, in which each repeated part is stated once: `{"$ref": "#/$defs/NAME"}`
// stands for the part NAME of the object `$defs`. `$defaults` contains the members that an object of each
// type has if it does not state them.
import { readFileSync } from "node:fs";
import { inRoot } from "./paths.mjs";

const PREFIX = "#/$defs/";

/** @typedef {null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }} Json */

/**
 * The name of the part to which a value refers.
 * @param {Json} value
 */
function referenceOf(value) {
  const path = value !== null && typeof value === "object" && "$ref" in value ? value.$ref : undefined;
  return typeof path === "string" && path.startsWith(PREFIX) ? path.slice(PREFIX.length) : undefined;
}

/**
 * A JSON text without its definitions and defaults, the definitions, and a function that lists the members of
 * an object with the defaults.
 * @param {string} text
 * @returns {{ content: Json, definitions: Readonly<Record<string, Json>>, membersOf: (object: object) => [string, Json][] }}
 */
function read(text) {
  const { $defs = {}, $defaults = {}, ...content } = JSON.parse(text);
  /** @param {object} object */
  const membersOf = (object) => {
    const defaults = "type" in object && typeof object.type === "string" ? $defaults[object.type] : {};
    return Object.entries({ ...defaults, ...object });
  };
  return { content, definitions: $defs, membersOf };
}

/**
 * The value of a generated JSON text, in which each reference is replaced by its part.
 * @param {string} text
 * @returns {any}
 */
export function expandJson(text) {
  const { content, definitions, membersOf } = read(text);
  /** @type {(value: Json) => Json} */
  const expand = (value) => {
    const name = referenceOf(value);
    if (name !== undefined) return expand(definitions[name] ?? null);
    if (Array.isArray(value)) return value.map(expand);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(membersOf(value).map(([key, member]) => [key, expand(member)]));
  };
  return expand(content);
}

/**
 * The value of a file in web/src/generated.
 * @param {string} name
 */
export const readGenerated = (name) =>
  expandJson(readFileSync(inRoot("web", "src", "generated", name), "utf8"));

/**
 * A JavaScript module whose default export is the value of a generated JSON text. Each part is a constant, so
 * it is sent and parsed once.
 * @param {string} text
 */
function moduleOf(text) {
  const { content, definitions, membersOf } = read(text);
  /** @type {Map<string, string>} */
  const constants = new Map();
  let code = "";
  /** @type {(value: Json) => string} */
  const expression = (value) => {
    const name = referenceOf(value);
    if (name !== undefined) {
      const known = constants.get(name);
      if (known !== undefined) return known;
      const part = expression(definitions[name] ?? null);
      const constant = `p${constants.size}`;
      constants.set(name, constant);
      code += `const ${constant}=${part};\n`;
      return constant;
    }
    if (Array.isArray(value)) return `[${value.map(expression).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    const members = membersOf(value).map(([key, member]) => `${JSON.stringify(key)}:${expression(member)}`);
    return `{${members.join(",")}}`;
  };
  const whole = expression(content);
  return `${code}export default ${whole};\n`;
}

/**
 * The sentences of the decisions of each algorithm and queue discipline, by its ID: the template, and the
 * name and unit of each input.
 * @param {import("../../web/src/generated/types.ts").Catalogue} catalogue
 * @returns {Readonly<Record<string, readonly import("virtual:sentences").DecisionSentence[]>>}
 */
export function sentencesOf({ algorithms, queue_decisions }) {
  const ofAlgorithms = algorithms.map(({ id, decisions }) => /** @type {const} */ ([id, decisions]));
  const lists = [...ofAlgorithms, ...Object.entries(queue_decisions)].filter(([, list]) => list.length > 0);
  return Object.fromEntries(
    lists.map(([by, list]) => [
      by,
      list.map(({ template, inputs }) => ({
        template,
        inputs: inputs.map(({ id, unit }) => /** @type {const} */ ([id, unit])),
      })),
    ]),
  );
}

/** The code of the module `virtual:sentences`. A sentence that several algorithms use is stored once. */
function sentencesModule() {
  /** @type {Map<string, number>} */
  const indices = new Map();
  const lists = Object.entries(sentencesOf(readGenerated("catalogue.json"))).map(([by, sentences]) => {
    const texts = sentences.map((sentence) => JSON.stringify(sentence));
    for (const text of texts) if (!indices.has(text)) indices.set(text, indices.size);
    return `${JSON.stringify(by)}:of(${texts.map((text) => indices.get(text)).join(",")})`;
  });
  return `const all=[${[...indices.keys()].join(",\n")}];
const of=(...indices)=>indices.map((index)=>all[index]);
export default {${lists.join(",")}};
`;
}

const SENTENCES = "virtual:sentences";

/**
 * Loads the generated JSON files as modules, and provides the module `virtual:sentences`, for the page and
 * its tests.
 * @returns {import("vite").Plugin}
 */
export function generatedJsonPlugin() {
  return {
    name: "generated-json",
    enforce: "pre",
    // The module gets a name that does not end in `.json`. Otherwise Vite's plugin for JSON would try to
    // parse its code.
    resolveId(id, importer) {
      if (id === SENTENCES) return `\0${id}`;
      const match = /\/generated\/(\w+\.json)$/.exec(id);
      return match && importer ? `\0generated:${match[1]}.js` : null;
    },
    load(id) {
      if (id === `\0${SENTENCES}`) {
        this.addWatchFile(inRoot("web", "src", "generated", "catalogue.json"));
        return { code: sentencesModule(), moduleType: "js" };
      }
      const match = /^\0generated:(\w+\.json)\.js$/.exec(id);
      if (!match) return null;
      const file = inRoot("web", "src", "generated", match[1] ?? "");
      this.addWatchFile(file);
      return { code: moduleOf(readFileSync(file, "utf8")), moduleType: "js" };
    },
  };
}
