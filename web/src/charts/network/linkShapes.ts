// Draws a link of the network picture: its line, the box of its queue, the number of waiting packets, and
// drops.

import { range } from "d3-array";
import { symbolTimes } from "d3-shape";
import { scenarioTexts } from "../../scenario/texts/index.ts";
import { formatQuantity } from "../../scenario/units.ts";
import { type SvgNode, svg } from "../core/svg.ts";
import { symbolAt } from "../marks/symbol.ts";
import { textWidth } from "../textSize.ts";
import { chartTexts } from "../texts/index.ts";
import type { ChartTheme } from "../theme.ts";
import { choosable } from "./choice.ts";
import { type LinkPlace, turned } from "./plan.ts";

export interface PictureLink {
  readonly id: string;
  /** The link that is chosen in the picture, if this one represents several. */
  readonly target?: string;
  /** The name of the link, if there are several. */
  readonly name?: string;
  /** Text on the link, for example "10 Mb/s, 10 ms". */
  readonly label: string;
  /** The number of waiting packets at the playhead, or NaN if there is no run. */
  readonly queue: number;
  /** The maximum number of waiting packets of the largest size. */
  readonly limit: number;
  /** The limit as text if it counts bytes, into which more small packets fit. */
  readonly room?: string | undefined;
  /** The share of such a limit that the waiting packets fill. */
  readonly filled?: number | undefined;
  /** The number of packets dropped shortly before the playhead. */
  readonly drops: number;
  /** The link is down: its rate is zero. */
  readonly down: boolean;
}

/** The share of the limit that the waiting packets fill, up to 1. 0 if it is unknown. */
export const filledShare = ({ queue, limit, filled = queue / limit }: PictureLink): number =>
  Math.max(0, Math.min(1, filled)) || 0;

export const waitingText = (link: PictureLink): string => {
  const limit = formatQuantity(link.limit, "packets");
  if (Number.isNaN(link.queue)) return chartTexts.queueUpTo({ limit });
  const n = Math.round(link.queue);
  if (link.room) return `${formatQuantity(n, "packets")} / ${link.room}`;
  return n > link.limit ? formatQuantity(n, "packets") : chartTexts.waiting({ n, limit });
};

/** The number of waiting packets, and the limit unless there are more or it counts bytes. */
export function waitingNumbers({ queue, limit, room }: PictureLink): string {
  const waiting = Number.isNaN(queue) ? 0 : Math.round(queue);
  return room || waiting > limit ? `${waiting}` : `${waiting} / ${Math.round(limit)}`;
}

export interface LinkLook {
  readonly fontSize: number;
  readonly theme: ChartTheme;
  /** The space above each end of a link that texts leave free, in pixels. */
  readonly clearance: number;
  /**
   * The colour of waiting packets: the colour of the flows if all have the same, otherwise a neutral colour,
   * because only the sum of their packets is known.
   */
  readonly queueColour: string;
  /** Whether the link cannot be chosen. */
  readonly isFixed: boolean;
}

export function drawLink(
  place: LinkPlace,
  link: PictureLink,
  { fontSize, theme, clearance, queueColour, isFixed }: LinkLook,
): SvgNode {
  const { from, to, queue, turn } = place;
  const isIdle = place.used === false;
  const name = chartTexts.link({ name: link.name ?? link.id, label: link.label, state: waitingText(link) });
  const line = svg("line", {
    x1: from.x,
    y1: from.y,
    x2: to.x,
    y2: to.y,
    stroke: link.down || isIdle ? theme.axis : theme.text,
    "stroke-width": turn === undefined ? 3 : isIdle ? 1.5 : 2,
    "stroke-dasharray": link.down ? "2 6" : "none",
  });
  const queueParts = queue.width > 0 ? drawQueue(place, link, theme, queueColour) : [];
  // On a map, links are rotated but texts are not, so drawNetwork.ts draws the texts, on top of all other
  // elements.
  const texts = turn === undefined ? drawTexts(place, link, fontSize, theme, clearance) : [];
  return svg(
    "g",
    { ...choosable("link", link.target ?? link.id, name, { isFixed }), transform: turned(place) },
    [line, ...queueParts, ...texts, ...drawDrops(place, link.drops, fontSize, theme)],
  );
}

/**
 * The box of the queue. The head of the queue is next to the link, so the box is filled from the side of the
 * link.
 */
