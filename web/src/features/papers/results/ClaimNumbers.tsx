// The numbers of a claim: what the paper's sentence asks of each quantity, what was measured, and what a changed
// assumption gives.

import type { ReactNode } from "react";
import {
  type Check,
  type ClaimLine,
  cellTitle,
  type Experiment,
  type Judgement,
  type Outcome,
  quantityOf,
} from "../../../charts/paper/index.ts";
import { type Column, Table } from "../../../components/Table.tsx";
import { significant } from "../../../scenario/units.ts";
import { paperTexts } from "../texts/index.ts";

interface ClaimNumbersProps {
  readonly line: ClaimLine;
  readonly experiment: Experiment;
  readonly stored: Judgement | undefined;
  readonly spread: Outcome["spread"];
  /** The judgement with a changed assumption. Undefined if nothing is changed. */
  readonly changed: Judgement | undefined;
}

/** The checks of one quantity that ask for the same. */
type Row = readonly number[];

/** What a check asks for, without its quantity and its place. */
const demandOf = ({ quantity: _quantity, where: _where, ...demand }: Check): string => JSON.stringify(demand);

function rowsOf(checks: readonly Check[]): readonly Row[] {
  const rows = new Map<string, number[]>();
  checks.forEach((check, i) => {
    const key = `${check.quantity} ${demandOf(check)}`;
    rows.set(key, [...(rows.get(key) ?? []), i]);
  });
  return [...rows.values()];
}

export function ClaimNumbers({ line, experiment, stored, spread, changed }: ClaimNumbersProps): ReactNode {
  const { checks, number, ours } = line;
  const rows = rowsOf(checks);
  if (rows.length === 0) return null;
  const measured = (judgement: Judgement | undefined, row: Row, ends?: Outcome["spread"]): ReactNode =>
    judgement ? <Measured {...{ judgement, row }} spread={ends} /> : paperTexts.noValue;
  const columns: Column<Row>[] = [
    {
      key: "quantity",
      head: paperTexts.quantity,
      cell: (row) => <QuantityName {...{ checks, experiment, row }} />,
    },
    {
      key: "paper",
      head: ours ? paperTexts.weAsk : paperTexts.paperAsks,
      cell: ([first]) => demandText(checks[first ?? 0]),
    },
    { key: "here", head: paperTexts.measured, cell: (row) => measured(stored, row, spread) },
  ];
  if (changed)
    columns.push({
      key: "changed",
      head: <mark>{paperTexts.withChange}</mark>,
      cell: (row) => measured(changed, row),
    });
  return (
    <div className="claim-numbers">
      <Table
        caption={paperTexts.numbersOf({ claim: number })}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={String}
      />
    </div>
  );
}

interface QuantityNameProps {
  readonly checks: readonly Check[];
  readonly experiment: Experiment;
  readonly row: Row;
}

/** The quantity of a row with its unit, and where it is examined if other rows examine it elsewhere. */
function QuantityName({ checks, experiment, row }: QuantityNameProps): ReactNode {
  const own = checks[row[0] ?? 0];
  if (!own) return null;
  const { label, unit } = quantityOf(experiment, own.quantity);
  const isShared = checks.some((check, i) => check.quantity === own.quantity && !row.includes(i));
  const places = row.map((i) => placeText(experiment, checks[i]?.where));
  return (
    <span lang="en">
      {label}
      {unit === "" ? "" : ` (${unit})`}
      {isShared && <small className="block faint text-s">{places.join("; ")}</small>}
    </span>
  );
}

/** Conditions on coordinates as text: "TFWC, bottleneck at least 5.1 Mb/s". */
function placeText(experiment: Experiment, where: Check["where"] = []): string {
  return where
    .map(({ axis, is, from, to }) => {
      if (is !== undefined) return cellTitle(experiment, { [axis]: is });
      if (to === undefined) return paperTexts.from({ place: cellTitle(experiment, { [axis]: from ?? "" }) });
      if (from === undefined) return paperTexts.upTo({ place: cellTitle(experiment, { [axis]: to }) });
      const low = cellTitle(experiment, { [axis]: from });
      return from === to ? low : paperTexts.range({ from: low, to: significant(to) });
    })
    .join(", ");
}

/** The values that a check accepts. */
function demandText(check: Check | undefined): string {
  if (!check) return "";
  const { at_least: least, at_most: most, above, below, defined } = check;
  if (defined !== undefined) return defined ? paperTexts.happens : paperTexts.never;
  if (least !== undefined && most !== undefined)
    return least === most
      ? significant(least)
      : paperTexts.range({ from: significant(least), to: significant(most) });
  if (least !== undefined) return paperTexts.atLeast({ value: significant(least) });
  if (most !== undefined) return paperTexts.atMost({ value: significant(most) });
  if (above !== undefined) return paperTexts.above({ value: significant(above) });
  return below === undefined ? "" : paperTexts.below({ value: significant(below) });
}

interface MeasuredProps {
  readonly judgement: Judgement;
  readonly row: Row;
  readonly spread: Outcome["spread"];
}

/** The values of a row with those that single seeds give, and how many do not satisfy the claim. */
function Measured({ judgement, row, spread = [] }: MeasuredProps): ReactNode {
  const isOwn = (value: Judgement["values"][number] | undefined): boolean =>
    value !== undefined && row.includes(value.check);
  const values = judgement.values.filter(isOwn);
  const own = rangeText(values.flatMap(({ value }) => (value === null ? [] : [value])));
  const ends = spread.filter((_, i) => isOwn(judgement.values[i])).flat();
  const seeds = rangeText(ends.filter((end) => end !== null));
  const failed = values.filter(({ holds }) => !holds).length;
  return (
    <>
      {own}
      {ends.length > 0 && seeds !== own && (
        <small className="block faint text-s">{paperTexts.singleSeeds({ range: seeds })}</small>
      )}
      {failed > 0 && values.length > 1 && (
        <small className="block faint text-s">{paperTexts.failing({ n: failed, all: values.length })}</small>
      )}
    </>
  );
}

/** The smallest and the largest of some numbers as text. */
export function rangeText(numbers: readonly number[]): string {
  if (numbers.length === 0) return paperTexts.noValue;
  const [low, high] = [significant(Math.min(...numbers)), significant(Math.max(...numbers))];
  return low === high ? low : paperTexts.range({ from: low, to: high });
}
