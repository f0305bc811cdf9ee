// The numbers of a run as CSV in long form: one row for each number of each flow, group, link, entry with
// transfers and flow with media. The column "unit" gives the unit of the value. The results of a flow in a
// declared window are in the table "window:" with the window's ID.
import { type CsvHeader, csvText } from "../../../charts/exportCsv.ts";
import type { RunSummary, ScenarioDocument } from "../../../generated/types.ts";
import { numberOf, numbersOf, type RunNumber, readNumber } from "../../../scenario/numbers.ts";
import { mediaRows, transferRows } from "../flows/traffic.ts";
import { groupResults, showsGroups } from "./groupNumbers.ts";
import { windowRows } from "./measureWindows.ts";
import { WINDOW_NUMBERS } from "./numbersColumns.ts";

type Row = readonly [table: string, id: string, label: string, number: string, unit: string, value: number];

export function numbersCsv(header: CsvHeader, summary: RunSummary, doc: ScenarioDocument): string {
  const rows: Row[] = [];
  const add = (
    table: string,
    id: string,
    label: string,
    part: unknown,
    numbers: readonly RunNumber[] = numbersOf(table as RunNumber["of"]),
  ): void => {
    for (const number of numbers) {
      const value = readNumber(number, part);
      if (value !== null && Number.isFinite(value))
        rows.push([table, id, label, number.id, number.unit, value]);
    }
  };
  for (const flow of summary.flows) add("flow", flow.id, flow.label || flow.id, flow);
  const ofWindow = WINDOW_NUMBERS.map((id) => numberOf("flow", id));
  for (const { window, flowId, label, flow } of windowRows(summary))
    add(`window:${window}`, flowId, label, flow, ofWindow);
  const groups = groupResults(summary, doc);
  if (showsGroups(groups)) for (const group of groups) add("group", group.id, group.label, group);
  for (const link of summary.links) add("link", link.id, link.id, link);
  for (const { id, label, transfers } of transferRows(summary, doc)) add("transfers", id, label, transfers);
  for (const flow of mediaRows(summary)) add("media", flow.id, flow.label, flow);
  add("run", "", "", summary.fairness);
  return csvText(header, ["table", "id", "label", "number", "unit", "value"], rows);
}
