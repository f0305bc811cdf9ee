// The values of a plot as a table in a dialog.
import type { ReactNode } from "react";
import type { Table as PlotValues } from "../../../charts/index.ts";
import { Dialog } from "../../../components/Dialog.tsx";
import { Table } from "../../../components/Table.tsx";
import { formatQuantity, MISSING } from "../../../scenario/units.ts";

interface PlotTableProps {
  /** Reads the values of the plot. */
  readonly read: () => PlotValues;
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function PlotTable({ read, title, open, onClose }: PlotTableProps): ReactNode {
  return (
    <Dialog title={title} open={open} onClose={onClose} wide>
      {open && <Rows table={read()} caption={title} />}
    </Dialog>
  );
}

type Row = readonly (string | number)[];

function Rows({ table, caption }: { readonly table: PlotValues; readonly caption: string }): ReactNode {
  const { columns, rows } = table;
  const keys = new Map(rows.map((row, index) => [row, String(index)]));
  return (
    <Table
      caption={caption}
      hideCaption
      columns={columns.map(({ label, unit, text }, index) => ({
        key: `${index}`,
        head: label,
        numeric: unit !== undefined,
        cell: (row: Row) => {
          const value = row[index];
          if (typeof value === "string") return value;
          if (value === undefined || Number.isNaN(value)) return MISSING;
          return text?.(value) ?? formatQuantity(value, unit ?? "");
        },
      }))}
      rows={rows}
      rowKey={(row) => keys.get(row) ?? ""}
    />
  );
}
