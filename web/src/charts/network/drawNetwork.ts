// Draws a network plan as SVG nodes: links with their queues, routes of flows, routers, hosts, and notes on a
// map. Line widths show the rates at the playhead, and boxes show the recorded queues.

import { linkHorizontal } from "d3-shape";
import { scenarioTexts } from "../../scenario/texts/index.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { group, type SvgNode, svg } from "../core/svg.ts";
import type { LineStyle } from "../palette.ts";
import { fitText, textWidth } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";
import { type ChartTheme, styleColour } from "../theme.ts";
import { choosable } from "./choice.ts";
import { drawLink, type PictureLink, waitingNumbers } from "./linkShapes.ts";
import type { Mesh } from "./mesh.ts";
import type {
  HostPlace,
  LinkPlace,
  NetworkFlow,
  NetworkPlan,
  Point,
  RoutePlace,
  RouterPlace,
} from "./plan.ts";

export interface PictureFlow extends NetworkFlow {
  readonly style: LineStyle;
  /**
   * The flow's rate divided by the rate of the slowest link of its route. Both are means over the same window
   * as the numbers next to the picture. NaN if it is unknown.
   */
  readonly share: number;
  /** The flow's goodput in bit/s, a mean over the same window. NaN if it is unknown. */
  readonly rate: number;
  /** False before the flow starts and after it stops. */
  readonly active: boolean;
}

export interface PictureData {
  readonly flows: readonly PictureFlow[];
  /**
   * In a dumbbell, the links have the ids "forward" and, if the queue of the reverse direction affects the
   * run, "reverse".
   */
  readonly links: readonly PictureLink[];
  readonly highlight?: string | null;
  /** The nodes and links of a network of several links. Without it, a dumbbell is drawn. */
  readonly mesh?: Mesh | null;
}

export interface NetworkModel {
  readonly plan: NetworkPlan;
  readonly data: PictureData;
  readonly theme: ChartTheme;
  readonly fontSize: number;
  /** The id of the link or node under the pointer or with the focus, which is described in full. */
  readonly pointedId?: string;
  /** Whether packets are drawn above the picture: then lines are pale, and drops are not drawn as crosses. */
  readonly isLive?: boolean;
  /** Whether flows and links cannot be chosen. */
  readonly isFixed?: boolean;
  /** The space above each end of a link that texts leave free, in pixels. */
  readonly clearance?: number;
}

/** The opacity of the lines of flows below packets. */
const LIVE_OPACITY = 0.3;
/** Width of a line without traffic, in pixels. */
const IDLE_WIDTH = 1;
/** Width of a line that carries traffic at the rate of the slowest link, in pixels. */
const FULL_WIDTH = 9;

export function drawNetwork(model: NetworkModel): SvgNode[] {
  const { plan, data, theme, fontSize, pointedId = "", clearance = 0, isLive = false } = model;
  const isFixed = model.isFixed ?? false;
  const paleness = isLive ? LIVE_OPACITY : null;
  const byId = new Map(data.flows.map((flow) => [flow.id, flow]));
  const trafficOf = (ids: readonly string[]): Traffic =>
    bundleTraffic(ids, byId, theme, data.highlight ?? null);
  const queueColour = trafficOf(data.flows.map(({ id }) => id)).colour;
  const links = plan.links.flatMap((place) => {
    const link = data.links.find(({ id }) => id === place.id);
    if (link === undefined) return [];
    const shown = isLive ? { ...link, drops: 0 } : link;
    return [drawLink(place, shown, { fontSize, theme, clearance, queueColour, isFixed })];
  });
  const access = plan.access.map((place) => drawAccess(place, trafficOf(place.flows), theme));
  const routes = plan.routes.map((place) => drawRoute(place, trafficOf(place.flows), model));
  const names = plan.links.flatMap(({ name }) => (name ? [drawLinkName(name, plan.textSize, theme)] : []));
  const notes = notesOf(plan, data.links, pointedId).map((note) => drawNote(note, plan, theme));
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  return [
    group(access, { fill: "none", opacity: paleness, ...round }),
    group(links),
    group(routes, round),
    group(names, { "text-anchor": "middle", "pointer-events": "none" }),
    group(plan.routers.map((place) => drawRouter(place, plan, theme))),
    group(plan.hosts.map((place) => drawHost(place, trafficOf(place.flows), model))),
    group(notes, { class: "fs-notes", "text-anchor": "middle" }),
  ];
}

interface Traffic {
  readonly colour: string;
  readonly share: number;
  readonly rate: number;
  readonly active: boolean;
  readonly opacity: number | null;
}

