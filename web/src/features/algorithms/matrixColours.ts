// The colours of the cells: a share diverges at the same share for both flows.
import { valueColours } from "../../charts/paper/index.ts";
import { type Matrix, rangeOf } from "./matrix.ts";
import type { MatrixChoice } from "./matrixChoice.ts";

/** The share at which both flows have the same. */
export const FAIR_SHARE = 0.5;

export function matrixColours(
  matrix: Matrix,
  { network, quantity }: MatrixChoice,
): (value: number) => string {
  const fair = quantity === "share" ? FAIR_SHARE : undefined;
  return valueColours(rangeOf(matrix, network, quantity), fair);
}
