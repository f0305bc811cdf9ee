// The shapes and colours of packets, which are painted on a canvas. With every choice of colours, the shape shows the kind of a packet: acknowledgements are small rings, retransmissions have an
// outline, marked packets have a bright core, and dropped packets a cross.
import { mixHex } from "../core/mixHex.ts";
import type { ChartTheme } from "../theme.ts";
import type { Dot, PacketColours, PacketKind } from "./packetDots.ts";
import type { Packet } from "./packetLegs.ts";
import type { PacketWays } from "./packetWays.ts";
import type { NetworkPlan, Place } from "./plan.ts";
import type { StreamDot } from "./streamDots.ts";

export interface Shape {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly length: number;
  readonly width: number;
  readonly radius: number;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  /** The colour of the core of a marked packet; "" for others. */
  readonly core: string;
  /** The colour of the cross over a dropped packet; "" for others. */
  readonly cross: string;
  readonly opacity: number;
  /** The radius of a ring around the packet, in pixels; 0 without a ring. */
  readonly ring: number;
  readonly ringColour: string;
}

/** A shape without decorations. */
const PLAIN = {
  radius: 0,
  stroke: "",
  strokeWidth: 0,
  core: "",
  cross: "",
  opacity: 1,
  ring: 0,
  ringColour: "",
};

export interface Look {
  readonly colours: PacketColours;
  readonly theme: ChartTheme;
  /** The colour of a flow, by its position in the rows. */
  readonly colourOf: (flow: number) => string;
  /** From this age in seconds on, packets have the colour of old packets. */
  readonly oldest: number;
}

/** The colour of ECN marks. No line has this colour. */
const MARK: Readonly<Record<ChartTheme["name"], string>> = { light: "#d6006c", dark: "#ff6fb5" };

export function kindColour(kind: PacketKind, theme: ChartTheme): string {
  if (theme.forced) return theme.text;
  if (kind === "marked") return MARK[theme.name];
  if (kind === "acknowledgement") return theme.muted;
  // Not the colours of flows, which the lines below have.
  return kind === "retransmission" ? theme.text : theme.axis;
}

/** The number of colours between a new and an old packet. */
const AGES = 12;
const ramps = new WeakMap<ChartTheme, readonly string[]>();

/** The colours from new to old. */
export function ageColours(theme: ChartTheme): readonly string[] {
  const known = ramps.get(theme);
  if (known) return known;
  const [young, old] = [theme.lines[0] ?? theme.text, theme.lines[2] ?? theme.text];
  const ramp = Array.from({ length: AGES }, (_, i) =>
    theme.forced ? theme.text : mixHex(young, old, i / (AGES - 1)),
  );
  ramps.set(theme, ramp);
  return ramp;
}

function colourOf(dot: Dot, { colours, theme, colourOf: flowColour, oldest }: Look): string {
  if (colours === "kind") return kindColour(dot.kind, theme);
  if (colours === "flow") return flowColour(dot.packet.flow);
  const ramp = ageColours(theme);
  const share = Number.isNaN(dot.age) ? 1 : Math.min(1, Math.max(0, dot.age / oldest));
  return ramp[Math.round(share * (AGES - 1))] ?? theme.text;
}

export function shapeOf(dot: Dot, look: Look, isChosen = false): Shape {
  const { theme } = look;
  const { kind, fallen, glow, length, width } = dot;
  const colour = colourOf(dot, look);
  const isRing = kind === "acknowledgement";
  const hasOutline = isRing || kind === "retransmission";
  const size = Math.max(length, width);
  const ring = isChosen
    ? Math.min(16, size * 0.7) + 5
    : glow > 0
      ? Math.min(16, size * 0.6) + 10 * (1 - glow)
      : 0;
  return {
    x: dot.x,
    y: dot.y,
    angle: dot.angle,
    length,
    width,
    radius: isRing ? width / 2 : Math.min(3, length / 4),
    fill: isRing ? theme.background : colour,
    stroke: isRing ? colour : hasOutline ? theme.text : theme.background,
    strokeWidth: hasOutline ? ringLine(width) : length > 3 ? 0.75 : 0,
    core: kind === "marked" ? (look.colours === "kind" ? theme.background : kindColour("marked", theme)) : "",
    cross: fallen > 0 ? theme.text : "",
    opacity: fallen > 0 ? 1 - fallen ** 3 : 1,
    ring,
    ringColour: ring === 0 ? "" : isChosen ? theme.text : kindColour("marked", theme),
  };
}

/** The shape of a dot of the stream. `size` is its diameter in pixels. */
export function streamShape(dot: StreamDot, theme: ChartTheme, size: number): Shape {
  const { x, y, angle, colour, fallen } = dot;
  return {
    ...PLAIN,
    x,
    y,
    angle,
    length: size,
    width: size,
    radius: size / 2,
    fill: colour === "" ? theme.muted : colour,
    stroke: theme.background,
    strokeWidth: 1,
    cross: fallen > 0 ? theme.text : "",
    opacity: fallen > 0 ? 1 - fallen ** 3 : 1,
  };
}

/**
 * With more shapes, corners are not rounded, and outlines are omitted unless they show the kind of a packet.
 */
export const MANY_SHAPES = 600;

/** Packets on lines that are steeper than this are turned, in radians. */
const LEVEL = 0.05;

