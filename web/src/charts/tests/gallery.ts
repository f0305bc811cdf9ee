// Pictures of every kind of chart, from synthetic data. gallery.test.ts compares them with committed files.
import { range } from "d3-array";
import type { EventRows } from "../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../generated/constants.ts";
import { barTop, drawBars } from "../barChart.ts";
import { type SvgNode, sheet, svgDocument } from "../core/svg.ts";
import { stackSvg } from "../exportStack.ts";
import { drawNetwork, type PictureFlow } from "../network/drawNetwork.ts";
import type { PictureLink } from "../network/linkShapes.ts";
import type { Mesh } from "../network/mesh.ts";
import { meshPlan } from "../network/meshPlan.ts";
import type { PacketColours } from "../network/packetDots.ts";
import { dumbbellPlan, type NetworkPlan } from "../network/plan.ts";
import type { ThemeName } from "../palette.ts";
import { layOut } from "../plot/layout.ts";
import { pictureOf } from "../plot/picture.ts";
import { thumbNode } from "../sparkline.ts";
import { plainTheme } from "../theme.ts";
import { LineLayer } from "../time/lineLayer.ts";
import { timePicture } from "../time/timePicture.ts";
import { type TimeChartData, timePlot } from "../time/timePlot.ts";
import type { LineSpec } from "../time/trace.ts";
import { captionOf } from "../time/words.ts";
import { roundUp } from "../valueScale.ts";
import { networkWithPackets } from "./packetGallery.ts";
import { counter, gauge } from "./testSeries.ts";
import { VIEW_GALLERY } from "./viewGallery.ts";

/** The duration of the synthetic run in seconds. */
const DURATION = 60;
const run = { computedTo: DURATION };

/** A pseudorandom number between 0 and 1 that depends on `i` alone. */
const noise = (i: number): number => {
  const x = Math.sin(i * 12.9898) * 43_758.5453;
  return x - Math.floor(x);
};

/**
 * A congestion window that grows linearly to `top` and is halved at each loss. `period` is the time between
 * losses in seconds.
 */
const sawtooth = (t: number, period: number, top: number): number =>
  top * (0.5 + 0.5 * ((t % period) / period));

const style = (colour: number, dash = 0) => ({ colour, dash, marker: colour % 4 });

/** The line of a congestion window, recorded as the smallest, largest and last value of every bin. */
function windowLine(
  id: string,
  colour: number,
  period: number,
  top: number,
  more: Partial<LineSpec> = {},
): LineSpec {
  const bins = range(120).map((k) => {
    const values = range(10).map((i) => sawtooth((k + i / 10) / 2, period, top));
    return [Math.min(...values), Math.max(...values), values[9] ?? 0] as const;
  });
  return {
    id,
    label: id,
    run,
    series: gauge(0.5, bins),
    view: { kind: "value" },
    style: style(colour),
    ...more,
  };
}

/** The line of a rate around `mean` bit/s, from a counter of delivered bytes with bins of `bin` seconds. */
function rateLine(
  id: string,
  colour: number,
  mean: number,
  more: Partial<LineSpec> = {},
  bin = 0.1,
): LineSpec {
  let total = 0;
  const ends = range(DURATION / bin).map((k) => {
    total += (mean / 8) * bin * (0.6 + 0.8 * noise(k + 1000 * colour));
    return total;
  });
  const view = { kind: "rate", interval: 0.5 } as const;
  return { id, label: id, run, series: counter(bin, ends), view, scale: 8, style: style(colour), ...more };
}

function eventRows(rows: readonly (readonly [t: number, code: number, entity: number])[]): EventRows {
  const data = new Float64Array(rows.length * EVENT_COLUMNS);
  for (const [i, [t, code, entity]] of rows.entries()) data.set([t, code, entity, 0, 1], i * EVENT_COLUMNS);
  return { rows: rows.length, data };
}

interface TimePicture {
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
  readonly theme?: ThemeName;
  readonly domain?: readonly [number, number];
  readonly presenter?: boolean;
  readonly top?: number;
}

function pictureOfTime(picture: TimePicture): string {
  const { title, unit, data, theme = "light", domain = [0, DURATION], presenter = false } = picture;
  const layer = new LineLayer();
  layer.setLines(data.lines);
  const request = {
    width: 760,
    height: 220,
    presenter,
    labels: true,
    timeAxis: true,
    hasRail: data.events != null,
  };
  const layout = layOut(request);
  layer.prepare(domain[0], domain[1], layout.width);
  const top = picture.top ?? roundUp(layer.largest() * 1.06);
  const plot = timePlot(layout, plainTheme(theme), domain, top, unit);
  const caption = captionOf(top, unit, layer.interval, []);
  const texts = { title, caption, description: "", link: undefined };
  return pictureOf(plot, timePicture(layer, data, plot), texts).svg;
}

