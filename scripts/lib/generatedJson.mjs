// Reads the generated JSON files, in which each repeated part is stated once: `{"$ref": "#/$defs/NAME"}` stands for the part NAME of
// the object `$defs`.
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
 * A JSON text without its `$defs`, and the definitions.
 * @param {string} text
 * @returns {{ content: Json, definitions: Readonly<Record<string, Json>> }}
 */
function read(text) {
  const { $defs = {}, ...content } = JSON.parse(text);
  return { content, definitions: $defs };
}

/**
 * The value of a generated JSON text, with all parts in place.
 * @param {string} text
 * @returns {any}
 */
export function expandJson(text) {
  const { content, definitions } = read(text);
  /** @type {(value: Json) => Json} */
  const expand = (value) => {
    const name = referenceOf(value);
    if (name !== undefined) return expand(definitions[name] ?? null);
    if (Array.isArray(value)) return value.map(expand);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member)]));
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
 * A JavaScript module whose default export is the value of a generated JSON text. Each part is a constant, so it is sent and parsed once.
 * @param {string} text
 */
function moduleOf(text) {
  const { content, definitions } = read(text);
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
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}:${expression(member)}`,
    );
    return `{${members.join(",")}}`;
  };
  const whole = expression(content);
  return `${code}export default ${whole};\n`;
}

/**
 * Loads the generated JSON files as modules, for the page and its tests.
 * @returns {import("vite").Plugin}
 */
export function generatedJsonPlugin() {
  return {
    name: "generated-json",
    enforce: "pre",
    // Vite's own plugin for JSON would not find JSON any more, so the module gets another name.
    resolveId(id, importer) {
      const match = /\/generated\/(\w+\.json)$/.exec(id);
      return match && importer ? `\0generated:${match[1]}.js` : null;
    },
    load(id) {
      const match = /^\0generated:(\w+\.json)\.js$/.exec(id);
      if (!match) return null;
      const file = inRoot("web", "src", "generated", match[1] ?? "");
      this.addWatchFile(file);
      return { code: moduleOf(readFileSync(file, "utf8")), moduleType: "js" };
    },
  };
}
