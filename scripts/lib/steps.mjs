// The messages of the scripts: for each step, a heading and the duration, or the reason for a failure and a
// remedy. The namespace of node:util is imported, because `import { styleText }` would fail in old versions
// of Node before setup can report the version.
import * as util from "node:util";

const coloured = process.stdout.isTTY && !process.env.NO_COLOR && util.styleText !== undefined;

/** @param {Parameters<typeof util.styleText>[0]} format @param {string} text */
const style = (format, text) => (coloured ? util.styleText(format, text) : text);

/** An error with a message and a remedy for the user, which is printed without a stack trace. */
export class Failure extends Error {
  /** @param {string} message @param {string} [remedy] */
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * The time since `start`, a value of `performance.now()`, as text.
 * @param {number} start
 */
export function secondsSince(start) {
  const elapsed = (performance.now() - start) / 1000;
  if (elapsed < 60) return `${elapsed.toFixed(1)} s`;
  return `${Math.floor(elapsed / 60)} min ${Math.round(elapsed % 60)} s`;
}

/** Prints the heading of a step. @param {string} title */
export const heading = (title) => console.log(style("bold", `\n== ${title}`));
/** Prints a detail of a step. @param {string} text */
export const note = (text) => console.log(style("dim", `   ${text}`));
/** Prints a success. @param {string} text */
export const done = (text) => console.log(style("green", `   ${text}`));

/**
 * Prints a failure and its remedy, or the stack trace of an unexpected error. Of an unknown option, the message is enough.
 * @param {unknown} error
 */
export function printError(error) {
  if (error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")) {
    console.error(style("red", `   failed: ${error.message}`));
    return;
  }
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  console.error(style("red", `   failed: ${error.message}`));
  if (error.remedy) console.error(error.remedy.replaceAll(/^/gm, "   "));
}

/**
 * Runs one step under its heading and prints its duration.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 */
export async function step(title, work) {
  heading(title);
  const start = performance.now();
  const result = await work();
  done(`done in ${secondsSince(start)}`);
  return result;
}

/**
 * Runs a script's main function. On an error, prints it and sets exit status 1.
 * @param {() => Promise<void>} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}
