// The values of a chart as a table in a dialog.
import type { ReactNode } from "react";
import { formatQuantity, MISSING, type TimeChart } from "../../charts/index.ts";
import { Dialog } from "../../components/Dialog.tsx";
import { Table } from "../../components/Table.tsx";

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
  return (
    <Table
      caption={caption}
      hideCaption
      columns={columns.map((column, index) => ({
        key: `${index}`,
        head: column.label,
        numeric: true,
        cell: (row: readonly number[]) => {
          const value = row[index];
          if (value === undefined || Number.isNaN(value)) return MISSING;
          return formatQuantity(value, column.unit);
        },
      }))}
      rows={rows}
      rowKey={(row) => String(row[0])}
    />
  );
}
