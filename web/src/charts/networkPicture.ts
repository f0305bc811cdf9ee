// A small live picture of the network: senders, routers, receivers, the queue as it fills, drops as they fall. Widths of
// lines are the rates at the playhead and the box is the recorded queue; nothing moves that was not measured.
import "./charts.css";
import { attribute, repeat, svg, text, watchSize } from "./dom.ts";
import { formatQuantity } from "./format.ts";
import type { Mesh, meshPlan } from "./meshLayout.ts";
import { choosable, keepOneStop, type PictureTarget, roam, targetOf } from "./networkChoice.ts";
import {
  dumbbellPlan,
  type HostPlace,
  hostRows,
  type NetworkFlow,
  type NetworkPlan,
  type RouterPlace,
  type WayPlace,
} from "./networkLayout.ts";
import { makeTrunk, type PictureLink, paintTrunk } from "./networkTrunk.ts";
import type { LineStyle } from "./palette.ts";
import { fitText, textWidth } from "./textSize.ts";
import { type ChartTheme, readTheme, styleColour, watchTheme } from "./theme.ts";

export interface PictureFlow extends NetworkFlow {
  readonly style: LineStyle;
  /** Rate at the playhead, as a share of the rate of the tightest link on its way. */
  readonly share: number;
  /** False before its start and after its stop. */
  readonly active: boolean;
}

export interface PictureData {
  readonly flows: readonly PictureFlow[];
  /** "forward" and, when its queue matters, "reverse". */
  readonly links: readonly PictureLink[];
  readonly highlight?: string | null;
  /** A network of several links; a dumbbell when left out. */
  readonly mesh?: Mesh | null;
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
  const notes = svg("g", { class: "fs-notes", "text-anchor": "middle" }, root);
  let settings = options;
  let data: PictureData = { flows: [], links: [] };
  let theme = readTheme(root);
  let plan: NetworkPlan | null = null;
  let planKey = "";
  /** Plans of networks of several links, loaded when there is one to draw. */
  let meshPlans: typeof meshPlan | null = null;
  let gone = false;
  const loadPlans = (): void => {
    import("./meshLayout.ts").then(
      (module) => {
        meshPlans = module.meshPlan;
        if (!gone) draw();
      },
      () => undefined,
    );
  };

