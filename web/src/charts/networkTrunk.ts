// A link of the network picture: its line, the queue before it as it fills, how many wait, and drops as they fall.
import { attribute, repeat, svg, text } from "./dom.ts";
import type { NetworkPlan } from "./networkLayout.ts";
import { textWidth } from "./textSize.ts";
import type { ChartTheme } from "./theme.ts";

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

export function makeTrunk(): SVGGElement {
  const group = svg("g");
  svg("line", {}, group);
  svg("rect", { rx: 2 }, group);
  svg("rect", { rx: 1 }, group);
  svg("text", { "text-anchor": "middle" }, group);
  svg("text", { "text-anchor": "middle" }, group);
  svg("g", { "stroke-linecap": "round", fill: "none" }, group);
  return group;
}

export function paintTrunk(
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
  const idle = place.used === false;
  attribute(line, "stroke", link.down || idle ? theme.axis : theme.text);
  attribute(line, "stroke-width", turn === undefined ? 3 : idle ? 1.5 : 2);
  attribute(line, "stroke-dasharray", link.down ? "2 6" : "none");
  attribute(box, "x", queue.x);
  attribute(box, "y", queue.y);
  attribute(box, "width", queue.width);
  attribute(box, "height", queue.height);
  for (const part of [box, fill]) attribute(part, "visibility", queue.width > 0 ? "visible" : "hidden");
  attribute(box, "fill", theme.background);
  attribute(box, "stroke", theme.text);
  attribute(box, "stroke-width", queue.height < 9 ? 1 : 1.5);
  const share =
    link.limit > 0 && !Number.isNaN(link.queue) ? Math.max(0, Math.min(1, link.queue / link.limit)) : 0;
  // Small boxes have thin walls.
  const wall = queue.height < 9 ? 1.25 : 2;
  const inner = { width: Math.max(0, queue.width - 2 * wall) * share, height: queue.height - 2 * wall };
  // The head of the queue is next to the link, so the box fills from there.
  attribute(
    fill,
    "x",
    queue.towards === "right" ? queue.x + queue.width - wall - inner.width : queue.x + wall,
  );
  attribute(fill, "y", queue.y + wall);
  attribute(fill, "width", inner.width);
  attribute(fill, "height", inner.height);
  attribute(fill, "fill", theme.accent);
  const above = queue.towards === "right";
  // The label lies along the link at its far end: below it where only drops are, above where the other direction is below.
  attribute(label, "x", above ? place.to.x - font * 1.1 : place.to.x + font * 1.1);
  const raised = above && place.opposed === true;
  attribute(label, "y", place.from.y + font * (raised ? -0.55 : 1.5));
  attribute(label, "text-anchor", above ? "end" : "start");
  attribute(label, "fill", theme.muted);
  const taken = raised ? queue.width + font * 3 : font * (above ? 4.6 : 2);
  const room = Math.abs(place.to.x - place.from.x) - taken;
  const words = link.down ? "down" : link.label;
  const fitting = [words, words.split(",")[0] ?? ""].find((said) => textWidth(said, font) <= room);
  text(label, turn === undefined ? (fitting ?? "") : "");
  attribute(count, "x", queue.x + queue.width / 2);
  attribute(count, "y", above ? queue.y - font * 0.45 : queue.y + queue.height + font * 1.1);
  attribute(count, "fill", theme.muted);
  const waiting = Number.isNaN(link.queue) ? 0 : Math.round(link.queue);
  // On a map the numbers stand upright, above everything else.
  text(count, turn === undefined ? `${waiting} / ${Math.round(link.limit)}` : "");
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
  const down =
    queue.towards === "right"
      ? queue.y + queue.height + Math.min(font, queue.height) * 0.7
      : queue.y - Math.min(font, queue.height) * 0.7;
  const r = Math.min(font * 0.3, queue.height * 0.3);
  repeat(
    group,
    Array.from({ length: shown }, (_, index) => index),
    () => svg("path"),
    (cross, _item, index) => {
      const x = tail + (queue.towards === "right" ? 1 : -1) * index * r * 3;
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