const windows: TimeChartData = {
  lines: [
    windowLine("near", 0, 7, 40),
    windowLine("far", 1, 11, 24, { from: 5, to: 48 }),
    windowLine("near before", 0, 9, 34, { ghost: true }),
  ],
  references: [{ id: "bdp", label: "BDP", value: 30 }],
  bands: [
    { from: 20, to: 26, label: "down" },
    { from: 40, to: 40.01, label: "down" },
  ],
  settingChanges: [33],
  events: {
    events: eventRows(
      range(1, 9).flatMap((i) => [
        [7 * i, EventCode.drop, 0],
        [
          7 * i + 0.8,
          [EventCode.timeout, EventCode.windowCut, EventCode.mark, EventCode.loss][i % 4] ?? 0,
          i % 2,
        ],
      ]),
    ),
    codes: [EventCode.drop, EventCode.timeout, EventCode.windowCut, EventCode.mark, EventCode.loss],
    lineOf: (code, entity) => (code === EventCode.drop ? null : entity === 0 ? "near" : "far"),
  },
};

const rates: TimeChartData = {
  lines: [rateLine("CUBIC", 2, 5.5e6), rateLine("NewReno", 3, 3e6, { style: style(3, 1) })],
  references: [
    {
      id: "capacity",
      label: "capacity",
      value: [
        [0, 10e6],
        [30, 8e6],
      ],
      extendsAxis: true,
    },
    { id: "fair", label: "fair share", value: 4e6 },
  ],
};

const many: TimeChartData = {
  lines: range(14).map((i) => {
    const shaded = { style: { ...style(i % 8), shade: i > 7 ? 0.55 : 0 } };
    return rateLine(`flow ${i + 1}`, i % 8, (i + 1) * 2e5, shaded, 1);
  }),
};

function bars(count: number, theme: ThemeName): string {
  const items = range(count).map((i) => ({
    id: `f${i}`,
    label: `flow ${i + 1}`,
    share: i === 2 ? Number.NaN : 0.4 + 1.2 * noise(i + 1),
    group: count > 12 ? (i % 3 === 0 ? "CUBIC" : "NewReno") : `flow ${i + 1}`,
    kind: "TCP",
    rate: 1e6,
    style: style(i % 3 === 0 ? 2 : i % 8),
  }));
  const colours = plainTheme(theme);
  const width = 320;
  const { nodes, height, fontSize } = drawBars({ items, width, top: barTop(items), theme: colours });
  return onPaper(width, height, fontSize, theme, nodes);
}

const onPaper = (
  width: number,
  height: number,
  fontSize: number,
  name: ThemeName,
  nodes: readonly SvgNode[],
): string => sheet({ width, height, fontSize, theme: plainTheme(name) }, nodes).svg;

const flow = (i: number, route: readonly string[] = [], more: Partial<PictureFlow> = {}): PictureFlow => ({
  id: `f${i}`,
  label: `flow ${i + 1}`,
  group: "newreno",
  reverse: false,
  style: style(i % 8),
  share: 0.15 + 0.5 * noise(i + 3),
  rate: 1e7 * (0.15 + 0.5 * noise(i + 3)),
  active: i !== 2,
  route,
  ...more,
});

const link = (id: string, i: number): PictureLink => ({
  id,
  name: id,
  label: "10 Mb/s, 10 ms",
  queue: Math.round(40 * noise(i + 7)),
  limit: 40,
  drops: i === 0 ? 5 : 0,
  down: i === 4,
});

function network(
  plan: NetworkPlan,
  flows: readonly PictureFlow[],
  links: readonly PictureLink[],
  theme: ThemeName,
): string {
  const colours = plainTheme(theme);
  const nodes = drawNetwork({ plan, data: { flows, links }, theme: colours, fontSize: 12 });
  return onPaper(plan.width, plan.height, 12, theme, nodes);
}

function dumbbell(theme: ThemeName): string {
  const flows = [flow(0), flow(1), flow(2), flow(3, [], { reverse: true })];
  const links = [link("forward", 0), link("reverse", 1)];
  return network(dumbbellPlan(flows, 620, 150, 12, true), flows, links, theme);
}

function mesh(
  kind: Mesh["kind"],
  pairs: readonly (readonly [string, string])[],
  routes: readonly (readonly number[])[],
  theme: ThemeName,
): string {
  const links = pairs.map(([from, to], i) => ({ id: `l${i}`, from, to }));
  const nodes = [...new Set(pairs.flat())].map((id) => ({ id, label: id }));
  const flows = routes.map((route, i) =>
    flow(
      i,
      route.map((index) => `l${index}`),
    ),
  );
  const plan = meshPlan({ kind, nodes, links }, flows, 620, 12);
  return network(
    plan,
    flows,
    links.map(({ id }, i) => link(id, i)),
    theme,
  );
}

const parkingLot = (theme: ThemeName): string =>
  mesh(
    "parking_lot",
    [
      ["r1", "r2"],
      ["r2", "r3"],
      ["r3", "r4"],
    ],
    [[0, 1, 2], [0], [1], [2]],
    theme,
  );