/**
 * Paints data and acknowledgements without decorations as rectangles, and returns the other dots. It creates
 * no object per packet, because there are thousands of packets, each a few pixels large.
 */
export function paintPlainDots(
  context: CanvasRenderingContext2D,
  dots: readonly Dot[],
  look: Look,
  isChosen: (packet: Packet) => boolean,
): readonly Dot[] {
  const others: Dot[] = [];
  const rings: Dot[] = [];
  let fill = "";
  for (const dot of dots) {
    const { x, y, angle, length, width, kind } = dot;
    const isRing = kind === "acknowledgement";
    if ((kind !== "data" && !isRing) || dot.fallen > 0 || isChosen(dot.packet)) {
      others.push(dot);
      continue;
    }
    const colour = colourOf(dot, look);
    if (colour !== fill) context.fillStyle = colour;
    fill = colour;
    if (isRing || length === width || Math.abs(Math.sin(angle)) < LEVEL)
      context.fillRect(x - length / 2, y - width / 2, length, width);
    else {
      context.save();
      context.translate(x, y);
      context.rotate(angle);
      context.fillRect(-length / 2, -width / 2, length, width);
      context.restore();
    }
    if (isRing) rings.push(dot);
  }
  context.fillStyle = look.theme.background;
  for (const { x, y, length, width } of rings) {
    const line = ringLine(width);
    context.fillRect(
      x - length / 2 + line,
      y - width / 2 + line,
      Math.max(0, length - 2 * line),
      Math.max(0, width - 2 * line),
    );
  }
  return others;
}

const ringLine = (width: number): number => Math.max(1, Math.min(2, width * 0.2));

/** Paints shapes, in their order, and the rings above them. */
export function paintShapes(context: CanvasRenderingContext2D, shapes: readonly Shape[]): void {
  const isPlain = shapes.length > MANY_SHAPES;
  for (const shape of shapes) {
    // Most packets are in queues and on links that are drawn from left to right. They need no transformation.
    if (shape.opacity === 1 && (shape.angle === 0 || shape.angle === Math.PI)) {
      paintBody(context, shape, shape.x, shape.y, isPlain);
      continue;
    }
    context.save();
    context.globalAlpha = shape.opacity;
    context.translate(shape.x, shape.y);
    context.rotate(shape.angle);
    paintBody(context, shape, 0, 0, isPlain);
    context.restore();
  }
  for (const shape of shapes) if (shape.ring > 0) paintRing(context, shape);
}

function paintRing(context: CanvasRenderingContext2D, { x, y, ring, ringColour }: Shape): void {
  context.beginPath();
  context.arc(x, y, ring, 0, 2 * Math.PI);
  context.strokeStyle = ringColour;
  context.lineWidth = 2;
  context.stroke();
}

/** Paints a shape around the point (x, y), along the horizontal axis. */
function paintBody(
  context: CanvasRenderingContext2D,
  shape: Shape,
  x: number,
  y: number,
  isPlain: boolean,
): void {
  const { length, width, radius, fill, stroke, strokeWidth, core, cross } = shape;
  const [left, top] = [x - length / 2, y - width / 2];
  context.fillStyle = fill;
  if (length <= 3 || (isPlain && strokeWidth < 1)) context.fillRect(left, top, length, width);
  else {
    context.beginPath();
    context.roundRect(left, top, length, width, radius);
    context.fill();
    if (strokeWidth > 0) {
      context.strokeStyle = stroke;
      context.lineWidth = strokeWidth;
      context.stroke();
    }
  }
  if (core !== "") {
    context.fillStyle = core;
    const side = coreSide(shape);
    context.fillRect(x - side / 2, y - side / 2, side, side);
  }
  if (cross !== "") paintCross(context, shape, x, y);
}

function paintCross(context: CanvasRenderingContext2D, shape: Shape, x: number, y: number): void {
  const arm = crossArm(shape);
  context.beginPath();
  context.moveTo(x - arm, y - arm);
  context.lineTo(x + arm, y + arm);
  context.moveTo(x + arm, y - arm);
  context.lineTo(x - arm, y + arm);
  context.strokeStyle = shape.cross;
  context.lineWidth = crossWidth(shape);
  context.stroke();
}

/** The side of the core of a marked packet, and the length of the arms of a cross, in pixels. */
export const coreSide = ({ length, width }: Shape): number => Math.max(2, Math.min(length, width) * 0.55);
export const crossArm = ({ length, width }: Shape): number => Math.max(5, Math.min(length, width) * 0.75);

export const crossWidth = (shape: Shape): number => Math.max(2, crossArm(shape) * 0.22);

/** A rectangle without decorations. */
export const plainShape = (place: Place, length: number, width: number, fill: string): Shape => ({
  ...PLAIN,
  ...place,
  length,
  width,
  fill,
});

/**
 * Empty boxes over the queues. They cover the bars that show the lengths of the queues, so that packets can
 * be painted there.
 */
export function emptyQueues(ways: PacketWays, plan: NetworkPlan, { background }: ChartTheme): Shape[] {
  return plan.links.flatMap(({ id }): Shape[] => {
    const queue = ways.link(id)?.queue;
    if (!queue) return [];
    const { length, height } = queue.inside;
    return [plainShape(queue.behind(length / 2), length, height, background)];
  });
}
