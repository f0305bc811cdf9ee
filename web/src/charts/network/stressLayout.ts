// Places of the nodes of any network. Distances in the picture approximate distances in hops: stress majorisation (Gansner,
// Koren and North 2005), started from the layers of a breadth-first search, and turned so that the longest extent lies across.
// By hand rather than by d3-force: a simulation of forces stops at different places for networks that differ a little, while
// this layout depends on the hops alone, is the same every time, and takes 60 rounds.
import { extent, groups, mean, range, sort } from "d3-array";
import type { Point } from "./plan.ts";

export interface GraphLink {
  readonly from: string;
  readonly to: string;
}

/** More nodes than this stay in their layers: relaxation takes a time that is quadratic in their number. */
const MOST_RELAXED = 150;
const ROUNDS = 60;

/** Places in the unit square, by node. */
export function placeNodes(nodes: readonly string[], links: readonly GraphLink[]): Map<string, Point> {
  const index = new Map(nodes.map((node, i) => [node, i]));
  const near = nodes.map(() => new Set<number>());
  for (const { from, to } of links) {
    const [a, b] = [index.get(from), index.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    near[a]?.add(b);
    near[b]?.add(a);
  }
  const hops = nodes.map((_, i) => distances(near, i));
  const places = layered(hops, near);
  if (nodes.length > 2 && nodes.length <= MOST_RELAXED) {
    relax(places, hops);
    turn(places);
  }
  return new Map(stretch(places).map((place, i) => [nodes[i] ?? "", place]));
}

type Place = { x: number; y: number };

/** Hops from a node to every other one; a node that cannot be reached is as far away as there are nodes. */
function distances(near: readonly ReadonlySet<number>[], start: number): Float64Array {
  const hops = new Float64Array(near.length).fill(near.length);
  hops[start] = 0;
  const queue = [start];
  for (let i = 0; i < queue.length; i += 1) {
    const here = queue[i] ?? 0;
    for (const next of near[here] ?? [])
      if (hops[next] === near.length && next !== start) {
        hops[next] = (hops[here] ?? 0) + 1;
        queue.push(next);
      }
  }
  return hops;
}

/** One column per distance from the first node; in a column, nodes are sorted by the height of their neighbours. */
function layered(hops: readonly Float64Array[], near: readonly ReadonlySet<number>[]): Place[] {
  const depth = hops[0] ?? new Float64Array(0);
  const places: Place[] = near.map(() => ({ x: 0, y: 0 }));
  for (const [d, column] of sort(
    groups(range(depth.length), (i) => depth[i] ?? 0),
    ([d]) => d,
  )) {
    const wish = (i: number): number => {
      const before = [...(near[i] ?? [])].filter((j) => (depth[j] ?? 0) < d);
      return mean(before, (j) => places[j]?.y) ?? 0;
    };
    const ordered = column.map((i) => [wish(i), i] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    ordered.forEach(([, i], row) => {
      // Columns lean a little: majorisation cannot separate nodes that are exactly in line.
      places[i] = { x: d + 0.05 * row, y: row - (ordered.length - 1) / 2 };
    });
  }
  return places;
}

/** Moves every node to the mean of the places that its distances ask for, weighted by their inverse squares, in rounds. */
function relax(places: Place[], hops: readonly Float64Array[]): void {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [i, place] of places.entries()) {
      let [x, y, weight] = [0, 0, 0];
      for (const [j, other] of places.entries()) {
        const wanted = hops[i]?.[j] ?? 0;
        if (i === j || wanted === 0) continue;
        const [dx, dy] = [place.x - other.x, place.y - other.y];
        const apart = Math.max(1e-6, Math.hypot(dx, dy));
        const w = 1 / (wanted * wanted);
        x += w * (other.x + (wanted * dx) / apart);
        y += w * (other.y + (wanted * dy) / apart);
        weight += w;
      }
      if (weight > 0) [place.x, place.y] = [x / weight, y / weight];
    }
}

/** Turns the drawing so that its longest extent lies across, the first node in the left half. */
function turn(places: Place[]): void {
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

/** Stretches into the unit square; what has no extent lies in the middle. */
function stretch(places: readonly Place[]): Point[] {
  const [left = 0, right = 0] = extent(places, (place) => place.x);
  const [top = 0, bottom = 0] = extent(places, (place) => place.y);
  const part = (value: number, low: number, high: number): number =>
    high - low > 1e-3 ? (value - low) / (high - low) : 0.5;
  // A row stays a row: only what is really two-dimensional is stretched upwards.
  const flat = bottom - top < 0.12 * (right - left);
  return places.map(({ x, y }) => ({ x: part(x, left, right), y: flat ? 0.5 : part(y, top, bottom) }));
}
