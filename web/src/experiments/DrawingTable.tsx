// The values of a drawing as a table: a row for each combination of coordinates, with what the paper states,
// and a button that opens the row's run in the Lab. For tables of the papers it is open at once.
import type { ReactNode } from "react";
import {
  allows,
  axisValues,
  type Coordinates,
  cellIdAt,
  cellTitle,
  type DataPoint,
  type Drawing,
  type Experiment,
  matches,
  meanText,
  pointsOf,
  quantityOf,
  type Results,
  valueText,
  withUnit,
} from "../charts/paper/index.ts";
import { figureTexts } from "../charts/paper/texts/index.ts";
import { Button } from "../components/Button.tsx";
import { type Column, Table } from "../components/Table.tsx";
import { experimentTexts } from "./texts/index.ts";

interface DrawingTableProps {
  readonly drawing: Drawing;
  readonly experiment: Experiment;
  readonly results: Results;
  /** The stored results, if `results` belong to a changed assumption. */
  readonly before?: Results | null | undefined;
  readonly onCell: (cell: string) => void;
  /** Whether the drawing is the only one of the page, so that the table need not be named after it. */
  readonly isOnly?: boolean;
  /** Whether every table is folded, because the page shows a figure of its values. */
  readonly isFolded?: boolean;
}

/** The largest number of rows of a table. The file of the results has all rows. */
const MAX_ROWS = 120;

/** A table with more rows is folded. */
const MAX_OPEN_ROWS = 30;

/** The drawings whose values are listed, without those whose quantities are all in another table. */
export function tablesOf(drawings: readonly Drawing[]): readonly Drawing[] {
  const tables = drawings.filter(({ kind }) => kind === "table");
  const isCovered = (drawing: Drawing): boolean =>
    tables.some((table) => {
      const [own, others] = [quantitiesOf(drawing), quantitiesOf(table)];
      return table !== drawing && own.length > 0 && own.every((id) => others.includes(id));
    });
  return [...tables, ...drawings.filter((drawing) => drawing.kind !== "table" && !isCovered(drawing))];
}

export function DrawingTable(props: DrawingTableProps): ReactNode {
  const { drawing, results, isFolded = false } = props;
  const rows = rowsOf(drawing, results, quantitiesOf(drawing)).length;
  if (!isFolded && drawing.kind === "table" && rows <= MAX_OPEN_ROWS) return <ValueTable {...props} />;
  return (
    <details className="card">
      <summary>
        {props.isOnly ? experimentTexts.values : `${experimentTexts.values}: ${drawing.title}`}
      </summary>
      <ValueTable {...props} />
    </details>
  );
}

function quantitiesOf(drawing: Drawing): readonly string[] {
  switch (drawing.kind) {
    case "series":
      return [];
    case "surface":
    case "histogram":
      return [drawing.quantity];
    default:
      return drawing.quantities;
  }
}

/** The coordinates of the rows of a drawing's table. */
function rowsOf(drawing: Drawing, results: Results, quantities: readonly string[]): readonly Coordinates[] {
  const all =
    drawing.kind === "series"
      ? results.curves.map(({ at }) => at)
      : quantities.flatMap((quantity) => pointsOf(results, quantity).map(({ at }) => at));
  const where = drawing.kind === "series" || drawing.kind === "curves" ? drawing.where : [];
  const rows = new Map(all.filter((at) => matches(where, at)).map((at) => [JSON.stringify(at), at]));
  return [...rows.values()];
}

function ValueTable({ drawing, experiment, results, before, onCell }: DrawingTableProps): ReactNode {
  const quantities = quantitiesOf(drawing);
  const rows = rowsOf(drawing, results, quantities);
  if (rows.length === 0) return null;
  const axes = (experiment.axes ?? []).filter(
    ({ id }) =>
      axisValues(
        rows.map((at) => ({ at })),
        id,
      ).length > 0,
  );
  const hasIntervals = quantities.some((id) =>
    pointsOf(results, id).some(({ interval }) => interval !== undefined),
  );
  const columns: Column<Coordinates>[] = [
    ...axes.map(({ id, label, unit }) => ({
      key: id,
      head: withUnit(label, unit),
      cell: (at: Coordinates) => (at[id] === undefined ? "" : valueText(at[id])),
    })),
    ...quantities.map((id) => {
      const { label, unit } = quantityOf(experiment, id);
      return {
        key: id,
        head: withUnit(label, unit),
        numeric: true,
        cell: (at: Coordinates) => <ValueCell {...{ id, at, experiment, results, before }} />,
      };
    }),
    {
      key: "open",
      head: <span className="visually-hidden">{experimentTexts.open}</span>,
      cell: (at) => <OpenButton {...{ at, experiment, results, onCell }} />,
    },
  ];
  return (
    <>
      <Table
        caption={drawing.title}
        columns={columns}
        rows={rows.slice(0, MAX_ROWS)}
        rowKey={(at) => JSON.stringify(at)}
      />
      {rows.length > MAX_ROWS && <p>{experimentTexts.moreRows({ count: rows.length - MAX_ROWS })}</p>}
      {hasIntervals && <p className="field-note">{experimentTexts.plusMinus}</p>}
    </>
  );
}

interface CellProps {
  readonly at: Coordinates;
  readonly experiment: Experiment;
  readonly results: Results;
}

/** A mean with its interval, the stored mean if a changed assumption gives another one, and what the paper states about it. */
function ValueCell(
  props: CellProps & Pick<DrawingTableProps, "before"> & { readonly id: string },
): ReactNode {
  const { id, at, experiment, results, before } = props;
  const text = JSON.stringify(at);
  const pointIn = (all: Results): DataPoint | undefined =>
    pointsOf(all, id).find((candidate) => JSON.stringify(candidate.at) === text);
  const point = pointIn(results);
  if (!point) return null;
  const stored = before && pointIn(before);
  const isChanged = stored && stored.mean !== point.mean;
  // A number of the paper can name fewer coordinates than the row has.
  const stated = (experiment.numbers ?? []).filter(
    ({ quantity, where, value, time }) => quantity === id && value && !time && allows(where, at),
  );
  return (
    <>
      {isChanged ? <mark>{meanText(point)}</mark> : meanText(point)}
      {isChanged && (
        <span className="block faint text-s">{figureTexts.storedValue({ value: meanText(stored) })}</span>
      )}
      {stated.map((number) => (
        <span key={number.text} className="block faint text-s">
          {experimentTexts.paperSays({ text: number.text })}
        </span>
      ))}
    </>
  );
}

function OpenButton({
  at,
  experiment,
  results,
  onCell,
}: CellProps & Pick<DrawingTableProps, "onCell">): ReactNode {
  const cell = cellIdAt(results, at);
  if (cell === null) return null;
  const name = cellTitle(experiment, at);
  return (
    <Button
      small
      quiet
      aria-label={experimentTexts.openRun({ what: name === "" ? experiment.title : name })}
      onClick={() => onCell(cell)}
    >
      {experimentTexts.open}
    </Button>
  );
}