const map = (theme: ThemeName): string =>
  mesh(
    "graph",
    [
      ["Oslo", "Bonn"],
      ["Bonn", "Rome"],
      ["Oslo", "Riga"],
      ["Riga", "Kyiv"],
      ["Kyiv", "Rome"],
      ["Bonn", "Riga"],
      ["Rome", "Bern"],
    ],
    [
      [0, 1, 6],
      [2, 3, 4],
      [5, 3],
    ],
    theme,
  );

/** A large dumbbell with its packets. */
function dumbbellPackets(colours: PacketColours, theme: ThemeName): string {
  const flows = [flow(0), flow(1)];
  const plan = dumbbellPlan(flows, 720, 300, 15, false);
  const links = [
    { id: "forward", from: "a", to: "b" },
    { id: "reverse", from: "b", to: "a" },
  ];
  const routes = [["forward"], ["reverse"]] as const;
  const nodes = networkWithPackets(plan, flows, [link("forward", 1)], { links }, routes, colours, theme);
  return onPaper(plan.width, plan.height, plan.textSize, theme, nodes);
}

/** A parking lot or a map with the packets of one flow over two links. */
function meshPackets(kind: Mesh["kind"], theme: ThemeName): string {
  const pairs = [
    ["r1", "r2"],
    ["r2", "r3"],
  ] as const;
  const links = pairs.flatMap(([from, to]) => [
    { id: `${from}${to}.forward`, from, to },
    { id: `${from}${to}.reverse`, from: to, to: from },
  ]);
  const nodes = ["r1", "r2", "r3"].map((id, i) => ({ id, label: id, at: { x: i / 2, y: (i % 2) * 0.7 } }));
  const route = ["r1r2.forward", "r2r3.forward"];
  const flows = [flow(0, route), flow(1, route)];
  const plan = meshPlan({ kind, nodes, links }, flows, 720, 14, undefined, 300);
  const shown = plan.links.map(({ id }) => link(id, 1));
  const back = ["r2r3.reverse", "r1r2.reverse"];
  const parts = networkWithPackets(plan, flows, shown, { links }, [route, back], "flow", theme);
  return onPaper(plan.width, plan.height, plan.textSize, theme, parts);
}

function sparkline(theme: ThemeName): string {
  const values = range(60).map((i) => (i > 25 && i < 30 ? Number.NaN : sawtooth(i, 13, 10)));
  const lines = [
    { values, style: style(0) },
    { values: values.map((value) => value * 0.6), style: style(1, 1) },
  ];
  const size = { width: 180, height: 54 };
  const { attributes, children } = thumbNode(lines, {
    ...size,
    theme: plainTheme(theme),
    label: "two flows",
    reference: 9,
  });
  const look = Object.fromEntries(
    ["class", "role", "aria-label"].map((name) => [name, attributes.get(name)]),
  );
  return svgDocument({ ...size, attributes: look }, children);
}

function stack(): string {
  const charts = [
    pictureOfTime({ title: "Rate", unit: "bit/s", data: rates, top: 12e6 }),
    pictureOfTime({ title: "Window", unit: "packets", data: windows }),
  ];
  const flows = rates.lines.map((line) => ({ label: line.label, style: line.style }));
  const footer = "Result ID 0123456789abcdef";
  return stackSvg({
    title: "Two flows",
    subtitle: "0 s to 60 s",
    flows,
    charts,
    footer,
    theme: plainTheme("light"),
  }).svg;
}

/** Functions that draw the pictures, by the name of the picture's file. */
export const GALLERY: Readonly<Record<string, () => string>> = {
  "time-windows-light": () => pictureOfTime({ title: "Window", unit: "packets", data: windows }),
  "time-windows-dark": () =>
    pictureOfTime({ title: "Window", unit: "packets", data: windows, theme: "dark" }),
  "time-windows-zoomed": () =>
    pictureOfTime({ title: "Window", unit: "packets", data: windows, domain: [18, 30] }),
  "time-rates": () => pictureOfTime({ title: "Rate", unit: "bit/s", data: rates, top: 12e6 }),
  "time-rates-presenter": () =>
    pictureOfTime({ title: "Rate", unit: "bit/s", data: rates, top: 12e6, presenter: true }),
  "time-many-lines": () => pictureOfTime({ title: "Rate", unit: "bit/s", data: many }),
  "bars-light": () => bars(5, "light"),
  "bars-dark": () => bars(5, "dark"),
  "bars-dots": () => bars(40, "light"),
  "network-dumbbell": () => dumbbell("light"),
  "network-dumbbell-dark": () => dumbbell("dark"),
  "network-parking-lot": () => parkingLot("light"),
  "network-map": () => map("light"),
  "network-map-dark": () => map("dark"),
  "packets-dumbbell": () => dumbbellPackets("flow", "light"),
  "packets-kinds-dark": () => dumbbellPackets("kind", "dark"),
  "packets-ages": () => dumbbellPackets("age", "light"),
  "packets-parking-lot": () => meshPackets("parking_lot", "light"),
  "packets-map": () => meshPackets("graph", "light"),
  sparkline: () => sparkline("light"),
  stack,
  ...VIEW_GALLERY,
};