function drawQueue({ queue }: LinkPlace, link: PictureLink, theme: ChartTheme, colour: string): SvgNode[] {
  const { x, y, width, height, towards } = queue;
  const isSmall = height < 9;
  const border = isSmall ? 1.25 : 2;
  const filled = Math.max(0, width - 2 * border) * filledShare(link);
  const fill = {
    x: towards === "right" ? x + width - border - filled : x + border,
    y: y + border,
    width: filled,
    height: height - 2 * border,
  };
  const outline = { stroke: theme.text, "stroke-width": isSmall ? 1 : 1.5 };
  return [
    svg("rect", { rx: 2, x, y, width, height, fill: theme.background, ...outline }),
    svg("rect", { rx: 1, ...fill, fill: colour }),
  ];
}

/** A long label. The delay is written only if a label of this length has space. */
const LONG_LABEL = "100 Mb/s, 100 ms";

/**
 * The label of the link, near its far end, and the number of waiting packets, at the queue. Both are on the
 * outer side of the link, away from the opposite direction and its packets. The number is so far out that it
 * does not touch the label, even if it is wider than the box.
 */
function drawTexts(
  place: LinkPlace,
  link: PictureLink,
  fontSize: number,
  theme: ChartTheme,
  clearance: number,
): SvgNode[] {
  const { from, to, queue } = place;
  const isForward = queue.towards === "right";
  const outside = queue.height / 2 + fontSize * 0.95;
  const label = {
    x: to.x + (isForward ? -fontSize * 1.3 : fontSize * 1.3),
    y:
      from.y +
      (isForward
        ? -labelDistance(queue.height, fontSize)
        : labelDistance(queue.height, fontSize) + fontSize * 0.75),
    "text-anchor": isForward ? "end" : "start",
    fill: theme.muted,
  };
  const numbers = waitingNumbers(link);
  const written = `${numbers} ${scenarioTexts.units.packets}${link.room ? ` / ${link.room}` : ""}`;
  const [start, end] = [Math.min(from.x, to.x) + clearance, Math.max(from.x, to.x) - clearance];
  const isWhole = textWidth(written, fontSize) <= end - start;
  const width = textWidth(isWhole ? written : numbers, fontSize);
  const centre = queue.x + queue.width / 2;
  const count = {
    // The text stays between the two ends of the link, next to which the lines of the flows are.
    x: width <= end - start ? Math.max(start + width / 2, Math.min(end - width / 2, centre)) : centre,
    y: from.y + (isForward ? -outside : outside + fontSize * 0.75),
    "text-anchor": "middle",
    fill: theme.muted,
    "data-count-of": link.id,
  };
  return [
    svg("text", label, labelOf(place, link, fontSize)),
    svg("text", count, isWhole ? written : numbers),
  ];
}

/**
 * The distance of a link's label from its line, in pixels. It leaves space for the packets on the line, which
 * are less than half as high as the box of the queue.
 */
const labelDistance = (boxHeight: number, fontSize: number): number =>
  Math.max(fontSize * 0.55, Math.min(13, boxHeight * 0.18) + fontSize * 0.4);

/** The name, the rate and the delay of a link, as far as they fit between the queue and the far end. */
function labelOf({ to, queue, showsName }: LinkPlace, link: PictureLink, fontSize: number): string {
  const freeLength =
    queue.towards === "right"
      ? to.x - fontSize * 1.3 - (queue.x + queue.width + fontSize * 0.4)
      : queue.x - fontSize * 0.4 - (to.x + fontSize * 1.3);
  const words = link.down ? chartTexts.down : link.label;
  const name = showsName ? (link.name ?? link.id) : "";
  const named = (text: string): string => (name === "" ? text : chartTexts.named({ name, text }));
  const fits = (text: string): boolean => textWidth(text, fontSize) <= freeLength;
  // The delay is written where a long text has space, so that it does not appear and disappear as the number
  // of digits of the rate changes.
  const full = fits(named(LONG_LABEL)) ? [named(words)] : [];
  return [...full, named(words.split(",")[0] ?? ""), name].find(fits) ?? "";
}

/** Up to three crosses where packets enter the full queue. */
function drawDrops({ queue }: LinkPlace, drops: number, fontSize: number, theme: ChartTheme): SvgNode[] {
  const isForward = queue.towards === "right";
  const shown = drops > 0 ? Math.min(3, Math.ceil(Math.log2(drops + 1))) : 0;
  const distance = Math.min(fontSize, queue.height) * 0.7;
  const r = Math.min(fontSize * 0.3, queue.height * 0.3);
  const look = { fill: "none", stroke: theme.text, "stroke-width": 1.75, "stroke-linecap": "round" };
  return range(shown).map((i) => {
    const x = isForward ? queue.x + i * r * 3 : queue.x + queue.width - i * r * 3;
    const y = isForward ? queue.y + queue.height + distance : queue.y - distance;
    return symbolAt(x, y, symbolTimes, (r * 1.65) ** 2, look);
  });
}
