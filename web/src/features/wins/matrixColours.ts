// The colours of the cells: a share diverges at the same share for both flows.
import { valueColours } from "../../charts/paper/index.ts";
import type { Matrix } from "./matrix.ts";
import type { MatrixChoice } from "./matrixChoice.ts";

/** The share at which both flows have the same. */
const FAIR_SHARE = 0.5;

export function matrixColours(
  { cells }: Matrix,
  { network, quantity }: MatrixChoice,
): (value: number) => string {
  if (quantity === "share") return valueColours([0, 1], FAIR_SHARE);
  if (quantity === "utilisation") return valueColours([0, 1], undefined);
  const values = cells.filter((cell) => cell.network === network).map((cell) => cell[quantity]);
  return valueColours([0, Math.max(...values)], undefined);
}