/** The traffic of several flows: the sum of their rates, and their colour if it is the same for all. */
function bundleTraffic(
  ids: readonly string[],
  byId: ReadonlyMap<string, PictureFlow>,
  theme: ChartTheme,
  highlight: string | null,
): Traffic {
  const flows = ids.flatMap((id) => byId.get(id) ?? []);
  const active = flows.filter((flow) => flow.active);
  const style = flows[0]?.style;
  const isMixed = flows.some((flow) => flow.style.colour !== style?.colour);
  const total = (values: readonly number[]): number =>
    values.every(Number.isNaN) ? Number.NaN : values.reduce((sum, value) => sum + (value || 0), 0);
  return {
    colour: isMixed || style === undefined ? theme.muted : styleColour(style, theme),
    share: total(active.map(({ share }) => share)),
    rate: total(active.map(({ rate }) => rate)),
    active: active.length > 0,
    opacity: highlight === null || ids.includes(highlight) ? null : 0.25,
  };
}

/** The stroke of a line that carries traffic. */
const strokeOf = ({ active, colour, share, opacity }: Traffic, theme: ChartTheme, fullWidth: number) => ({
  stroke: active ? colour : theme.axis,
  "stroke-width": IDLE_WIDTH + (fullWidth - IDLE_WIDTH) * Math.sqrt(Math.min(1, share || 0)),
  "stroke-dasharray": active ? "none" : "2 4",
  opacity,
});

/** The rate of active flows with three digits, even if the last digit is zero, as in the bars next to the picture. */
const rateText = ({ active, rate }: Traffic): string =>
  active && !Number.isNaN(rate) ? formatQuantity(rate, "bit/s", 3, rate !== 0) : "";

const accessCurve = linkHorizontal<{ source: Point; target: Point }, Point>()
  .x((point) => point.x)
  .y((point) => point.y)
  .digits(2);

function drawAccess({ from, to }: { from: Point; to: Point }, traffic: Traffic, theme: ChartTheme): SvgNode {
  const d = accessCurve({ source: from, target: to });
  return svg("path", { d, ...strokeOf(traffic, theme, FULL_WIDTH) });
}

function drawHost(place: HostPlace, traffic: Traffic, { fontSize, theme, isFixed }: NetworkModel): SvgNode {
  const { x, y, side, label, isSender } = place;
  const { active, colour, opacity } = traffic;
  const isLeft = side === "left";
  const flow = place.flows[0] ?? "";
  // Sender and receiver belong to one flow, so only the host at the left can be chosen.
  const role = isLeft
    ? choosable("flow", flow, chartTexts.flow({ label }), { classes: "fs-host", isFixed: isFixed ?? false })
    : { "data-flow": flow, class: "fs-host" };
  const name = isLeft ? label : rateText(traffic);
  const dot = {
    r: fontSize * 0.42,
    fill: isSender && active ? colour : theme.background,
    stroke: active ? colour : theme.axis,
    "stroke-width": 1.75,
  };
  const text = {
    x: x + fontSize * (isLeft ? -0.8 : 0.8),
    y: y + fontSize * 0.35,
    "text-anchor": isLeft ? "end" : "start",
    fill: active ? theme.text : theme.muted,
  };
  return svg("g", { ...role, opacity }, [
    svg("circle", { cx: x, cy: y, ...dot }),
    svg("text", text, fitText(name, fontSize, isLeft ? x - fontSize * 0.9 : 12 * fontSize)),
  ]);
}

/** Whether a node has its name inside its circle. */
export const isNamedInside = (
  { labelAt, label = "" }: RouterPlace,
  { routerRadius, textSize }: NetworkPlan,
): boolean => labelAt === undefined && textWidth(label, textSize) < 2 * routerRadius - 2;

function drawRouter(place: RouterPlace, plan: NetworkPlan, theme: ChartTheme): SvgNode {
  const { x, y, labelAt, label = "" } = place;
  const { routerRadius: r, routerHeight: height, textSize: size } = plan;
  const isInside = isNamedInside(place, plan);
  const at = labelAt ?? { x, y: isInside ? y : y - height / 2 - size * 0.7 };
  const box = { x: x - r, y: y - height / 2, width: 2 * r, height, rx: r };
  const text = {
    class: "fs-halo",
    x: at.x,
    y: at.y + size * (isInside ? 0.3 : 0.35),
    "text-anchor": "middle",
    "font-size": size,
    fill: labelAt === undefined ? theme.muted : theme.text,
    stroke: isInside ? "none" : theme.background,
    "paint-order": "stroke",
  };
  return svg("g", { "data-node": place.id }, [
    svg("rect", { ...box, fill: theme.background, stroke: theme.text, "stroke-width": 1.5 }),
    svg("text", text, labelAt === null ? "" : isInside ? label : fitText(label, size, size * 8)),
  ]);
}

/**
 * The route of a flow: a line from a filled dot to an open dot. The width of the line shows the flow's rate.
 */
