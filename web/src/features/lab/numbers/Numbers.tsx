// The numbers of a run as tables: flows with round-trip times, and those with one-way delays; media, transfers and declared
// windows if there are any; and links. A button saves all numbers as CSV.
import type { ReactNode } from "react";
import { type CsvHeader, csvText } from "../../../charts/exportCsv.ts";
import { Button } from "../../../components/Button.tsx";
import { type Column, Table } from "../../../components/Table.tsx";
import type { FlowSummary, RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import {
  numberName,
  numberOf,
  numbersOf,
  numberText,
  type RunNumber,
  readNumber,
} from "../../../scenario/numbers.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { download } from "../../../storage/file.ts";
import { pageTexts } from "../../../texts/index.ts";
import { hasOneWayDelays, mediaRows, transferRows, videoRows } from "../flows/traffic.ts";
import { useAlgorithmNames } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { fairnessOf, firstOfEach, type GroupResult, groupResults, showsGroups } from "./groupNumbers.ts";
import { Harm } from "./Harm.tsx";
import {
  flowColumns,
  groupColumns,
  linkColumns,
  mediaColumns,
  transferColumns,
  videoColumns,
  WINDOW_NUMBERS,
  windowColumns,
  windowRows,
} from "./numbersColumns.ts";

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
        <p className="field-note">{labTexts.numbers.more({ n: rows.length - first.length })}</p>
      )}
    </>
  );
}

function VideoNumbers({ summary, span }: { readonly summary: RunSummary; readonly span: string }): ReactNode {
  const rows = videoRows(summary);
  const caption = labTexts.numbers.videoCaption({ span });
  return (
    rows.length > 0 && (
      <NumbersTable caption={caption} columns={videoColumns()} rows={rows} rowKey={(r) => r.id} />
    )
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
    return (
      <p className="field-note">{labTexts.numbers.measuringAhead({ from: formatQuantity(from, "s") })}</p>
    );
  const span = labTexts.numbers.span({ from: formatQuantity(from, "s"), to: formatQuantity(to, "s") });
  return (
    <div className="numbers stack gap-5">
      {showsGroups(groups) && <GroupNumbers groups={groups} span={span} />}
      {/* One table for flows with round-trip times, and one for flows with one-way delays. */}
      {[false, true].map((oneWay) => {
        const isShown = (flow: FlowSummary): boolean => hasOneWayDelays(flow) === oneWay;
        const flows = summary.flows.filter(isShown);
        const caption = labTexts.numbers[oneWay ? "oneWayCaption" : "flowsCaption"];
        return (
          flows.length > 0 && (
            <NumbersTable
              key={caption({ span })}
              caption={caption({ span })}
              columns={flowColumns(names, flows)}
              rows={flows}
              first={firstOfEach(groups, MAX_ROWS).filter(isShown)}
              rowKey={(f) => f.id}
            />
          )
        );
      })}
      {media.length > 0 && (
        <NumbersTable
          caption={labTexts.numbers.mediaCaption({ span })}
          columns={mediaColumns(media)}
          rows={media}
          rowKey={(r) => r.id}
        />
      )}
      <VideoNumbers summary={summary} span={span} />
      {transfers.length > 0 && (
        <NumbersTable
          caption={labTexts.numbers.transfersCaption({ span })}
          columns={transferColumns(transfers)}
          rows={transfers}
          rowKey={(r) => r.id}
        />
      )}
      {windows.length > 0 && (
        <NumbersTable
          caption={labTexts.numbers.windowsCaption}
          columns={windowColumns()}
          rows={windows}
          rowKey={(row) => `${row.window} ${row.flowId}`}
        />
      )}
      <NumbersTable
        caption={labTexts.numbers.linksCaption({ span })}
        columns={linkColumns()}
        rows={summary.links}
        rowKey={(l) => l.id}
      />
      {(doc.flows ?? []).length > 1 && <Harm />}
      <Button small onClick={() => saveNumbers({ summary, doc, basis }, span)}>
        {labTexts.numbers.save}
      </Button>
    </div>
  );
}

function saveNumbers({ summary, doc, basis }: NumbersProps, span: string): void {
  const notes = [
    labTexts.numbers.fileNote({ basis, span, result: summary.result_id, version: summary.version }),
  ];
  const text = numbersCsv(
    { title: labTexts.numbers.fileTitle({ title: doc.title ?? "" }), link: location.href, notes },
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
        caption={pageTexts.groups.caption({ span })}
        columns={groupColumns(groups)}
        rows={groups}
        rowKey={(group) => group.id}
      />
      <p className="field-note">
        {[
          ...(ratio
            ? [
                `${pageTexts.groups.ratio({ a: ratio.highest, b: ratio.lowest })}: ${numberText(numberOf("group", "ratio"), ratio.value)}`,
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

type Row = readonly [table: string, id: string, label: string, number: string, unit: string, value: number];

/**
 * The numbers of a run as CSV in long form: one row for each number of each flow, group, link, entry with transfers
 * and flow with media. The results of a flow in a declared window are in the table "window:" with the window's ID.
 */
export function numbersCsv(header: CsvHeader, summary: RunSummary, doc: ScenarioDocument): string {
  const rows: Row[] = [];
  const add = (
    table: string,
    id: string,
    label: string,
    about: unknown,
    numbers: readonly RunNumber[] = numbersOf(table as RunNumber["of"]),
  ): void => {
    for (const number of numbers) {
      const value = readNumber(number, about);
      if (value !== null && Number.isFinite(value))
        rows.push([table, id, label, number.id, number.unit, value]);
    }
  };
  for (const table of ["flow", "packets"])
    for (const flow of summary.flows) add(table, flow.id, flow.label || flow.id, flow);
  const ofWindow = WINDOW_NUMBERS.map((id) => numberOf("flow", id));
  for (const { window, flowId, label, flow } of windowRows(summary))
    add(`window:${window}`, flowId, label, flow, ofWindow);
  const groups = groupResults(summary, doc);
  if (showsGroups(groups)) for (const group of groups) add("group", group.id, group.label, group);
  for (const link of summary.links) add("link", link.id, link.id, link);
  for (const { id, label, transfers } of transferRows(summary, doc)) add("transfers", id, label, transfers);
  for (const flow of mediaRows(summary)) add("media", flow.id, flow.label, flow);
  for (const flow of videoRows(summary)) add("video", flow.id, flow.label, flow);
  add("run", "", "", summary.fairness);
  return csvText(header, ["table", "id", "label", "number", "unit", "value"], rows);
}
