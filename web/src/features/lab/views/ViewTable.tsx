// The numbers behind a view as a table in a dialog.

import type { ReactNode } from "react";
import type { ViewChart } from "../../../charts/views/viewChart.ts";
import { Dialog } from "../../../components/Dialog.tsx";
import { Table } from "../../../components/Table.tsx";
import { formatQuantity, MISSING } from "../../../scenario/units.ts";

export default function ViewTable({
  chart,
  title,
  open,
  onClose,
}: {
  readonly chart: ViewChart;
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title={title} open={open} onClose={onClose} wide>
      {open && <Rows chart={chart} caption={title} />}
    </Dialog>
  );
}

type Row = readonly (string | number)[];

function Rows({ chart, caption }: { readonly chart: ViewChart; readonly caption: string }): ReactNode {
  const { columns, rows } = chart.table();
  const keys = new Map(rows.map((row, index) => [row, String(index)]));
  return (
    <Table
      caption={caption}
      hideCaption
      columns={columns.map(({ label, unit }, index) => ({
        key: `${index}`,
        head: label,
        numeric: unit !== undefined,
        cell: (row: Row) => {
          const value = row[index];
          if (typeof value === "string") return value;
          return value === undefined || Number.isNaN(value) ? MISSING : formatQuantity(value, unit ?? "");
        },
      }))}
      rows={rows}
      rowKey={(row) => keys.get(row) ?? ""}
    />
  );
}
