// Pictures of networks with their packets, from synthetic stretches.
import { range } from "d3-array";
import type { RowColumn, RowKind } from "../../engine/packets/types.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { drawNetwork, type PictureFlow } from "../network/drawNetwork.ts";
import type { PictureLink } from "../network/linkShapes.ts";
import { type PacketColours, PacketStage, type SceneSource } from "../network/packetDots.ts";
import { PacketLegs } from "../network/packetLegs.ts";
import { coreSide, crossArm, crossWidth, emptyQueues, type Shape, shapeOf } from "../network/packetLook.ts";
import { PacketWays, type WayContext } from "../network/packetWays.ts";
import type { NetworkPlan } from "../network/plan.ts";
import type { ThemeName } from "../palette.ts";
import { plainTheme, styleColour } from "../theme.ts";
import { rowsOf } from "./viewGallery.ts";

/** A millisecond of simulated time. */
const MS = 1e6;
const LIMIT = 10;
/** The moment of the picture: the queue is full, and a packet has just been dropped. */
const MOMENT = { at: 62.4 * MS, fade: 6 * MS };

type Row = [RowKind, Partial<Record<RowColumn, number>>];

/**
 * A stretch in which the flows send in turns, one packet every 0.8 ms. The first link of the route takes 1 ms
 * to send a packet; the other links take no time.
 */
function stretchOf(
  flows: number,
  route: readonly number[],
  back: readonly number[],
): Float64Array<ArrayBuffer> {
  const rows: Row[] = [];
  const [first = 0] = route;
  const starts: number[] = [];
  for (const n of range(110)) {
    const packet = { flow: n % flows, connection: 0, seq: n, ordinal: n, size: 1500 };
    const sentAt = n * 0.8 * MS;
    const arrival = sentAt + 2 * MS;
    const waiting = starts.filter((start) => start > arrival).length;
    const isMarked = waiting >= 6 && n % 4 === 1;
    const data = { ...packet, feedback: 0, flags: n % 13 === 6 ? 1 : 0 };
    rows.push(["sent", { ...data, at: sentAt }], ["arrived", { ...data, at: arrival, link: first }]);
    if (waiting >= LIMIT) {
      rows.push(["dropped", { ...data, at: arrival, link: first }]);
      continue;
    }
    const marked = isMarked ? { ...data, flags: data.flags | 24 } : data;
    if (isMarked) rows.push(["marked", { ...marked, at: arrival, link: first }]);
    const start = Math.max(arrival, (starts.at(-1) ?? -1) + MS);
    starts.push(start);
    const end = cross(rows, marked, start, route, MS);
    rows.push(["delivered", { ...marked, at: end + 2 * MS }]);
    const feedback = { ...packet, feedback: 1, flags: 4, size: 40 };
    rows.push(["sent", { ...feedback, at: end + 2 * MS }]);
    const last = cross(rows, feedback, end + 4 * MS, back, 0);
    rows.push(["delivered", { ...feedback, at: last + 2 * MS }]);
  }
  return rowsOf(rows.sort(([, a], [, b]) => (a.at ?? 0) - (b.at ?? 0)));
}

/**
 * Adds the steps of a packet whose service at the first link begins at `start`. Returns the time of its
 * arrival after the last link.
 */
function cross(
  rows: Row[],
  packet: object,
  start: number,
  route: readonly number[],
  service: number,
): number {
  return route.reduce((at, link, i) => {
    const departure = at + (i === 0 ? service : 0);
    if (i > 0 || service === 0) rows.push(["arrived", { ...packet, at, link }]);
    rows.push(["started", { ...packet, at, link }]);
    rows.push(["departed", { ...packet, at: departure, link }]);
    rows.push(["landed", { ...packet, at: departure + 7 * MS, link }]);
    return departure + 7 * MS;
  }, start);
}

/**
 * A network with its packets. Data follow the link directions in `route`, and acknowledgements those in
 * `back`.
 */
export function networkWithPackets(
  plan: NetworkPlan,
  flows: readonly PictureFlow[],
  links: readonly PictureLink[],
  context: WayContext,
  [route, back]: readonly [readonly string[], readonly string[]],
  colours: PacketColours,
  name: ThemeName,
): SvgNode[] {
  const theme = plainTheme(name);
  const ids = context.links.map(({ id }) => id);
  const positions = (of: readonly string[]): number[] => of.map((id) => ids.indexOf(id));
  const request = { view: "network", subject: { network: true } as const, from: 0, to: 1e9, maxRows: 1e6 };
  const rows = stretchOf(flows.length, positions(route), positions(back));
  const source: SceneSource = {
    legs: PacketLegs.of({ request, reached: 1e9, rows }),
    links: ids,
    flows: flows.map(({ id }) => id),
    limitOf: () => LIMIT,
  };
  const ways = new PacketWays(plan, context);
  const scene = new PacketStage(plan, ways, source).scene(MOMENT);
  const colourOf = (flow: number): string => {
    const style = flows[flow]?.style;
    return style ? styleColour(style, theme) : theme.muted;
  };
  const look = { colours, theme, colourOf, oldest: 0.03 };
  const counted = links.map((link) => ({ ...link, limit: LIMIT, queue: scene.waiting.get(link.id) ?? 0 }));
  return [
    ...drawNetwork({ plan, data: { flows, links: counted }, theme, fontSize: plan.textSize, isLive: true }),
    ...shapeNodes(emptyQueues(ways, plan, theme)),
    ...shapeNodes(scene.dots.map((dot) => shapeOf(dot, look))),
  ];
}

/** Shapes as SVG nodes. */
const shapeNodes = (shapes: readonly Shape[]): SvgNode[] => [
  ...shapes.map(bodyNode),
  ...shapes.flatMap(({ x, y, ring, ringColour }) =>
    ring > 0
      ? [svg("circle", { cx: x, cy: y, r: ring, fill: "none", stroke: ringColour, "stroke-width": 2 })]
      : [],
  ),
];

function bodyNode(shape: Shape): SvgNode {
  const { x, y, angle, length, width, radius, fill, stroke, strokeWidth, core, cross, opacity } = shape;
  const body = {
    ...centred(length, width),
    rx: radius,
    fill,
    ...(strokeWidth > 0 ? { stroke, "stroke-width": strokeWidth } : {}),
  };
  const [side, arm] = [coreSide(shape), crossArm(shape)];
  const arms = `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
  const turned = angle === 0 ? "" : ` rotate(${((angle * 180) / Math.PI).toFixed(1)})`;
  const transform = `translate(${x.toFixed(1)},${y.toFixed(1)})${turned}`;
  return svg("g", { transform, ...(opacity < 1 ? { opacity } : {}) }, [
    svg("rect", body),
    ...(core === "" ? [] : [svg("rect", { ...centred(side, side), fill: core })]),
    ...(cross === "" ? [] : [svg("path", { d: arms, stroke: cross, "stroke-width": crossWidth(shape) })]),
  ]);
}

const centred = (width: number, height: number) => ({ x: -width / 2, y: -height / 2, width, height });
