// The parts of the picture of a time chart. It shows every recorded bin, wherever the playhead is.
import { draw } from "../core/mark.ts";
import type { PictureParts } from "../plot/content.ts";
import { DecimatedLine } from "./decimate.ts";
import { endLabels } from "./endLabels.ts";
import { eventsOnLines } from "./eventCanvas.ts";
import { type ChartLine, type LineLayer, lineMarks } from "./lineLayer.ts";
import {
  bandMark,
  eventColour,
  eventsMark,
  gridMark,
  referenceMark,
  settingChangeMark,
  timeAxis,
  valueAxis,
} from "./timeMarks.ts";
import type { TimeChartData, TimePlot } from "./timePlot.ts";

export function timePicture(layer: LineLayer, data: TimeChartData, plot: TimePlot): PictureParts {
  const events = data.events ? eventsOnLines(layer, data.events, plot, null) : [];
  const lines = layer.lines.map((line) => withEveryBin(line, plot));
  const behind = [
    bandMark(data.bands ?? [], plot.layout.railHeight),
    settingChangeMark(data.settingChanges ?? []),
    gridMark(plot),
    valueAxis(plot),
    timeAxis(plot),
    referenceMark(data.references ?? [], plot, layer.crossings(plot)),
  ];
  const above = [
    eventsMark(events, (event) => eventColour(event, layer, plot.theme)),
    endLabels({ plot, lines: layer.lines, t: plot.to }),
  ];
  return {
    behind: draw(behind, plot),
    inside: draw(lineMarks(lines, plot), plot),
    above: draw(above, plot),
    margin: 0,
  };
}

/**
 * A copy of a line with every recorded bin: its grid has at least two columns per bin, so that no bins share
 * a column.
 */
function withEveryBin(
  { trace, firstUnpainted, extent }: ChartLine,
  { from, to, width }: TimePlot,
): ChartLine {
  const decimated = new DecimatedLine();
  const columns = Math.max(width, 2 * Math.ceil((to - from) / trace.width));
  decimated.update(trace, { from, to, columns }, 0);
  return { trace, decimated, firstUnpainted, extent };
}
