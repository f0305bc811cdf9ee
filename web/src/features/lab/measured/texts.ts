// The words for the contents of measured files.
import type { ImportedSeries, ImportNote, SeriesName } from "../../../engine/imports/types.ts";
import { formatQuantity, groupDigits } from "../../../scenario/units.ts";
import { I } from "../../../strings/imports.ts";
import { meanOfSeries } from "../state/measured.ts";

export function nameOf(name: SeriesName): string {
  switch (name.kind) {
    case "own":
      return name.text;
    case "sum":
      return I.names.sum;
    case "reverseSum":
      return I.names.reverseSum;
    case "stream":
      return name.received ? I.names.streamReceived(name.number) : I.names.stream(name.number);
    case "sent":
      return I.names.sent(name.vantage);
    case "received":
      return I.names.received(name.vantage);
    case "flow": {
      const flow = `${name.protocol} ${name.from} \u2192 ${name.to}`;
      return name.fragments ? I.names.fragments(flow) : flow;
    }
  }
}

export const quantityOf = ({ quantity }: ImportedSeries): string => I.quantities[quantity];

/** The mean of a series, with the factor of its file if it is a rate. */
export const meanText = (series: ImportedSeries, factor: number): string =>
  series.quantity === "rate"
    ? formatQuantity(meanOfSeries(series) * factor, "bit/s")
    : formatQuantity(meanOfSeries(series), "s");

export function noteText(note: ImportNote): string {
  switch (note.code) {
    case "endsEarly":
      return I.notes.endsEarly(groupDigits(note.byte), groupDigits(note.packets));
    case "moreFlows":
      return I.notes.moreFlows(groupDigits(note.shown), groupDigits(note.all));
    case "moreSeries":
      return I.notes.moreSeries(groupDigits(note.shown), groupDigits(note.all));
    case "skipped":
      return I.notes.skipped(groupDigits(note.packets));
    case "skippedLines":
      return I.notes.skippedLines(groupDigits(note.lines), groupDigits(note.first));
    case "assumedUnit":
      return I.notes.assumedUnit(note.column, note.unit);
  }
}
