// The counts of a piece of fuzzing. A piece is a number of inputs for one target, made from one seed.

/**
 * An input that made the target fail.
 * @typedef {{ index: number, message: string, input?: string, file?: string }} Problem
 */

/**
 * The numbers of inputs by their outcome. `refused` counts the refused inputs by the code of the refusal.
 * @typedef {{ inputs: number, accepted: number, refused: Record<string, number>, problems: Problem[] }} Counts
 */

/**
 * Runs the inputs of a piece, or only the input number `index`. `check` returns "" if it accepted the input,
 * or the code of its refusal, and throws if the input is a problem. It passes the input to `describe`,
 * so that a problem can be saved.
 * @param {{ count: number, index?: number | undefined }} piece
 * @param {(index: number, describe: (input: string) => void) => Promise<string> | string} check
 * @returns {Promise<Counts>}
 */
export async function countInputs({ count, index: only }, check) {
  /** @type {Counts} */
  const counts = { inputs: only === undefined ? count : 1, accepted: 0, refused: {}, problems: [] };
  for (let index = only ?? 0; index < (only === undefined ? count : only + 1); index++) {
    let input = "";
    const describe = (/** @type {string} */ text) => {
      input = text;
    };
    try {
      const code = await check(index, describe);
      if (code === "") counts.accepted += 1;
      else counts.refused[code] = (counts.refused[code] ?? 0) + 1;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      counts.problems.push({ index, message, input });
    }
  }
  return counts;
}
