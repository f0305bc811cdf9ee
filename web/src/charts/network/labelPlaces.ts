// Places the names on a map next to their nodes and links. The algorithm is greedy: of several positions
// around the point, by default eight, it takes the position with the lowest cost, which covers the least of
// other elements, as in Christensen, Marks and Shieber 1995 ("An empirical study of algorithms for
// point-feature label placement"). A name that would cover another name or a node is omitted. d3-force is
// unsuitable: it moves points, and a name far from its node is worse than no name.
import type { Point } from "./plan.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Segment {
  readonly from: Point;
  readonly to: Point;
  /** The cost of a text that covers a piece of the segment whose length is the width of the text. */
  readonly cost: number;
}

/** A text to be placed near a point. */
export interface LabelWish {
  readonly at: Point;
  /** Distance from the point to the text, in pixels. */
  readonly gap: number;
  readonly width: number;
  readonly height: number;
  /**
   * Directions from the point in which to try to place the text, the best first. Default: eight directions
   * around the point.
   */
  readonly towards?: readonly Point[];
  /** Whether to omit the text rather than to let it cover a part of a line. */
  readonly onlyFree?: boolean;
}

/** The centre of a text, and the box that the text covers. */
export interface LabelPlace extends Point {
  readonly box: Box;
}

const SIDES: readonly Point[] = [
  { x: 0, y: -1 },
  { x: 0, y: 1 },
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0.8, y: -0.8 },
  { x: -0.8, y: -0.8 },
  { x: 0.8, y: 0.8 },
  { x: -0.8, y: 0.8 },
];

/**
 * The cost of covering a box or of leaving the map. A position with this cost is never used: the text is
 * omitted instead.
 */
const FORBIDDEN_COST = 100;

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** The length of a segment inside a box, as a share of the width of the box (Liang and Barsky 1984). */
export function coveredShare(box: Box, { from, to }: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [enter, leave] = [0, 1];
  for (const [p, q] of [
    [-dx, from.x - box.left],
    [dx, box.right - from.x],
    [-dy, from.y - box.top],
    [dy, box.bottom - from.y],
  ] as const) {
    if (p === 0) {
      if (q < 0) return 0;
    } else if (p < 0) enter = Math.max(enter, q / p);
    else leave = Math.min(leave, q / p);
  }
  return enter >= leave ? 0 : ((leave - enter) * Math.hypot(dx, dy)) / (box.right - box.left);
}

export class LabelPlaces {
  readonly #bounds: Box;
  /** Nodes, queues and placed texts, which no text may cover. */
  readonly #boxes: Box[];
  readonly #segments: readonly Segment[];

  constructor(bounds: Box, boxes: readonly Box[], segments: readonly Segment[]) {
    this.#bounds = bounds;
    this.#boxes = [...boxes];
    this.#segments = segments;
  }

  /**
   * Returns the position with the lowest cost and reserves it; null if every position would cover a box or
   * leave the map. Several wanted positions are alternatives for one text.
   */
  place(...wishes: readonly LabelWish[]): LabelPlace | null {
    let best: LabelPlace | null = null;
    let lowestCost = FORBIDDEN_COST;
    const positions = wishes.flatMap((wish) => (wish.towards ?? SIDES).map((side) => [wish, side] as const));
    for (const [wish, side] of positions) {
      const x = wish.at.x + side.x * (wish.gap + wish.width / 2);
      const y = wish.at.y + side.y * (wish.gap + wish.height / 2);
      const box = {
        left: x - wish.width / 2,
        right: x + wish.width / 2,
        top: y - wish.height / 2,
        bottom: y + wish.height / 2,
      };
      const cost = this.#cost(box, lowestCost);
      if (cost < lowestCost && !(wish.onlyFree && cost > 0)) {
        lowestCost = cost;
        best = { x, y, box };
      }
    }
    if (best) this.#boxes.push(best.box);
    return best;
  }

  /**
   * The cost of a text in a box. The computation stops when the cost reaches `limit`, so a result of at least
   * `limit` may be too low.
   */
  #cost(box: Box, limit: number): number {
    const b = this.#bounds;
    if (box.left < b.left || box.right > b.right || box.top < b.top || box.bottom > b.bottom)
      return FORBIDDEN_COST;
    if (this.#boxes.some((other) => overlap(box, other))) return FORBIDDEN_COST;
    let cost = 0;
    for (const segment of this.#segments) {
      cost += segment.cost * coveredShare(box, segment);
      if (cost >= limit) break;
    }
    return cost;
  }
}
