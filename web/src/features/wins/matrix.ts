// The results of the table "Which one wins" (docs/validation/matrix.json, from scripts/lib/matrix.mjs).
import type { MatrixCell, MatrixResults, MatrixValues } from "../../../../scripts/lib/matrixCells.mjs";
import { localNumber } from "../../language/localized.ts";
import { formatQuantity } from "../../scenario/units.ts";

export const NETWORK_IDS = ["bdp", "deep", "codel"] as const;
export type NetworkId = (typeof NETWORK_IDS)[number];

export const QUANTITIES = ["share", "utilisation", "wait", "loss"] as const;
export type QuantityId = (typeof QUANTITIES)[number];

/** The results of one algorithm, the row, against another one. */
export interface Pair {
  readonly row: string;
  readonly column: string;
  readonly mean: MatrixValues;
  readonly run: MatrixValues;
  /** The stored cell. Its first flow may have the algorithm of the column. */
  readonly cell: MatrixCell;
}

export interface Matrix extends MatrixResults {
  readonly algorithms: readonly string[];
  readonly pair: (network: NetworkId, row: string, column: string) => Pair | null;
}

export function matrixOf({ version, cells }: MatrixResults): Matrix {
  const algorithms = [...new Set(cells.map(({ first }) => first))];
  const cellsByPair = new Map(cells.map((cell) => [`${cell.network} ${cell.first} ${cell.second}`, cell]));
  const pair = (network: NetworkId, row: string, column: string): Pair | null => {
    const direct = cellsByPair.get(`${network} ${row} ${column}`);
    const cell = direct ?? cellsByPair.get(`${network} ${column} ${row}`);
    if (!cell) return null;
    const turned = <Values extends MatrixValues>(values: Values): Values =>
      direct ? values : { ...values, share: 1 - values.share };
    return { row, column, mean: turned(cell), run: turned(cell.run), cell };
  };
  return { version, cells, algorithms, pair };
}

/** The mean of a quantity of an algorithm against all other algorithms. */
export function meanAgainst(
  matrix: Matrix,
  network: NetworkId,
  quantity: QuantityId,
  row: string,
  columns: readonly string[],
): number | null {
  const values = columns.flatMap((column) => {
    const pair = column === row ? null : matrix.pair(network, row, column);
    return pair ? [pair.mean[quantity]] : [];
  });
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A value in a cell: percentages and milliseconds without their unit, with at most three digits. */
export function cellText(quantity: QuantityId, value: number): string {
  const scaled = quantity === "wait" ? value : 100 * value;
  return localNumber(scaled.toFixed(quantity === "loss" && scaled < 9.95 ? 1 : 0));
}

export const valueWithUnit = (quantity: QuantityId, value: number): string =>
  formatQuantity(value, quantity === "wait" ? "ms" : "share");

/** The cells of all pairs on a network as CSV (RFC 4180). */
export function matrixCsv(matrix: Matrix, network: NetworkId, algorithms: readonly string[]): string {
  const head = [
    "network",
    "algorithm",
    "against",
    "share",
    "half width",
    "seeds",
    "utilisation",
    "wait in ms",
    "loss",
  ];
  const rows = algorithms.flatMap((row) =>
    algorithms.flatMap((column) => {
      const found = matrix.pair(network, row, column);
      if (!found) return [];
      const { share, utilisation, wait, loss } = found.mean;
      const shares = [share.toFixed(3), found.cell.half.toFixed(3), String(found.cell.seeds)];
      const values = [...shares, utilisation.toFixed(3), wait.toFixed(1), loss.toFixed(4)];
      return [[network, row, column, ...values]];
    }),
  );
  return [head, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
