// The messages of the scripts: for each step, a heading and the duration, or the reason for a failure and a
// remedy. The namespace of node:util is imported, because `import { styleText }` would fail in old versions
// of Node before setup can report the version.
import { AsyncLocalStorage } from "node:async_hooks";
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

/** The output of the work that is running, if it is shown only when the work ends. @type {AsyncLocalStorage<(string | Buffer)[]>} */
const kept = new AsyncLocalStorage();

/** Keeps the output of work that runs next to other work, and shows it when the work ends. @template T @param {() => Promise<T>} work */
export async function withOutputTogether(work) {
  /** @type {(string | Buffer)[]} */
  const output = [];
  try {
    return await kept.run(output, work);
  } finally {
    for (const part of output) process.stdout.write(part);
  }
}

/** A function that writes the output of the work that is running now. @param {NodeJS.WritableStream} terminal */
export function outputTo(terminal) {
  const output = kept.getStore();
  return (/** @type {string | Buffer} */ part) => void (output ? output.push(part) : terminal.write(part));
}

/** @param {string} line */
function print(line) {
  const output = kept.getStore();
  if (output) output.push(`${line}\n`);
  else console.log(line);
}

/** Prints the heading of a step. @param {string} title */
export const heading = (title) => print(style("bold", `\n== ${title}`));
/** Prints a detail of a step. @param {string} text */
export const note = (text) => print(style("dim", `   ${text}`));
/** Prints a success. @param {string} text */
export const done = (text) => print(style("green", `   ${text}`));

/** @param {string} text */
export const printProblem = (text) => outputTo(process.stderr)(`${text}\n`);

/**
 * Prints a failure and its remedy, or the stack trace of an unexpected error. Of an unknown option, the message is enough.
 * @param {unknown} error
 */
export function printError(error) {
  const isUnknownOption =
    error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  if (!isUnknownOption && !(error instanceof Failure)) {
    printProblem(util.inspect(error));
    return;
  }
  printProblem(style("red", `   failed: ${error.message}`));
  if ("remedy" in error && error.remedy) printProblem(String(error.remedy).replaceAll(/^/gm, "   "));
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
