// Shaded times behind the data, such as a link that is down, and thin lines where a setting changes during the run.
import { attribute, escapeText, repeat, svg, text } from "./dom.ts";
import type { Projection } from "./draw.ts";
import { formatTime } from "./format.ts";
import type { ChartTheme } from "./theme.ts";
import type { ChartElements, ChartLayout } from "./timeChartLayout.ts";
import type { TimeBand, TimeChartData } from "./timeChartTypes.ts";

/** Narrower bands are drawn this wide, in pixels: an outage of a moment is still one. */
const LEAST_WIDTH = 1.5;
const OPACITY = 0.17;

interface PlacedBand {
  readonly x: number;
  readonly width: number;
  /** Empty where it has no room. */
  readonly label: string;
}

function placeBands(bands: readonly TimeBand[], p: Projection, layout: ChartLayout): readonly PlacedBand[] {
  return bands.flatMap(({ from, to, label }) => {
    const x = Math.max(0, (from - p.from) * p.perSecond);
    const end = Math.min(layout.width, (to - p.from) * p.perSecond);
    if (end <= 0 || x >= layout.width) return [];
    const width = Math.max(LEAST_WIDTH, end - x);
    return [{ x, width, label: label.length * layout.fontSize * 0.56 + 4 < width ? label : "" }];
  });
}

function placeMoments(moments: readonly number[], p: Projection, layout: ChartLayout): readonly number[] {
  return moments
    .map((t) => Math.round((t - p.from) * p.perSecond) + 0.5)
    .filter((x) => x > 0 && x < layout.width);
}

const labelY = (layout: ChartLayout): number => layout.rail + layout.fontSize * 1.05;

export function drawBands(
  e: ChartElements,
  layout: ChartLayout,
  theme: ChartTheme,
  p: Projection,
  data: Pick<TimeChartData, "bands" | "moments">,
): void {
  repeat(
    e.bands,
    placeBands(data.bands ?? [], p, layout),
    () => {
      const group = svg("g");
      svg("rect", { "fill-opacity": OPACITY }, group);
      svg("text", { "text-anchor": "middle" }, group);
      return group;
    },
    (group, band) => {
      const [box, label] = group.children;
      if (box === undefined || label === undefined) return;
      attribute(box, "x", band.x);
      attribute(box, "width", band.width);
      attribute(box, "height", layout.height);
      attribute(box, "fill", theme.muted);
      attribute(label, "x", band.x + band.width / 2);
      attribute(label, "y", labelY(layout));
      attribute(label, "fill", theme.muted);
      text(label, band.label);
    },
  );
  repeat(
    e.moments,
    placeMoments(data.moments ?? [], p, layout),
    () => svg("line", { "stroke-dasharray": "2 3" }),
    (line, x) => {
      attribute(line, "x1", x);
      attribute(line, "x2", x);
      attribute(line, "y2", layout.height);
      attribute(line, "stroke", theme.muted);
    },
  );
}

/** The same as SVG text. */
export function bandsMarkup(
  layout: ChartLayout,
  theme: ChartTheme,
  p: Projection,
  data: Pick<TimeChartData, "bands" | "moments">,
): string {
  const bands = placeBands(data.bands ?? [], p, layout).map(
    ({ x, width, label }) =>
      `<rect x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="${layout.height}" fill="${theme.muted}" fill-opacity="${OPACITY}"/>` +
      (label === ""
        ? ""
        : `<text x="${(x + width / 2).toFixed(1)}" y="${labelY(layout).toFixed(1)}" text-anchor="middle" fill="${theme.muted}">${escapeText(label)}</text>`),
  );
  const moments = placeMoments(data.moments ?? [], p, layout).map(
    (x) => `<line x1="${x}" x2="${x}" y2="${layout.height}" stroke="${theme.muted}" stroke-dasharray="2 3"/>`,
  );
  return [...bands, ...moments].join("");
}

/** Bands told in one sentence; of more only how many there are. */
const MOST_TOLD = 4;

/** What readers of the screen are told of shaded times between two moments: "down from 10 s to 13 s". */
export function describeBands(bands: readonly TimeBand[], from: number, to: number): string {
  const seen = bands.filter((band) => band.from < to && band.to > from);
  if (seen.length === 0) return "";
  if (seen.length > MOST_TOLD) return ` ${seen.length} times something was down.`;
  const told = seen.map(
    (band) => `${band.label} from ${formatTime(band.from, 0.1)} to ${formatTime(band.to, 0.1)}`,
  );
  const sentence = told.join(", ");
  return ` ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
