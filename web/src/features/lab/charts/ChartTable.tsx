// The values of a chart as a table in a dialog.

import type { ReactNode } from "react";
import { tickLabel } from "../../../charts/format.ts";
import type { TimeChart } from "../../../charts/index.ts";
import { Dialog } from "../../../components/Dialog.tsx";
import { Table } from "../../../components/Table.tsx";
import { chooseUnit, formatIn } from "../../../scenario/units.ts";

/** The maximum number of rows of the table. */
const MAX_ROWS = 200;

export default function ChartTable({
  chart,
  title,
  open,
  onClose,
}: {
  readonly chart: TimeChart;
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title={title} open={open} onClose={onClose} wide>
      {open && <ChartRows chart={chart} caption={title} />}
    </Dialog>
  );
}

function ChartRows({ chart, caption }: { readonly chart: TimeChart; readonly caption: string }): ReactNode {
  const { columns, rows } = chart.rows(MAX_ROWS);
  // All values of a column have one unit, which the head states, and all times have equally many decimals.
  const step = (rows[1]?.[0] ?? 0) - (rows[0]?.[0] ?? 0) || 1;
  const largest = Math.max(0, ...rows.flatMap((row) => row.slice(1).filter((value) => !Number.isNaN(value))));
  return (
    <Table
      caption={caption}
      hideCaption
      columns={columns.map((column, index) => {
        const isTime = index === 0;
        const unit = isTime ? { factor: 1, symbol: column.unit } : chooseUnit(largest, column.unit);
        return {
          key: `${index}`,
          head: unit.symbol === "" ? column.label : `${column.label}, ${unit.symbol}`,
          numeric: true,
          cell: (row: readonly number[]) => {
            const value = row[index] ?? Number.NaN;
            return isTime ? tickLabel(value, step) : formatIn(value, unit, false);
          },
        };
      })}
      rows={rows}
      rowKey={(row) => String(row[0])}
    />
  );
}
