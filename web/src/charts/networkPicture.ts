// A small live picture of the network: senders, routers, receivers, the queue as it fills, drops as they fall. Widths of
// lines are the rates at the playhead and the box is the recorded queue; nothing moves that was not measured.
import "./charts.css";
import { attribute, repeat, svg, text, watchSize } from "./dom.ts";
import { formatQuantity } from "./format.ts";
import {
  dumbbellPlan,
  type HostPlace,
  hostRows,
  type NetworkFlow,
  type NetworkPlan,
} from "./networkLayout.ts";
import type { LineStyle } from "./palette.ts";
import { type ChartTheme, readTheme, styleColour, watchTheme } from "./theme.ts";

export interface PictureFlow extends NetworkFlow {
  readonly style: LineStyle;
  /** Rate at the playhead, as a share of the forward bottleneck's rate. */
  readonly share: number;
  /** False before its start and after its stop. */
  readonly active: boolean;
}

export interface PictureLink {
  readonly id: string;
  /** Text on the link, for example "10 Mb/s, 10 ms". */
  readonly label: string;
  /** Waiting packets at the playhead, and the most that may wait. */
  readonly queue: number;
  readonly limit: number;
  /** Packets dropped in the last moment before the playhead. */
  readonly drops: number;
  /** Rate zero: the link is down. */
  readonly down: boolean;
}

export interface PictureData {
  readonly flows: readonly PictureFlow[];
  /** "forward" and, when its queue matters, "reverse". */
  readonly links: readonly PictureLink[];
  readonly highlight?: string | null;
}

export interface NetworkPictureOptions {
  readonly presenter?: boolean;
  readonly onHover?: (flow: string | null) => void;
}

export interface NetworkPicture {
  readonly element: SVGSVGElement;
  update(data: PictureData): void;
  change(options: NetworkPictureOptions): void;
  resize(): void;
  destroy(): void;
  describe(): string;
}

/** Line widths for no traffic and for the whole link. */
const THIN_LINE = 1;
const FULL_LINE = 9;

