// The words for the contents of measured files.

import { importTexts } from "../../engine/imports/texts/index.ts";
import type { ImportedSeries, ImportNote, SeriesName } from "../../engine/imports/types.ts";
import { formatQuantity, groupDigits } from "../../scenario/units.ts";
import { meanOfSeries } from "./measured.ts";

export function nameOf(name: SeriesName): string {
  switch (name.kind) {
    case "own":
      return name.text;
    case "sum":
      return importTexts.names.sum;
    case "reverseSum":
      return importTexts.names.reverseSum;
    case "stream":
      return name.received
        ? importTexts.names.streamReceived({ number: name.number })
        : importTexts.names.stream({ number: name.number });
    case "sent":
      return importTexts.names.sent({ who: name.vantage });
    case "received":
      return importTexts.names.received({ who: name.vantage });
    case "flow": {
      const flow = `${name.protocol} ${name.from} \u2192 ${name.to}`;
      return name.fragments ? importTexts.names.fragments({ flow }) : flow;
    }
  }
}

export const quantityOf = ({ quantity }: ImportedSeries): string => importTexts.quantities[quantity];

/** The mean of a series, with the factor of its file if it is a rate. */
export const meanText = (series: ImportedSeries, factor: number): string =>
  series.quantity === "rate"
    ? formatQuantity(meanOfSeries(series) * factor, "bit/s")
    : formatQuantity(meanOfSeries(series), "s");

export function noteText(note: ImportNote): string {
  switch (note.code) {
    case "endsEarly":
      return importTexts.notes.endsEarly({
        byte: groupDigits(note.byte),
        packets: groupDigits(note.packets),
      });
    case "moreFlows":
      return importTexts.notes.moreFlows({ shown: groupDigits(note.shown), all: groupDigits(note.all) });
    case "moreSeries":
      return importTexts.notes.moreSeries({ shown: groupDigits(note.shown), all: groupDigits(note.all) });
    case "skipped":
      return importTexts.notes.skipped({ packets: groupDigits(note.packets) });
    case "skippedLines":
      return importTexts.notes.skippedLines({
        lines: groupDigits(note.lines),
        first: groupDigits(note.first),
      });
    case "assumedUnit":
      return importTexts.notes.assumedUnit({ column: note.column, unit: note.unit });
  }
}
