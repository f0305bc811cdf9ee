// A table with a caption that can be scrolled with the keyboard.
import type { ReactNode } from "react";

export interface Column<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  readonly tip?: string;
  /** A class of the cells below the head. */
  readonly className?: string;
}

export interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly hideCaption?: boolean;
  readonly className?: string;
  readonly rowClass?: (row: Row) => string;
}

/** A table whose first column names the row. */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { caption, columns, rows, rowKey, hideCaption, className = "", rowClass } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-scroll" aria-label={caption} tabIndex={0}>
      <table className={`table ${className}`}>
        <caption className={hideCaption ? "visually-hidden" : ""}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={column.numeric ? "is-number" : ""}
                title={column.tip}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={rowClass?.(row) ?? ""}>
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.key} scope="row" className={column.numeric ? "is-number" : ""}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={column.numeric ? "is-number" : column.className}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