export function createNetworkPicture(host: HTMLElement, options: NetworkPictureOptions = {}): NetworkPicture {
  const root = svg("svg", { class: "fs-network", role: "img" }, host);
  const access = svg("g", { fill: "none", "stroke-linecap": "round" }, root);
  const trunks = svg("g", {}, root);
  const routers = svg("g", {}, root);
  const hosts = svg("g", {}, root);
  let settings = options;
  let data: PictureData = { flows: [], links: [] };
  let theme = readTheme(root);
  let plan: NetworkPlan | null = null;
  let planKey = "";

  root.addEventListener("pointerover", (event) => {
    settings.onHover?.((event.target as Element).closest<SVGElement>("[data-flow]")?.dataset.flow ?? null);
  });
  root.addEventListener("pointerleave", () => settings.onHover?.(null));

  function draw(): void {
    const width = size.width();
    if (width < 80) return;
    const font = settings.presenter ? 18 : 11.5;
    const rows = hostRows(data.flows);
    const reverse = data.links.some((link) => link.id === "reverse");
    const least = Math.max(font * (rows * 1.9 + 2.6), reverse ? font * 8 : 0);
    const height = Math.max(size.height(), Math.round(least));
    const key = `${width} ${height} ${font} ${reverse} ${data.flows.map((flow) => `${flow.id}:${flow.label}:${flow.reverse}`).join()}`;
    if (plan === null || key !== planKey) {
      plan = dumbbellPlan(data.flows, width, height, font, reverse);
      planKey = key;
      attribute(root, "width", width);
      attribute(root, "height", height);
      attribute(root, "font-size", font);
      root.style.setProperty("--fs-font", theme.font);
    }
    paint(plan, font);
    root.setAttribute("aria-label", summary());
  }

  function paint(current: NetworkPlan, font: number): void {
    const byId = new Map(data.flows.map((flow) => [flow.id, flow]));
    const lit = data.highlight ?? null;
    const look = (ids: readonly string[]) => lookOf(ids, byId, theme, lit);
    repeat(
      access,
      current.access,
      () => svg("path"),
      (path, line) => {
        const { colour, share, active, opacity } = look(line.flows);
        const middle = (line.from.x + line.to.x) / 2;
        attribute(
          path,
          "d",
          `M${line.from.x} ${line.from.y}C${middle} ${line.from.y} ${middle} ${line.to.y} ${line.to.x} ${line.to.y}`,
        );
        attribute(path, "stroke", active ? colour : theme.axis);
        attribute(path, "stroke-width", THIN_LINE + (FULL_LINE - THIN_LINE) * Math.sqrt(Math.min(1, share)));
        attribute(path, "stroke-dasharray", active ? "none" : "2 4");
        attribute(path, "opacity", opacity);
      },
    );
    repeat(hosts, current.hosts, makeHost, (group, place) =>
      paintHost(group, place, look(place.flows), font, theme),
    );
    repeat(
      routers,
      current.routers,
      () => svg("rect"),
      (box, at) => {
        const r = font * 0.75;
        attribute(box, "x", at.x - r);
        attribute(box, "y", at.y - current.routerHeight / 2);
        attribute(box, "width", 2 * r);
        attribute(box, "height", current.routerHeight);
        attribute(box, "rx", r);
        attribute(box, "fill", theme.background);
        attribute(box, "stroke", theme.text);
        attribute(box, "stroke-width", 1.5);
      },
    );
    repeat(trunks, current.bottlenecks, makeTrunk, (group, place) => {
      const link = data.links.find((candidate) => candidate.id === place.id);
      if (link !== undefined) paintTrunk(group, place, link, font, theme);
    });
  }

  function summary(): string {
    const active = data.flows.filter((flow) => flow.active).length;
    const links = data.links.map((link) => {
      const queue = `${Math.round(link.queue)} of ${formatQuantity(link.limit, "packets")} waiting`;
      return `${link.id} link ${link.label}${link.down ? ", down" : `, ${queue}`}${link.drops > 0 ? ", dropping" : ""}`;
    });
    return `${active} of ${data.flows.length} flows sending; ${links.join("; ")}.`;
  }

  const stopTheme = watchTheme(() => {
    theme = readTheme(root);
    draw();
  });
  const size = watchSize(host, draw);

  return {
    element: root,
    update(next) {
      data = next;
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

interface Look {
  readonly colour: string;
  readonly share: number;
  readonly active: boolean;
  readonly opacity: number;
}

/** The look of a bundle: the colour of its flows if they share one, the sum of their rates. */
function lookOf(
  ids: readonly string[],
  flows: ReadonlyMap<string, PictureFlow>,
  theme: ChartTheme,
  lit: string | null,
): Look {
  let share = 0;
  let active = false;
  let style: LineStyle | null = null;
  let mixed = false;
  for (const id of ids) {
    const flow = flows.get(id);
    if (flow === undefined) continue;
    if (flow.active && !Number.isNaN(flow.share)) share += flow.share;
    active ||= flow.active;
    if (style !== null && style.colour !== flow.style.colour) mixed = true;
    style ??= flow.style;
  }
  const colour = mixed || style === null ? theme.muted : styleColour(style, theme);
  return { colour, share, active, opacity: lit === null || ids.includes(lit) ? 1 : 0.25 };
}

function makeHost(): SVGGElement {
  const group = svg("g");
  svg("circle", {}, group);
  svg("text", {}, group);
  return group;
}

function paintHost(group: SVGGElement, place: HostPlace, look: Look, font: number, theme: ChartTheme): void {
  const [circle, label] = group.children;
  if (circle === undefined || label === undefined) return;
  const flow = place.flows[0] ?? "";
  if (group.dataset.flow !== flow) group.dataset.flow = flow;
  attribute(group, "opacity", look.opacity);
  attribute(circle, "cx", place.x);
  attribute(circle, "cy", place.y);
  attribute(circle, "r", font * 0.42);
  attribute(circle, "fill", place.sends && look.active ? look.colour : theme.background);
  attribute(circle, "stroke", look.active ? look.colour : theme.axis);
  attribute(circle, "stroke-width", 1.75);
  attribute(label, "x", place.x + (place.side === "left" ? -font * 0.8 : font * 0.8));
  attribute(label, "y", place.y + font * 0.35);
  attribute(label, "text-anchor", place.side === "left" ? "end" : "start");
  attribute(label, "fill", look.active ? theme.text : theme.muted);
  const name = place.side === "left" ? place.label : look.active ? formatQuantity(look.share, "share") : "";
  const most = Math.floor((place.side === "left" ? place.x - font : 7 * font) / (font * 0.52));
  text(label, name.length > most ? `${name.slice(0, Math.max(1, most - 1))}\u2026` : name);
}

function makeTrunk(): SVGGElement {
  const group = svg("g");
  svg("line", {}, group);
  svg("rect", { rx: 2 }, group);
  svg("rect", { rx: 1 }, group);
  svg("text", { "text-anchor": "middle" }, group);
  svg("text", { "text-anchor": "middle" }, group);
  svg("g", { "stroke-linecap": "round", fill: "none" }, group);
  return group;
}

function paintTrunk(
  group: SVGGElement,
  place: NetworkPlan["bottlenecks"][number],
  link: PictureLink,
  font: number,
  theme: ChartTheme,
): void {
  const [line, box, fill, label, count, drops] = group.children;
  if (!line || !box || !fill || !label || !count || !drops) return;
  const { queue } = place;
  attribute(line, "x1", place.from.x);
  attribute(line, "y1", place.from.y);
  attribute(line, "x2", place.to.x);
  attribute(line, "y2", place.to.y);
  attribute(line, "stroke", link.down ? theme.axis : theme.text);
  attribute(line, "stroke-width", 3);
  attribute(line, "stroke-dasharray", link.down ? "2 6" : "none");
  attribute(box, "x", queue.x);
  attribute(box, "y", queue.y);
  attribute(box, "width", queue.width);
  attribute(box, "height", queue.height);
  attribute(box, "fill", theme.background);
  attribute(box, "stroke", theme.text);
  attribute(box, "stroke-width", 1.5);
  const share =
    link.limit > 0 && !Number.isNaN(link.queue) ? Math.max(0, Math.min(1, link.queue / link.limit)) : 0;
  const inner = { width: (queue.width - 4) * share, height: queue.height - 4 };
  // The head of the queue is next to the link, so the box fills from there.
  attribute(fill, "x", queue.towards === "right" ? queue.x + queue.width - 2 - inner.width : queue.x + 2);
  attribute(fill, "y", queue.y + 2);
  attribute(fill, "width", inner.width);
  attribute(fill, "height", inner.height);
  attribute(fill, "fill", theme.accent);
  const above = queue.towards === "right";
  attribute(label, "x", (place.to.x + (above ? queue.x + queue.width : queue.x)) / 2);
  attribute(label, "y", above ? place.from.y - font * 0.9 : place.from.y + font * 1.6);
  attribute(label, "fill", theme.muted);
  const free = Math.abs(place.to.x - (above ? queue.x + queue.width : queue.x)) - font;
  const words = link.down ? "down" : link.label;
  text(label, words.length * font * 0.53 <= free ? words : "");
  attribute(count, "x", queue.x + queue.width / 2);
  attribute(count, "y", above ? queue.y - font * 0.45 : queue.y + queue.height + font * 1.1);
  attribute(count, "fill", theme.muted);
  const waiting = Number.isNaN(link.queue) ? 0 : Math.round(link.queue);
  text(count, `${waiting} / ${Math.round(link.limit)}`);
  paintDrops(drops, place, link.drops, font, theme);
}

/** Up to three crosses where packets enter the full queue. */
function paintDrops(
  group: Element,
  place: NetworkPlan["bottlenecks"][number],
  drops: number,
  font: number,
  theme: ChartTheme,
): void {
  const { queue } = place;
  const shown = drops > 0 ? Math.min(3, Math.ceil(Math.log2(drops + 1))) : 0;
  const tail = queue.towards === "right" ? queue.x : queue.x + queue.width;
  const down = queue.towards === "right" ? queue.y + queue.height + font * 0.7 : queue.y - font * 0.7;
  const r = font * 0.3;
  repeat(
    group,
    Array.from({ length: shown }, (_, index) => index),
    () => svg("path"),
    (cross, _item, index) => {
      const x = tail + (queue.towards === "right" ? 1 : -1) * index * font * 0.9;
      attribute(
        cross,
        "d",
        `M${x - r} ${down - r}L${x + r} ${down + r}M${x - r} ${down + r}L${x + r} ${down - r}`,
      );
      attribute(cross, "stroke", theme.text);
      attribute(cross, "stroke-width", 1.75);
    },
  );
}
