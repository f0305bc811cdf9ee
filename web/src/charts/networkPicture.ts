// A small live picture of the network: senders, routers, receivers, the queue as it fills, drops as they fall. Widths of
// lines are the rates at the playhead and the box is the recorded queue; nothing moves that was not measured.
import "./charts.css";
import { attribute, repeat, svg, text, watchSize } from "./dom.ts";
import { formatQuantity } from "./format.ts";
import { type Mesh, meshPlan } from "./meshLayout.ts";
import {
  dumbbellPlan,
  type HostPlace,
  hostRows,
  type NetworkFlow,
  type NetworkPlan,
  type WayPlace,
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
  /** What the link is called, where there are several. */
  readonly name?: string;
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
  /** A network of several links; a dumbbell when left out. */
  readonly mesh?: Mesh | null;
}

/** What can be chosen in the picture. */
export interface PictureTarget {
  readonly kind: "flow" | "link";
  readonly id: string;
}

export interface NetworkPictureOptions {
  readonly presenter?: boolean;
  readonly onHover?: (flow: string | null) => void;
  /** A flow or a link was clicked, or chosen with Enter. */
  readonly onSelect?: (target: PictureTarget) => void;
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
  const root = svg("svg", { class: "fs-network", role: "group" }, host);
  const access = svg("g", { fill: "none", "stroke-linecap": "round" }, root);
  const trunks = svg("g", {}, root);
  const ways = svg("g", { "stroke-linecap": "round", "stroke-linejoin": "round" }, root);
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
  root.addEventListener("click", (event) => {
    const target = targetOf(event.target as Element);
    if (target) settings.onSelect?.(target);
  });
  root.addEventListener("keydown", (event) => roam(root, event, (target) => settings.onSelect?.(target)));

