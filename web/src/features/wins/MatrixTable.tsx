// The table "Which one wins" as a grid: the arrow keys move the focus, and only one cell at a time is in the
// tab order.

import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useMemo,
  useState,
} from "react";
import { addressOf } from "../../address/route.ts";
import { textOn } from "../../charts/paper/index.ts";
import { formatInterval } from "../../scenario/units.ts";
import { cellText, type Matrix, meanAgainst, type Pair, valueWithUnit } from "./matrix.ts";
import type { Competitor, MatrixChoice } from "./matrixChoice.ts";
import { matrixColours } from "./matrixColours.ts";
import { winsMenuTexts } from "./menuTexts.ts";
import { winsTexts } from "./texts/index.ts";

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

/** Moves the focus in a grid of `count` rows and columns, in addition to the names. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>, count: number): void {
  const step = STEPS[event.key];
  const at = (event.target as HTMLElement).dataset["at"]?.split(" ").map(Number);
  if (!step || !at || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const row = inside((at[0] ?? 0) + step[0], 0, count);
  // The corner above the names has no link.
  const column = inside((at[1] ?? 0) + step[1], row === 0 ? 1 : 0, count);
  event.currentTarget.querySelector<HTMLElement>(`[data-at="${row} ${column}"]`)?.focus();
}

function sentenceOf(
  row: Competitor,
  column: Competitor,
  pair: Pair,
  quantity: MatrixChoice["quantity"],
): string {
  const competition = winsTexts.against({ row: row.name, column: column.name });
  return quantity === "share"
    ? winsTexts.shareSentence({
        pair: competition,
        value: formatInterval(pair.mean.share, pair.cell.half, "%"),
        seeds: pair.cell.seeds,
      })
    : winsTexts.sentence({
        pair: competition,
        quantity: winsTexts.quantities[quantity],
        value: valueWithUnit(quantity, pair.mean[quantity]),
      });
}

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
  return (
    <div className="matrix-scroll card">
      <table
        className="matrix-table text-s"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of the table are controls
        role="grid"
        aria-label={winsMenuTexts.wins}
        aria-describedby="matrix-meaning"
        onKeyDown={(event) => moveFocus(event, count)}
      >
        <thead>
          <tr>
            <td />
            <th scope="col" className="matrix-mean">
              {winsTexts.mean}
            </th>
            {algorithms.map(({ id, name }, j) => (
              <th key={id} scope="col">
                <NameLink id={id} name={name} {...tab(0, j + 1)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {algorithms.map((row, i) => {
            const mean = meanAgainst(matrix, network, quantity, row.id, ids);
            return (
              <tr key={row.id}>
                <th scope="row">
                  <NameLink id={row.id} name={row.name} {...tab(i + 1, 0)} />
                </th>
                <MeanCell name={row.name} quantity={quantity} mean={mean} />
                {algorithms.map((column, j) => {
                  const pair = matrix.pair(network, row.id, column.id);
                  return pair ? (
                    <PairCell
                      key={column.id}
                      text={cellText(quantity, pair.mean[quantity])}
                      background={colour(pair.mean[quantity])}
                      sentence={sentenceOf(row, column, pair, quantity)}
                      {...tab(i + 1, j + 1)}
                      onClick={() => onOpen(pair)}
                    />
                  ) : (
                    <td key={column.id} />
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

interface MeanCellProps {
  readonly name: string;
  readonly quantity: MatrixChoice["quantity"];
  readonly mean: number | null;
}

function MeanCell({ name, quantity, mean }: MeanCellProps): ReactNode {
  const label =
    mean === null ? undefined : winsTexts.meanOf({ row: name, value: valueWithUnit(quantity, mean) });
  return (
    <td className="matrix-mean" aria-label={label}>
      {mean === null ? "\u2013" : cellText(quantity, mean)}
    </td>
  );
}

interface NameLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly id: string;
  readonly name: string;
}

function NameLink({ id, name, ...link }: NameLinkProps): ReactNode {
  return (
    <a href={addressOf("algorithms", id)} {...link}>
      {name}
    </a>
  );
}

interface PairCellProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly text: string;
  readonly background: string;
  readonly sentence: string;
}

function PairCell({ text, background, sentence, ...button }: PairCellProps): ReactNode {
  const style = { background, color: textOn(background, "#000000") };
  return (
    <td>
      <button type="button" style={style} aria-label={sentence} title={sentence} {...button}>
        {text}
      </button>
    </td>
  );
}
