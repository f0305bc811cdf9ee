// The table "Which one wins" as a grid: the arrow keys move the focus, and one cell at a time is in the tab order.
import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";
import { addressOf } from "../../address/route.ts";
import { textOn } from "../../charts/paper/index.ts";
import { M } from "../../strings/matrix.ts";
import { cellText, type Matrix, meanBeside, type Pair, valueWithUnit } from "./matrix.ts";
import type { Competitor, MatrixChoice } from "./matrixChoice.ts";
import { matrixColours } from "./matrixColours.ts";

interface MatrixTableProps {
  readonly matrix: Matrix;
  readonly choice: MatrixChoice;
  readonly algorithms: readonly Competitor[];
  readonly onOpen: (pair: Pair) => void;
}

/** The rows and columns that each key moves the focus by. Row and column 0 are the names. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

const inside = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export function MatrixTable({ matrix, choice, algorithms, onOpen }: MatrixTableProps): ReactNode {
  const { network, quantity } = choice;
  const [focus, setFocus] = useState<readonly [number, number]>([1, 1]);
  const count = algorithms.length;
  const [focusRow, focusColumn] = focus.map((i) => inside(i, 0, count));
  const colour = useMemo(() => matrixColours(matrix, choice), [matrix, choice]);
  const ids = algorithms.map(({ id }) => id);
  const tab = (row: number, column: number) => ({
    "data-at": `${row} ${column}`,
    tabIndex: row === focusRow && column === focusColumn ? 0 : -1,
    onFocus: () => setFocus([row, column]),
  });
  const move = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = STEPS[event.key];
    const at = (event.target as HTMLElement).dataset["at"]?.split(" ").map(Number);
    if (!step || !at || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const row = inside((at[0] ?? 0) + step[0], 0, count);
    // The corner above the names has no link.
    const column = inside((at[1] ?? 0) + step[1], row === 0 ? 1 : 0, count);
    event.currentTarget.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus();
  };
  const sentence = (row: Competitor, column: Competitor, pair: Pair): string => {
    const beside = M.beside(row.name, column.name);
    const value = valueWithUnit(quantity, pair.mean[quantity]);
    return quantity === "share"
      ? M.shareSentence(beside, value)
      : M.sentence(beside, M.quantities[quantity], value);
  };
  const link = ({ id, name }: Competitor, row: number, column: number): ReactNode => (
    <a href={addressOf("algorithms", id)} {...tab(row, column)}>
      {name}
    </a>
  );
  return (
    <div className="matrix-scroll">
      <table
        className="matrix-table"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of the table are controls
        role="grid"
        aria-label={M.title}
        aria-describedby="matrix-meaning"
        onKeyDown={move}
      >
        <thead>
          <tr>
            <td />
            <th scope="col" className="matrix-mean">
              {M.mean}
            </th>
            {algorithms.map((column, j) => (
              <th key={column.id} scope="col">
                {link(column, 0, j + 1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {algorithms.map((row, i) => {
            const mean = meanBeside(matrix, network, quantity, row.id, ids);
            return (
              <tr key={row.id}>
                <th scope="row">{link(row, i + 1, 0)}</th>
                <td
                  className="matrix-mean"
                  aria-label={mean === null ? undefined : M.meanOf(row.name, valueWithUnit(quantity, mean))}
                >
                  {mean === null ? "\u2013" : cellText(quantity, mean)}
                </td>
                {algorithms.map((column, j) => {
                  const pair = matrix.pair(network, row.id, column.id);
                  if (!pair) return <td key={column.id} />;
                  const background = colour(pair.mean[quantity]);
                  const text = sentence(row, column, pair);
                  return (
                    <td key={column.id}>
                      <button
                        type="button"
                        style={{ background, color: textOn(background, "#000000") }}
                        aria-label={text}
                        title={text}
                        {...tab(i + 1, j + 1)}
                        onClick={() => onOpen(pair)}
                      >
                        {cellText(quantity, pair.mean[quantity])}
                      </button>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
