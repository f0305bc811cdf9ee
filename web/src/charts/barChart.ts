// Fair-share bars: what each flow gets, as a share of its fair share, against the line at 100 %. Above twelve flows the
// bars give way to one row of dots per group, so that 200 flows still show their spread.
import "./charts.css";
import { attribute, repeat, svg, text, watchSize } from "./dom.ts";
import { formatQuantity, THIN } from "./format.ts";
import type { LineStyle } from "./palette.ts";
import { type ChartTheme, readTheme, styleColour, watchTheme } from "./theme.ts";
import { roundUp } from "./yScale.ts";

export interface BarItem {
  readonly id: string;
  readonly label: string;
  /** 1 is exactly the fair share; NaN while nothing is known. */
  readonly share: number;
  readonly style: LineStyle;
  /** Rows of dots are made per group, for example the algorithm's name. */
  readonly group: string;
}

export interface BarChartOptions {
  /** What 100 % means, for the text: "fair share" when left out. */
  readonly basis?: string;
  readonly presenter?: boolean;
  readonly onHover?: (id: string | null) => void;
}

export interface BarChart {
  readonly element: SVGSVGElement;
  update(items: readonly BarItem[], highlight?: string | null): void;
  change(options: BarChartOptions): void;
  resize(): void;
  destroy(): void;
  describe(): string;
}

/** More flows than this become dots. */
const MOST_BARS = 12;
/** The axis shows at least this share, so that 100 % always has room to its right. */
const LEAST_TOP = 1.5;

interface Row {
  readonly label: string;
  readonly items: readonly BarItem[];
  readonly share: number;
  readonly style: LineStyle;
}

export function createBarChart(host: HTMLElement, options: BarChartOptions = {}): BarChart {
  const root = svg("svg", { class: "fs-bars", role: "img" }, host);
  const rowsGroup = svg("g", {}, root);
  const line = svg("line", { "stroke-dasharray": "1 3", "stroke-linecap": "round" }, root);
  const lineLabel = svg("text", { "text-anchor": "middle" }, root);
  const values = svg("g", {}, root);
  let settings = options;
  let items: readonly BarItem[] = [];
  let highlight: string | null = null;
  let theme: ChartTheme = readTheme(root);
  let top = LEAST_TOP;

  const hover = (event: Event): void => {
    const id = (event.target as Element).closest<SVGElement>("[data-id]")?.dataset.id ?? null;
    settings.onHover?.(id);
  };
  const leave = (): void => settings.onHover?.(null);
  root.addEventListener("pointerover", hover);
  root.addEventListener("pointerleave", leave);

  function draw(): void {
    const width = size.width();
    if (width < 40) return;
    const font = settings.presenter ? 20 : 12;
    const rows = rowsOf(items);
    const rowHeight = Math.round(font * (rows.length > 4 ? 1.4 : 1.75));
    // Groups have longer names than flows.
    const share = rows.length < items.length ? 0.36 : 0.28;
    const labelWidth = Math.round(Math.min(width * share, font * 12));
    const valueWidth = Math.round(font * 4.4);
    const plot = Math.max(20, width - labelWidth - valueWidth);
    const head = Math.round(font * 1.5);
    const height = head + rows.length * rowHeight + 4;
    const largest = items.reduce((most, item) => Math.max(item.share, most), 0);
    // The axis grows at once and shrinks only when two rungs are free.
    const needed = Math.max(LEAST_TOP, roundUp(largest * 1.02));
    if (needed > top || needed < top * 0.6) top = needed;
    const xOf = (share: number): number => labelWidth + (Math.max(0, Math.min(top, share)) / top) * plot;
    attribute(root, "width", width);
    attribute(root, "height", height);
    attribute(root, "font-size", font);
    root.style.setProperty("--fs-font", theme.font);
    attribute(line, "x1", xOf(1));
    attribute(line, "x2", xOf(1));
    attribute(line, "y1", head - 2);
    attribute(line, "y2", height - 2);
    attribute(line, "stroke", theme.text);
    attribute(line, "stroke-width", settings.presenter ? 2.5 : 1.5);
    attribute(lineLabel, "x", xOf(1));
    attribute(lineLabel, "y", font);
    attribute(lineLabel, "fill", theme.muted);
    text(lineLabel, `${settings.basis ?? "fair share"} 100${THIN}%`);
    const geometry = { xOf, font, rowHeight, labelWidth, theme, highlight, right: width };
    repeat(rowsGroup, rows, makeRow, (group, row, index) => {
      attribute(group, "transform", `translate(0,${head + index * rowHeight})`);
      drawRow(group, row, geometry);
    });
    // Values lie above the line at 100 %, so that it never strikes a number out.
    repeat(values, rows, makeValue, (value, row, index) => {
      drawValue(value, row, geometry, head + index * rowHeight);
    });
    root.setAttribute("aria-label", summary());
  }

  function summary(): string {
    const known = items.filter((item) => !Number.isNaN(item.share));
    if (known.length === 0) return "No shares yet.";
    const basis = settings.basis ?? "fair share";
    if (known.length <= MOST_BARS) {
      return `Share of ${basis}: ${known.map((item) => `${item.label} ${formatQuantity(item.share, "share")}`).join(", ")}.`;
    }
    const rows = rowsOf(known).map((row) => `${row.label} ${formatQuantity(row.share, "share")} on average`);
    return `Share of ${basis}, ${known.length} flows: ${rows.join(", ")}.`;
  }

  const stopTheme = watchTheme(() => {
    theme = readTheme(root);
    draw();
  });
  const size = watchSize(host, draw);

  return {
    element: root,
    update(next, highlighted = null) {
      items = next;
      highlight = highlighted;
      draw();
    },
    change(next) {
      settings = { ...settings, ...next };
      draw();
    },
    resize: draw,
    destroy() {
      stopTheme();
      size.stop();
      root.remove();
    },
    describe: summary,
  };
}

