// How the scripts talk: a heading for each step, how long it took, and on failure what failed and what to do.
// The whole namespace, so that an old Node without styleText gets as far as the message that it is too old.
import * as util from "node:util";

const colour = process.stdout.isTTY && !process.env.NO_COLOR && util.styleText;
const style = (format, text) => (colour ? util.styleText(format, text) : text);

/** A failure that is explained to the person: what failed, and what to do about it. */
export class Failure extends Error {
  constructor(what, todo) {
    super(what);
    this.todo = todo;
  }
}

export function seconds(since) {
  const elapsed = (performance.now() - since) / 1000;
  if (elapsed < 60) return `${elapsed.toFixed(1)} s`;
  return `${Math.floor(elapsed / 60)} min ${Math.round(elapsed % 60)} s`;
}

export const heading = (title) => console.log(style("bold", `\n== ${title}`));
export const note = (text) => console.log(style("dim", `   ${text}`));
export const done = (text) => console.log(style("green", `   ${text}`));

export function explain(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  console.error(style("red", `   failed: ${error.message}`));
  if (error.todo) console.error(error.todo.replaceAll(/^/gm, "   "));
}

/** Runs one step under its heading; what it throws passes on. */
export async function step(title, work) {
  heading(title);
  const start = performance.now();
  const result = await work();
  done(`done in ${seconds(start)}`);
  return result;
}

/** Runs a script's main function; a failure is explained and becomes exit status 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}
