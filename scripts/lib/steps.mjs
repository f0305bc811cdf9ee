// The scripts' messages: a heading for each step, its duration, and on failure the reason and a remedy.
// Imports the namespace of node:util, because older versions of Node lack styleText and must still reach the version check.
import * as util from "node:util";

const coloured = process.stdout.isTTY && !process.env.NO_COLOR && util.styleText !== undefined;

/** @param {Parameters<typeof util.styleText>[0]} format @param {string} text */
const style = (format, text) => (coloured ? util.styleText(format, text) : text);

/** A failure with a message for people: what failed, and what to do about it. */
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

/** @param {string} title */
export const heading = (title) => console.log(style("bold", `\n== ${title}`));
/** @param {string} text */
export const note = (text) => console.log(style("dim", `   ${text}`));
/** @param {string} text */
export const done = (text) => console.log(style("green", `   ${text}`));

/**
 * Prints a failure and its remedy, or the stack trace of an unexpected error.
 * @param {unknown} error
 */
export function printError(error) {
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
