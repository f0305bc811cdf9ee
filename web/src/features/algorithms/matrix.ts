// The results of the table "Which one wins" (docs/validation/matrix.json). The build packs them
// (vite.config.ts), because the names of the values would be most of the file.
import { formatQuantity } from "../../scenario/units.ts";

export const NETWORK_IDS = ["bdp", "deep", "codel"] as const;
export type NetworkId = (typeof NETWORK_IDS)[number];

export const QUANTITIES = ["share", "utilisation", "wait", "loss"] as const;
export type QuantityId = (typeof QUANTITIES)[number];

/** Shares as fractions, the wait in ms. */
export type MatrixValues = Readonly<Record<QuantityId, number>>;

/** The means over the seeds, half the width of the share's 95 % interval, and the run with the first seed. */
export interface MatrixCell extends MatrixValues {
  readonly network: string;
  readonly first: string;
  readonly second: string;
  readonly half: number;
  /** The number of seeds. */
  readonly seeds: number;
  readonly run: MatrixValues & { readonly id: string };
}

export interface MatrixResults {
  readonly version: string;
  readonly cells: readonly MatrixCell[];
}

/** A result has this many steps in a unit, as many as its stored decimals. */
const STEPS: Readonly<Record<QuantityId, number>> = {
  share: 1000,
  utilisation: 1000,
  wait: 10,
  loss: 10_000,
};

interface PackedNetwork {
  readonly means: Readonly<Record<QuantityId, readonly number[]>>;
  readonly runs: Readonly<Record<QuantityId, readonly number[]>>;
  readonly halves: readonly number[];
  readonly seeds: readonly number[];
  /** The result IDs, joined. */
  readonly ids: string;
}

/**
 * A network has a cell for each pair of algorithms: each algorithm with itself and with all algorithms after
 * it.
 */
export interface PackedMatrix {
  readonly version: string;
  readonly algorithms: readonly string[];
  readonly networks: Readonly<Record<string, PackedNetwork>>;
}

/** The length of a result ID. */
const ID_LENGTH = 16;

const pairsOf = (algorithms: readonly string[]): readonly (readonly [string, string])[] =>
  algorithms.flatMap((first, i) => algorithms.slice(i).map((second) => [first, second] as const));

const keyOf = (network: string, first: string, second: string): string => `${network} ${first} ${second}`;

export function packMatrix({ version, cells }: MatrixResults): PackedMatrix {
  const algorithms = [...new Set(cells.map(({ first }) => first))];
  const byKey = new Map(cells.map((cell) => [keyOf(cell.network, cell.first, cell.second), cell]));
  const networks = Object.fromEntries(
    NETWORK_IDS.map((network) => {
      const ordered = pairsOf(algorithms).map(([first, second]) => {
        const cell = byKey.get(keyOf(network, first, second));
        if (!cell) throw new Error(`docs/validation/matrix.json has no result of ${first} and ${second}.`);
        return cell;
      });
      const columns = (values: readonly MatrixValues[]) => {
        const column = (id: QuantityId) => values.map((value) => Math.round(value[id] * STEPS[id]));
        return {
          share: column("share"),
          utilisation: column("utilisation"),
          wait: column("wait"),
          loss: column("loss"),
        };
      };
      const runs = ordered.map(({ run }) => run);
      return [
        network,
        {
          means: columns(ordered),
          runs: columns(runs),
          halves: ordered.map(({ half }) => Math.round(half * STEPS.share)),
          seeds: ordered.map(({ seeds }) => seeds),
          ids: runs.map(({ id }) => id).join(""),
        },
      ];
    }),
  );
  return { version, algorithms, networks };
}

/** The results of one algorithm against another. */
export interface Pair {
  readonly row: string;
  readonly column: string;
  readonly mean: MatrixValues;
  /** Half the width of the 95 % interval of the mean share. */
  readonly half: number;
  readonly seeds: number;
  readonly run: MatrixValues;
  readonly resultId: string;
  /** The flows of the stored run: its first flow may have the algorithm of the column. */
  readonly flows: readonly [string, string];
}

export interface Matrix {
  readonly version: string;
  readonly algorithms: readonly string[];
  readonly pair: (network: NetworkId, row: string, column: string) => Pair | null;
}

export function unpackMatrix({ version, algorithms, networks }: PackedMatrix): Matrix {
  const pairs = pairsOf(algorithms);
  const indexOf = new Map(pairs.map(([first, second], i) => [`${first} ${second}`, i]));
  const valuesAt = (columns: Readonly<Record<QuantityId, readonly number[]>>, i: number): MatrixValues => {
    const value = (id: QuantityId): number => (columns[id][i] ?? 0) / STEPS[id];
    return {
      share: value("share"),
      utilisation: value("utilisation"),
      wait: value("wait"),
      loss: value("loss"),
    };
  };
  const pair = (network: NetworkId, row: string, column: string): Pair | null => {
    const isStored = indexOf.has(`${row} ${column}`);
    const flows = isStored ? ([row, column] as const) : ([column, row] as const);
    const i = indexOf.get(flows.join(" "));
    const packed = networks[network];
    if (i === undefined || !packed) return null;
    const turned = (values: MatrixValues): MatrixValues =>
      isStored ? values : { ...values, share: 1 - values.share };
    return {
      row,
      column,
      mean: turned(valuesAt(packed.means, i)),
      half: (packed.halves[i] ?? 0) / STEPS.share,
      seeds: packed.seeds[i] ?? 0,
      run: turned(valuesAt(packed.runs, i)),
      resultId: packed.ids.slice(i * ID_LENGTH, (i + 1) * ID_LENGTH),
      flows,
    };
  };
  return { version, algorithms, pair };
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
  return scaled.toFixed(quantity === "loss" && scaled < 9.95 ? 1 : 0);
}

/** A value with its unit. */
export const valueWithUnit = (quantity: QuantityId, value: number): string =>
  formatQuantity(value, quantity === "wait" ? "ms" : "share");

/** The range of the colours. */
export function rangeOf(matrix: Matrix, network: NetworkId, quantity: QuantityId): readonly [number, number] {
  if (quantity === "share" || quantity === "utilisation") return [0, 1];
  const values = pairsOf(matrix.algorithms).map(
    ([row, column]) => matrix.pair(network, row, column)?.mean[quantity] ?? 0,
  );
  return [0, Math.max(...values)];
}

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
      const shares = [share.toFixed(3), found.half.toFixed(3), String(found.seeds)];
      const values = [...shares, utilisation.toFixed(3), wait.toFixed(1), loss.toFixed(4)];
      return [[network, row, column, ...values]];
    }),
  );
  return [head, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