  /** The link or node under the pointer or with the focus: it says all that it has to say. */
  let pointed = "";
  const point = (element: Element | null): void => {
    const part = element?.closest<SVGElement>("[data-link],[data-node]");
    const name = part?.dataset.link ?? part?.dataset.node ?? "";
    if (name === pointed) return;
    pointed = name;
    draw();
  };
  root.addEventListener("pointerover", (event) => {
    const element = event.target as Element;
    settings.onHover?.(element.closest<SVGElement>("[data-flow]")?.dataset.flow ?? null);
    point(element);
  });
  root.addEventListener("pointerleave", () => {
    settings.onHover?.(null);
    point(null);
  });
  root.addEventListener("focusin", (event) => point(event.target as Element));
  root.addEventListener("focusout", () => point(null));
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
    // Not the host's height: it follows the picture's, which could then never become smaller again.
    const given = Number.parseFloat(getComputedStyle(host).minHeight) || 0;
    const height = Math.max(given, Math.round(least));
    const mesh = data.mesh ?? null;
    if (mesh !== null && meshPlans === null) {
      loadPlans();
      return;
    }
    const net = mesh === null ? "" : JSON.stringify(mesh);
    const key = `${width} ${height} ${font} ${reverse} ${net} ${data.flows.map((flow) => `${flow.id}:${flow.label}:${flow.reverse}`).join()}`;
    if (plan === null || key !== planKey) {
      plan =
        mesh === null || meshPlans === null
          ? dumbbellPlan(data.flows, width, height, font, reverse)
          : meshPlans(mesh, data.flows, width, font);
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
      paintWay(group, place, look(place.flows), font, current.lane, theme);
      choosable(group, "flow", place.flows[0] ?? "", `Flow ${place.label}`);
    });
    repeat(routers, current.routers, makeRouter, (group, at) => paintRouter(group, at, current, theme));
    repeat(trunks, current.bottlenecks, makeTrunk, (group, place) => {
      const link = data.links.find((candidate) => candidate.id === place.id);
      if (link === undefined) return;
      paintTrunk(group, place, link, font, theme);
      const waiting = `${Math.round(link.queue)} of ${formatQuantity(link.limit, "packets")} waiting`;
      choosable(group, "link", link.id, `Link ${link.name ?? link.id}, ${link.label}, ${waiting}`);
    });
    repeat(notes, notesOf(current, data.links, pointed), makeNote, (note, { x, y, words, strong }) => {
      const [board, label] = note.children;
      if (board === undefined || label === undefined) return;
      const size = current.textSize;
      const half = textWidth(words, size) / 2 + size * 0.6;
      const at = { x: Math.max(half, Math.min(current.width - half, x)), y: Math.max(size * 1.2, y) };
      // What is said in full lies on a board: lines below it would make it unreadable.
      attribute(board, "visibility", strong ? "visible" : "hidden");
      attribute(board, "x", at.x - half);
      attribute(board, "y", at.y - size * 1.15);
      attribute(board, "width", 2 * half);
      attribute(board, "height", size * 1.65);
      attribute(board, "fill", theme.background);
      attribute(board, "stroke", theme.axis);
      attribute(label, "x", at.x);
      attribute(label, "y", at.y);
      attribute(label, "font-size", size);
      attribute(label, "font-weight", strong ? 600 : 400);
      attribute(label, "fill", strong ? theme.text : theme.muted);
      attribute(label, "stroke", theme.background);
      text(label, words);
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
      gone = true;
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
  text(label, fitText(name, font, place.side === "left" ? place.x - font * 0.9 : 7 * font));
}

function makeRouter(): SVGGElement {
  const group = svg("g");
  svg("rect", {}, group);
  svg("text", { "text-anchor": "middle", class: "fs-halo" }, group);
  return group;
}

function paintRouter(group: SVGGElement, at: RouterPlace, plan: NetworkPlan, theme: ChartTheme): void {
  const [box, name] = group.children;
  if (box === undefined || name === undefined) return;
  if (at.id !== undefined && group.dataset.node !== at.id) group.dataset.node = at.id;
  const { routerRadius: r, routerHeight: height, textSize: size } = plan;
  attribute(box, "x", at.x - r);
  attribute(box, "y", at.y - height / 2);
  attribute(box, "width", 2 * r);
  attribute(box, "height", height);
  attribute(box, "rx", r);
  attribute(box, "fill", theme.background);
  attribute(box, "stroke", theme.text);
  attribute(box, "stroke-width", 1.5);
  const label = at.label ?? "";
  const inside = at.labelAt === undefined && textWidth(label, size * 0.85) < 2 * r - 2;
  const place = at.labelAt ?? { x: at.x, y: inside ? at.y : at.y - height / 2 - size * 0.7 };
  attribute(name, "x", place.x);
  attribute(name, "y", place.y + size * (inside ? 0.3 : 0.35));
  attribute(name, "font-size", inside ? size * 0.85 : size);
  attribute(name, "fill", at.labelAt === undefined ? theme.muted : theme.text);
  attribute(name, "stroke", inside ? "none" : theme.background);
  text(name, at.labelAt === null ? "" : inside ? label : fitText(label, size, size * 8));
}

interface Note {
  readonly x: number;
  readonly y: number;
  readonly words: string;
  readonly strong: boolean;
}

function makeNote(): SVGGElement {
  const group = svg("g", { "pointer-events": "none" });
  svg("rect", { rx: 4 }, group);
  svg("text", { class: "fs-halo" }, group);
  return group;
}

/** On a map: how many wait where any do, and everything about the link or the name of the node that is pointed at. */
function notesOf(plan: NetworkPlan, links: readonly PictureLink[], pointed: string): readonly Note[] {
  const notes: Note[] = [];
  const drop = plan.textSize * 0.35;
  for (const place of plan.bottlenecks) {
    const { turn, countAt, queue } = place;
    const link = turn && links.find((candidate) => candidate.id === place.id);
    if (!link || !turn) continue;
    const waiting = Math.round(Number.isNaN(link.queue) ? 0 : link.queue);
    const strong = pointed === link.id;
    if (!strong && (waiting === 0 || !countAt)) continue;
    const angle = (turn.angle * Math.PI) / 180;
    const middle = queue.width > 0 ? queue.x + queue.width / 2 : place.to.x / 2;
    const at = countAt ?? {
      x: turn.at.x + Math.cos(angle) * middle,
      y: turn.at.y + Math.sin(angle) * middle - queue.height,
    };
    const rate = link.down ? "down" : link.label;
    const words = strong
      ? `${link.name ?? link.id}: ${rate}, ${waiting} / ${Math.round(link.limit)}`
      : `${waiting}`;
    notes.push({ x: at.x, y: at.y + drop, words, strong });
  }
  // What is said in full lies above the numbers beside it.
  notes.sort((a, b) => Number(a.strong) - Number(b.strong));
  const node = plan.routers.find((router) => router.labelAt === null && router.id === pointed);
  if (node)
    notes.push({
      x: node.x,
      y: node.y - plan.routerRadius - plan.textSize * 0.4,
      words: node.label ?? "",
      strong: true,
    });
  return notes;
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
function paintWay(
  group: SVGGElement,
  place: WayPlace,
  look: Look,
  font: number,
  lane: number,
  theme: ChartTheme,
): void {
  const [reach, line, start, end, label] = group.children;
  if (!reach || !line || !start || !end || !label) return;
  attribute(group, "opacity", look.opacity);
  attribute(reach, "d", place.path);
  attribute(line, "d", place.path);
  attribute(line, "stroke", look.active ? look.colour : theme.axis);
  attribute(
    line,
    "stroke-width",
    THIN_LINE + (Math.min(0.6 * FULL_LINE, lane) - THIN_LINE) * Math.sqrt(Math.min(1, look.share)),
  );
  attribute(line, "stroke-dasharray", look.active ? "none" : "2 4");
  for (const [dot, at, fill] of [
    [start, place.start, look.active ? look.colour : theme.background],
    [end, place.end, theme.background],
  ] as const) {
    attribute(dot, "cx", at.x);
    attribute(dot, "cy", at.y);
    attribute(dot, "r", Math.min(font * 0.34, lane * 0.8));
    attribute(dot, "fill", fill);
    attribute(dot, "stroke", look.active ? look.colour : theme.axis);
    attribute(dot, "stroke-width", 1.5);
  }
  const share = look.active ? `  ${formatQuantity(look.share, "share")}` : "";
  const said = [`${place.label}${share}`, place.label].find((words) => textWidth(words, font) <= place.room);
  attribute(label, "x", place.labelAt?.x ?? 0);
  attribute(label, "y", place.labelAt?.y ?? 0);
  attribute(label, "fill", look.active ? theme.text : theme.muted);
  text(label, place.labelAt === null ? "" : (said ?? ""));
}
