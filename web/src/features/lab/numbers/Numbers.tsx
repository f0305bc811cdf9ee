// The numbers of a run as tables: flows; declared windows, transfers and media if there are any; and links. A
// button saves all numbers as CSV.
import type { ReactNode } from "react";
import { type Column, Table } from "../../../components/Table.tsx";
import type { RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { numberName, numberOf, numberText } from "../../../scenario/numbers.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { download } from "../../../storage/file.ts";
import { S } from "../../../strings/index.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { mediaRows, transferRows } from "../flows/traffic.ts";
import { useAlgorithmNames } from "../state/hooks.ts";
import { fairnessOf, firstOfEach, type GroupResult, groupResults, showsGroups } from "./groupNumbers.ts";
import { windowRows } from "./measureWindows.ts";
import {
  flowColumns,
  groupColumns,
  linkColumns,
  mediaColumns,
  transferColumns,
  windowColumns,
} from "./numbersColumns.ts";
import { numbersCsv } from "./numbersCsv.ts";

/** The maximum number of rows of a table. The saved file contains all rows. */
const MAX_ROWS = 50;

function NumbersTable<Row>({
  caption,
  columns,
  rows,
  first = rows.slice(0, MAX_ROWS),
  rowKey,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The rows that are shown if there are too many. */
  readonly first?: readonly Row[];
  readonly rowKey: (row: Row) => string;
}): ReactNode {
  return (
    <>
      <Table
        caption={caption}
        columns={columns}
        rows={rows.length > MAX_ROWS ? first : rows}
        rowKey={rowKey}
      />
      {rows.length > MAX_ROWS && (
        <p className="field-note">{PARTS.numbers.more(rows.length - first.length)}</p>
      )}
    </>
  );
}

interface NumbersProps {
  readonly summary: RunSummary;
  readonly doc: ScenarioDocument;
  /** What the numbers cover, in words: "so far" or "whole run". */
  readonly basis: string;
}

export default function Numbers({ summary, doc, basis }: NumbersProps): ReactNode {
  const names = useAlgorithmNames();
  const transfers = transferRows(summary, doc);
  const media = mediaRows(summary);
  const groups = groupResults(summary, doc);
  const windows = windowRows(summary);
  const [from, to] = summary.window;
  if (to <= from)
    return <p className="field-note">{PARTS.numbers.measuringAhead(formatQuantity(from, "s"))}</p>;
  const span = PARTS.numbers.span(formatQuantity(from, "s"), formatQuantity(to, "s"));
  return (
    <div className="numbers stack gap-5">
      {showsGroups(groups) && <GroupNumbers groups={groups} span={span} />}
      <NumbersTable
        caption={PARTS.numbers.flowsCaption(span)}
        columns={flowColumns(names)}
        rows={summary.flows}
        first={firstOfEach(groups, MAX_ROWS)}
        rowKey={(f) => f.id}
      />
      {windows.length > 0 && (
        <NumbersTable
          caption={PARTS.numbers.windowsCaption}
          columns={windowColumns()}
          rows={windows}
          rowKey={(row) => `${row.window} ${row.flowId}`}
        />
      )}
      {transfers.length > 0 && (
        <NumbersTable
          caption={PARTS.numbers.transfersCaption(span)}
          columns={transferColumns(transfers)}
          rows={transfers}
          rowKey={(r) => r.id}
        />
      )}
      {media.length > 0 && (
        <NumbersTable
          caption={PARTS.numbers.mediaCaption(span)}
          columns={mediaColumns()}
          rows={media}
          rowKey={(r) => r.id}
        />
      )}
      <NumbersTable
        caption={PARTS.numbers.linksCaption(span)}
        columns={linkColumns()}
        rows={summary.links}
        rowKey={(l) => l.id}
      />
      <button
        type="button"
        className="button is-small"
        onClick={() => saveNumbers({ summary, doc, basis }, span)}
      >
        {PARTS.numbers.save}
      </button>
    </div>
  );
}

function saveNumbers({ summary, doc, basis }: NumbersProps, span: string): void {
  const notes = [PARTS.numbers.fileNote(basis, span, summary.digest, summary.version)];
  const text = numbersCsv(
    { title: PARTS.numbers.fileTitle(doc.title ?? ""), link: location.href, notes },
    summary,
    doc,
  );
  download("fairshare-numbers.csv", "text/csv", text);
}

interface GroupNumbersProps {
  readonly groups: readonly GroupResult[];
  readonly span: string;
}

function GroupNumbers({ groups, span }: GroupNumbersProps): ReactNode {
  const { between, ratio } = fairnessOf(groups);
  return (
    <>
      <NumbersTable
        caption={S.groups.caption(span)}
        columns={groupColumns(groups)}
        rows={groups}
        rowKey={(group) => group.id}
      />
      <p className="field-note">
        {[
          ...(ratio
            ? [
                `${S.groups.ratio(ratio.highest, ratio.lowest)}: ${numberText(numberOf("group", "ratio"), ratio.value)}`,
              ]
            : []),
          ...(between === null
            ? []
            : [
                `${numberName(numberOf("group", "between"))}: ${numberText(numberOf("group", "between"), between)}`,
              ]),
        ].join("; ")}
      </p>
    </>
  );
}
