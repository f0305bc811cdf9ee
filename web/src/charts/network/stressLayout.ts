// Places the nodes of any network so that distances in the picture approximate distances in hops. The method
// is stress majorisation (Gansner, Koren and North 2005), started from the layers of a breadth-first search;
// the result is rotated so that the direction of its largest variance is horizontal. d3-force is unsuitable:
// a simulation of forces ends at very different positions for networks that differ a little. This layout
// depends only on the hops, is deterministic, and takes 60 rounds.
import { extent, groups, mean, range, sort } from "d3-array";
import type { Point } from "./plan.ts";

export interface GraphLink {
  readonly from: string;
  readonly to: string;
}

/**
 * With more nodes than this, nodes stay in their layers, because the time of `relax` is quadratic in the
 * number of nodes.
 */
const MAX_RELAXED = 150;
const ROUNDS = 60;

/** The position of each node in the unit square. Nodes in `fixed` have the position that is given there. */
export function placeNodes(
  nodes: readonly string[],
  links: readonly GraphLink[],
  fixed: ReadonlyMap<string, Point> = new Map(),
): Map<string, Point> {
  if (nodes.every((node) => fixed.has(node))) return new Map(fixed);
  const index = new Map(nodes.map((node, i) => [node, i]));
  const neighbours = nodes.map(() => new Set<number>());
  for (const { from, to } of links) {
    const [a, b] = [index.get(from), index.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    neighbours[a]?.add(b);
    neighbours[b]?.add(a);
  }
  const hops = nodes.map((_, i) => distances(neighbours, i));
  const positions = layered(hops, neighbours);
  if (nodes.length > 2 && nodes.length <= MAX_RELAXED) {
    relax(positions, hops);
    rotate(positions);
  }
  const places = new Map(stretch(positions).map((position, i) => [nodes[i] ?? "", position]));
  for (const [node, position] of fixed) if (places.has(node)) places.set(node, position);
  return places;
}

type Position = { x: number; y: number };

/** Hops from a node to every node; for a node that cannot be reached, the number of nodes. */
function distances(neighbours: readonly ReadonlySet<number>[], start: number): Float64Array {
  const hops = new Float64Array(neighbours.length).fill(neighbours.length);
  hops[start] = 0;
  const queue = [start];
  for (let i = 0; i < queue.length; i += 1) {
    const here = queue[i] ?? 0;
    for (const next of neighbours[here] ?? [])
      if (hops[next] === neighbours.length && next !== start) {
        hops[next] = (hops[here] ?? 0) + 1;
        queue.push(next);
      }
  }
  return hops;
}

/**
 * Places nodes in columns, one for each distance from the first node. In a column, nodes are sorted by the
 * mean vertical position of their neighbours in columns to the left.
 */
function layered(hops: readonly Float64Array[], neighbours: readonly ReadonlySet<number>[]): Position[] {
  const depth = hops[0] ?? new Float64Array(0);
  const places: Position[] = neighbours.map(() => ({ x: 0, y: 0 }));
  for (const [d, column] of sort(
    groups(range(depth.length), (i) => depth[i] ?? 0),
    ([d]) => d,
  )) {
    const preferredY = (i: number): number => {
      const before = [...(neighbours[i] ?? [])].filter((j) => (depth[j] ?? 0) < d);
      return mean(before, (j) => places[j]?.y) ?? 0;
    };
    const ordered = column.map((i) => [preferredY(i), i] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    ordered.forEach(([, i], row) => {
      // Columns are slightly slanted: majorisation cannot separate nodes that are exactly in line.
      places[i] = { x: d + 0.05 * row, y: row - (ordered.length - 1) / 2 };
    });
  }
  return places;
}

/**
 * In every round, moves each node to a weighted mean of points, one for each other node. The point is at the
 * wanted distance (the hops) from the other node, in the direction of the moved node. Its weight is the
 * inverse square of the hops.
 */
function relax(places: Position[], hops: readonly Float64Array[]): void {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, place] of places.entries()) {
      let [x, y, weight] = [0, 0, 0];
      for (const [j, other] of places.entries()) {
        const wanted = hops[i]?.[j] ?? 0;
        if (i === j || wanted === 0) continue;
        const [dx, dy] = [place.x - other.x, place.y - other.y];
        const distance = Math.max(1e-6, Math.hypot(dx, dy));
        const w = 1 / (wanted * wanted);
        x += w * (other.x + (wanted * dx) / distance);
        y += w * (other.y + (wanted * dy) / distance);
        weight += w;
      }
      if (weight > 0) [place.x, place.y] = [x / weight, y / weight];
    }
}

/**
 * Rotates the drawing so that the direction of its largest variance is horizontal, and mirrors it if the
 * first node is in the right half.
 */
function rotate(places: Position[]): void {
  const [mx, my] = [mean(places, (place) => place.x) ?? 0, mean(places, (place) => place.y) ?? 0];
  let [xx, xy, yy] = [0, 0, 0];
  for (const { x, y } of places) {
    xx += (x - mx) ** 2;
    xy += (x - mx) * (y - my);
    yy += (y - my) ** 2;
  }
  const angle = -0.5 * Math.atan2(2 * xy, xx - yy);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (const place of places) {
    const [dx, dy] = [place.x - mx, place.y - my];
    [place.x, place.y] = [dx * c - dy * s, dx * s + dy * c];
  }
  const [first] = places;
  if (first !== undefined && first.x > 0) for (const place of places) place.x = -place.x;
}

/** Scales positions to the unit square. A coordinate that is equal for all nodes becomes 0.5. */
function stretch(places: readonly Position[]): Point[] {
  const [left = 0, right = 0] = extent(places, (place) => place.x);
  const [top = 0, bottom = 0] = extent(places, (place) => place.y);
  const share = (value: number, low: number, high: number): number =>
    high - low > 1e-3 ? (value - low) / (high - low) : 0.5;
  // A layout that is nearly a row becomes a row. All other layouts are stretched vertically.
  const isRow = bottom - top < 0.12 * (right - left);
  return places.map(({ x, y }) => ({ x: share(x, left, right), y: isRow ? 0.5 : share(y, top, bottom) }));
}
