// The files of public/papers, for scripts and tests.
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { inRoot } from "./paths.mjs";

/**
 * The content of a file: the index, or the stored results of an experiment.
 * @param {string} name
 */
export const storedPapers = (name) =>
  JSON.parse(inflateSync(readFileSync(inRoot("public", "papers", `${name}.json.zlib`))).toString());