function rowsOf(items: readonly BarItem[]): Row[] {
  if (items.length <= MOST_BARS) {
    return items.map((item) => ({ label: item.label, items: [item], share: item.share, style: item.style }));
  }
  const groups = new Map<string, BarItem[]>();
  for (const item of items) {
    const group = groups.get(item.group);
    if (group === undefined) groups.set(item.group, [item]);
    else group.push(item);
  }
  return [...groups].map(([label, members]) => {
    const known = members.filter((item) => !Number.isNaN(item.share));
    const sum = known.reduce((total, item) => total + item.share, 0);
    const style = members[0]?.style ?? { colour: 0, dash: 0, marker: 0 };
    return {
      label: `${label} (${members.length})`,
      items: members,
      share: known.length > 0 ? sum / known.length : Number.NaN,
      style,
    };
  });
}

interface RowGeometry {
  readonly xOf: (share: number) => number;
  readonly font: number;
  readonly rowHeight: number;
  readonly labelWidth: number;
  readonly right: number;
  readonly theme: ChartTheme;
  readonly highlight: string | null;
}

function makeRow(): SVGGElement {
  const group = svg("g");
  svg("text", { "text-anchor": "end", class: "fs-bar-label" }, group);
  svg("rect", { class: "fs-bar", rx: 2 }, group);
  svg("g", { class: "fs-bar-dots" }, group);
  return group;
}

function makeValue(): SVGTextElement {
  return svg("text", {
    "text-anchor": "start",
    "font-weight": 600,
    "paint-order": "stroke",
    "stroke-width": 6,
    "stroke-linejoin": "round",
  });
}

function drawRow(group: SVGGElement, row: Row, g: RowGeometry): void {
  const [label, bar, dots] = group.children;
  if (label === undefined || bar === undefined || dots === undefined) return;
  const single = row.items.length === 1;
  const id = row.items[0]?.id ?? "";
  if (single) group.dataset.id = id;
  else delete group.dataset.id;
  attribute(group, "opacity", g.highlight === null || !single || g.highlight === id ? 1 : 0.35);
  const middle = g.rowHeight / 2;
  const baseline = middle + g.font * 0.35;
  const colour = styleColour(row.style, g.theme);
  attribute(label, "x", g.labelWidth - g.font * 0.6);
  attribute(label, "y", baseline);
  attribute(label, "fill", g.theme.text);
  text(label, shorten(row.label, (g.labelWidth - g.font * 0.6) / (g.font * 0.54)));
  const height = Math.round(g.rowHeight * 0.6);
  attribute(bar, "x", g.labelWidth);
  attribute(bar, "y", Math.round(middle - height / 2));
  attribute(bar, "height", height);
  attribute(bar, "fill", colour);
  const known = !Number.isNaN(row.share);
  attribute(bar, "width", single && known ? Math.max(1, g.xOf(row.share) - g.labelWidth) : 0);
  repeat(
    dots,
    single ? [] : row.items.filter((item) => !Number.isNaN(item.share)),
    () => svg("circle", { r: 3, "fill-opacity": 0.6 }),
    (dot, item, index) => {
      // Half a pixel is as finely as anybody sees it move.
      attribute(dot, "cx", Math.round(g.xOf(item.share) * 2) / 2);
      // A fixed scatter keeps dots of equal shares apart; it carries no meaning.
      attribute(dot, "cy", middle + (((index * 0.618034) % 1) - 0.5) * height);
      attribute(dot, "fill", styleColour(item.style, g.theme));
      if (dot.dataset.id !== item.id) dot.dataset.id = item.id;
    },
  );
}

function drawValue(value: SVGTextElement, row: Row, g: RowGeometry, y: number): void {
  const beside = row.items.length === 1 && !Number.isNaN(row.share);
  attribute(value, "x", (beside ? g.xOf(row.share) : g.right - g.font * 4.4) + g.font * 0.4);
  attribute(value, "y", y + g.rowHeight / 2 + g.font * 0.35);
  attribute(value, "fill", g.theme.text);
  attribute(value, "stroke", g.theme.background);
  text(value, formatQuantity(row.share, "share"));
}

function shorten(label: string, characters: number): string {
  return label.length <= characters
    ? label
    : `${label.slice(0, Math.max(1, Math.floor(characters) - 1))}\u2026`;
}