  function draw(): void {
    const width = size.width();
    if (width < 80) return;
    const font = settings.presenter ? 18 : 11.5;
    const rows = hostRows(data.flows);
    const reverse = data.links.some((link) => link.id === "reverse");
    const least = Math.max(font * (rows * 1.9 + 2.6), reverse ? font * 8 : 0);
    const height = Math.max(size.height(), Math.round(least));
    const mesh = data.mesh ?? null;
    const net = mesh === null ? "" : JSON.stringify(mesh);
    const key = `${width} ${height} ${font} ${reverse} ${net} ${data.flows.map((flow) => `${flow.id}:${flow.label}:${flow.reverse}`).join()}`;
    if (plan === null || key !== planKey) {
      plan =
        mesh === null
          ? dumbbellPlan(data.flows, width, height, font, reverse)
          : meshPlan(mesh, data.flows, width, font);
      planKey = key;
      attribute(root, "width", width);
      attribute(root, "height", plan.height);
      attribute(root, "font-size", font);
      root.style.setProperty("--fs-font", theme.font);
    }
    paint(plan, font);
    root.setAttribute("aria-label", summary());
    keepOneStop(root);
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
    repeat(hosts, current.hosts, makeHost, (group, place) => {
      paintHost(group, place, look(place.flows), font, theme);
      group.classList.add("fs-host");
      // The receiver's side is the same flow once more: one of both is enough to choose it by.
      if (place.side === "left") choosable(group, "flow", place.flows[0] ?? "", `Flow ${place.label}`);
    });
    repeat(ways, current.ways, makeWay, (group, place) => {
      paintWay(group, place, look(place.flows), font, theme);
      choosable(group, "flow", place.flows[0] ?? "", `Flow ${place.label}`);
    });
    repeat(routers, current.routers, makeRouter, (group, at) => {
      const [box, name] = group.children;
      if (box === undefined || name === undefined) return;
      {
        const r = font * 0.75;
        attribute(box, "x", at.x - r);
        attribute(box, "y", at.y - current.routerHeight / 2);
        attribute(box, "width", 2 * r);
        attribute(box, "height", current.routerHeight);
        attribute(box, "rx", r);
        attribute(box, "fill", theme.background);
        attribute(box, "stroke", theme.text);
        attribute(box, "stroke-width", 1.5);
        const label = at.label ?? "";
        const inside = label.length <= 2;
        attribute(name, "x", at.x);
        attribute(name, "y", inside ? at.y + font * 0.33 : at.y - current.routerHeight / 2 - font * 0.35);
        attribute(name, "font-size", inside ? font * 0.85 : font * 0.9);
        attribute(name, "fill", theme.muted);
        text(name, label.length > 14 ? `${label.slice(0, 13)}\u2026` : label);
      }
    });
    repeat(trunks, current.bottlenecks, makeTrunk, (group, place) => {
      const link = data.links.find((candidate) => candidate.id === place.id);
      if (link === undefined) return;
      paintTrunk(group, place, link, font, theme);
      const waiting = `${Math.round(link.queue)} of ${formatQuantity(link.limit, "packets")} waiting`;
      choosable(group, "link", link.id, `Link ${link.name ?? link.id}, ${link.label}, ${waiting}`);
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

function makeRouter(): SVGGElement {
  const group = svg("g");
  svg("rect", {}, group);
  svg("text", { "text-anchor": "middle" }, group);
  return group;
}

function makeWay(): SVGGElement {
  const group = svg("g");
  svg("path", { fill: "none", stroke: "transparent", "stroke-width": 12 }, group);
  svg("path", { fill: "none" }, group);
  svg("circle", {}, group);
  svg("circle", {}, group);
  svg("text", {}, group);
  return group;
}

/** A flow's way: from a full dot to an open one, as wide as its rate. */
function paintWay(group: SVGGElement, place: WayPlace, look: Look, font: number, theme: ChartTheme): void {
  const [reach, line, start, end, label] = group.children;
  if (!reach || !line || !start || !end || !label) return;
  attribute(group, "opacity", look.opacity);
  attribute(reach, "d", place.path);
  attribute(line, "d", place.path);
  attribute(line, "stroke", look.active ? look.colour : theme.axis);
  attribute(
    line,
    "stroke-width",
    THIN_LINE + (0.6 * FULL_LINE - THIN_LINE) * Math.sqrt(Math.min(1, look.share)),
  );
  attribute(line, "stroke-dasharray", look.active ? "none" : "2 4");
  for (const [dot, at, fill] of [
    [start, place.start, look.active ? look.colour : theme.background],
    [end, place.end, theme.background],
  ] as const) {
    attribute(dot, "cx", at.x);
    attribute(dot, "cy", at.y);
    attribute(dot, "r", font * 0.34);
    attribute(dot, "fill", fill);
    attribute(dot, "stroke", look.active ? look.colour : theme.axis);
    attribute(dot, "stroke-width", 1.5);
  }
  const share = look.active ? `  ${formatQuantity(look.share, "share")}` : "";
  const said = [`${place.label}${share}`, place.label].find(
    (words) => words.length * font * 0.53 <= place.room,
  );
  attribute(label, "x", place.labelAt?.x ?? 0);
  attribute(label, "y", place.labelAt?.y ?? 0);
  attribute(label, "fill", look.active ? theme.text : theme.muted);
  text(label, place.labelAt === null ? "" : (said ?? ""));
}

/** Makes a part of the picture something that can be chosen. */
function choosable(group: SVGGElement, kind: PictureTarget["kind"], id: string, name: string): void {
  if (kind === "flow") group.dataset.flow = id;
  else group.dataset.link = id;
  attribute(group, "role", "button");
  attribute(group, "aria-label", name);
  if (!group.hasAttribute("tabindex")) group.setAttribute("tabindex", "-1");
  group.classList.add("fs-choosable");
}

function targetOf(element: Element): PictureTarget | null {
  const group = element.closest<SVGElement>(".fs-choosable");
  if (group === null) return null;
  const { flow, link } = group.dataset;
  if (flow !== undefined) return { kind: "flow", id: flow };
  return link === undefined ? null : { kind: "link", id: link };
}

/** The picture is one stop of the Tab key; arrow keys go on from there. */
function keepOneStop(root: SVGSVGElement): void {
  const items = [...root.querySelectorAll<SVGElement>(".fs-choosable")];
  if (items.some((item) => item.getAttribute("tabindex") === "0")) return;
  items[0]?.setAttribute("tabindex", "0");
}

function roam(root: SVGSVGElement, event: KeyboardEvent, choose: (target: PictureTarget) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const items = [...root.querySelectorAll<SVGElement>(".fs-choosable")];
  const here = items.indexOf(document.activeElement as SVGElement);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const target = here < 0 ? null : targetOf(items[here] as Element);
  if (target !== null && (event.key === "Enter" || event.key === " ")) choose(target);
  else if (step !== undefined && here >= 0) {
    const next = items[(here + step + items.length) % items.length];
    for (const item of items) item.setAttribute("tabindex", item === next ? "0" : "-1");
    next?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
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
  const { queue, turn } = place;
  attribute(
    group,
    "transform",
    turn === undefined
      ? ""
      : `translate(${turn.at.x.toFixed(1)},${turn.at.y.toFixed(1)}) rotate(${turn.angle.toFixed(1)})`,
  );
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
  // The label lies along the link on the side that drops and the count leave free, at the link's far end.
  attribute(label, "x", above ? place.to.x - font * 1.1 : place.to.x + font * 1.1);
  attribute(label, "y", place.from.y + font * 1.5);
  attribute(label, "text-anchor", above ? "end" : "start");
  attribute(label, "fill", theme.muted);
  const room = Math.abs(place.to.x - place.from.x) - font * (above ? 4.6 : 2);
  const words = link.down ? "down" : link.label;
  const fitting = [words, words.split(",")[0] ?? ""].find((said) => said.length * font * 0.53 <= room);
  text(label, turn === undefined ? (fitting ?? "") : "");
  const at = {
    x: queue.x + queue.width / 2,
    y: above ? queue.y - font * 0.45 : queue.y + queue.height + font * 1.1,
  };
  attribute(count, "x", at.x);
  attribute(count, "y", at.y);
  // Numbers stand upright however the link lies.
  attribute(
    count,
    "transform",
    turn === undefined ? "" : `rotate(${(-turn.angle).toFixed(1)} ${at.x} ${at.y})`,
  );
  attribute(count, "fill", theme.muted);
  const waiting = Number.isNaN(link.queue) ? 0 : Math.round(link.queue);
  // On a map of many links only those that hold something say how much.
  const counted = turn === undefined || (waiting > 0 && place.to.x > font * 7);
  text(count, counted ? (turn === undefined ? `${waiting} / ${Math.round(link.limit)}` : `${waiting}`) : "");
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