function drawRoute(
  place: RoutePlace,
  traffic: Traffic,
  { plan: { textSize: fontSize, laneWidth }, theme, isFixed }: NetworkModel,
): SvgNode {
  const { active, colour } = traffic;
  const { opacity, ...stroke } = strokeOf(traffic, theme, Math.min(0.6 * FULL_WIDTH, laneWidth));
  const dot = (at: Point, fill: string): SvgNode =>
    svg("circle", {
      cx: at.x,
      cy: at.y,
      r: Math.min(fontSize * 0.34, laneWidth * 0.8),
      fill,
      stroke: active ? colour : theme.axis,
      "stroke-width": 1.5,
    });
  const fits = (words: string): boolean => textWidth(words, fontSize) <= place.labelWidth;
  const label =
    place.labelAt &&
    ([`${place.label}  ${rateText(traffic)}`.trimEnd(), place.label].find(fits) ??
      fitText(place.label, fontSize, place.labelWidth));
  const text = {
    class: "fs-halo",
    x: place.labelAt?.x,
    y: place.labelAt?.y,
    "font-size": fontSize,
    fill: active ? theme.text : theme.muted,
    stroke: theme.background,
    "paint-order": "stroke",
  };
  const role = choosable("flow", place.flows[0] ?? "", chartTexts.flow({ label: place.label }), {
    isFixed: isFixed ?? false,
  });
  return svg("g", { ...role, opacity }, [
    // An invisible wide line is easier to hit.
    svg("path", { d: place.path, fill: "none", stroke: "transparent", "stroke-width": 12 }),
    svg("path", { d: place.path, fill: "none", ...stroke }),
    dot(place.start, active ? colour : theme.background),
    dot(place.end, theme.background),
    ...(place.dotAt ? [dot(place.dotAt, active ? colour : theme.background)] : []),
    svg("text", text, label ?? ""),
  ]);
}

function drawLinkName(name: NonNullable<LinkPlace["name"]>, size: number, theme: ChartTheme): SvgNode {
  const look = { "font-size": size, fill: theme.muted, stroke: theme.background, "paint-order": "stroke" };
  return svg("text", { class: "fs-halo", x: name.x, y: name.y + size * 0.35, ...look }, name.text);
}

interface Note {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Whether the note is a full description, which is drawn on a background. */
  readonly isFull: boolean;
}

/**
 * The notes on a map. At every link whose queue is not empty, the number of waiting packets is shown if there
 * is a free position for it. The link `pointedId` has a full description. The node `pointedId` has its name,
 * if the map does not show this name already.
 */
function notesOf(plan: NetworkPlan, links: readonly PictureLink[], pointedId: string): readonly Note[] {
  const notes: Note[] = [];
  for (const place of plan.links) {
    const { turn, countAt, queue } = place;
    const link = turn && links.find((candidate) => candidate.id === place.id);
    if (!link || !turn) continue;
    const waiting = Math.round(Number.isNaN(link.queue) ? 0 : link.queue);
    const isFull = pointedId === (link.target ?? link.id);
    if (!isFull && (waiting === 0 || !countAt)) continue;
    const angle = (turn.angle * Math.PI) / 180;
    const centre = queue.width > 0 ? queue.x + queue.width / 2 : place.to.x / 2;
    const nextToQueue = {
      x: turn.at.x + Math.cos(angle) * centre,
      y: turn.at.y + Math.sin(angle) * centre - queue.height,
    };
    const { x, y } = countAt ?? nextToQueue;
    const rate = link.down ? chartTexts.down : link.label;
    const numbers = waitingNumbers(link);
    const text = isFull
      ? chartTexts.named({
          name: link.name ?? link.id,
          text: `${rate}, ${numbers} ${scenarioTexts.units.packets}`,
        })
      : ([`${numbers} ${scenarioTexts.units.packets}`, numbers].find(
          (words) => textWidth(words, plan.textSize) <= (countAt?.width ?? 0),
        ) ?? `${waiting}`);
    notes.push({ x, y: y + plan.textSize * 0.35, text, isFull });
  }
  // Full descriptions come last, so that they cover the numbers next to them.
  notes.sort((a, b) => Number(a.isFull) - Number(b.isFull));
  const node = plan.routers.find((router) => router.labelAt === null && router.id === pointedId);
  if (node) {
    const y = node.y - plan.routerRadius - plan.textSize * 0.4;
    notes.push({ x: node.x, y, text: node.label ?? "", isFull: true });
  }
  return notes;
}

function drawNote({ x, y, text, isFull }: Note, plan: NetworkPlan, theme: ChartTheme): SvgNode {
  const size = plan.textSize;
  const half = textWidth(text, size) / 2 + size * 0.6;
  const at = { x: Math.max(half, Math.min(plan.width - half, x)), y: Math.max(size * 1.2, y) };
  const box = { x: at.x - half, y: at.y - size * 1.15, width: 2 * half, height: size * 1.65 };
  const look = {
    class: "fs-halo",
    ...at,
    "font-size": size,
    "font-weight": isFull ? 600 : 400,
    fill: isFull ? theme.text : theme.muted,
    stroke: theme.background,
    "paint-order": "stroke",
  };
  return svg("g", { "pointer-events": "none" }, [
    ...(isFull ? [svg("rect", { rx: 4, ...box, fill: theme.background, stroke: theme.axis })] : []),
    svg("text", look, text),
  ]);
}
