// Where the nodes of any network go: a layout that is the same every time. Distances in hops are turned into distances on
// paper by stress majorisation (Gansner, Koren and North 2005), begun from the layers of a breadth-first search; then
// the longest route lies across, with the first node at the left.
import type { Point } from "./plan.ts";

export interface GraphLink {
  readonly from: string;
  readonly to: string;
}

/** More nodes than this stay in their layers: the rest would take too long for what it gives. */
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

/** Hops from a node to every other; what cannot be reached is as far away as everything together. */
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

/** Columns by the distance from the first node; in a column, nodes near to where their neighbours are. */
function layered(hops: readonly Float64Array[], near: readonly ReadonlySet<number>[]): Place[] {
  const depth = hops[0] ?? new Float64Array(0);
  const columns = new Map<number, number[]>();
  depth.forEach((d, i) => {
    const column = columns.get(d);
    if (column === undefined) columns.set(d, [i]);
    else column.push(i);
  });
  const places: Place[] = near.map(() => ({ x: 0, y: 0 }));
  for (const [d, column] of [...columns].sort((a, b) => a[0] - b[0])) {
    const wish = (i: number): number => {
      const before = [...(near[i] ?? [])].filter((j) => (depth[j] ?? 0) < d);
      return before.length === 0
        ? 0
        : before.reduce((sum, j) => sum + (places[j]?.y ?? 0), 0) / before.length;
    };
    const ordered = column.map((i) => [wish(i), i] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    ordered.forEach(([, i], row) => {
      // A little lean keeps columns from lying exactly upon each other, which majorisation could not undo.
      places[i] = { x: d + 0.05 * row, y: row - (ordered.length - 1) / 2 };
    });
  }
  return places;
}

/** Moves every node to where its distances want it, weighted by their inverse squares, round after round. */
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
  const n = places.length;
  const [mx, my] = [places.reduce((s, p) => s + p.x, 0) / n, places.reduce((s, p) => s + p.y, 0) / n];
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
  const range = (values: readonly number[]): readonly [number, number] => [
    Math.min(...values),
    Math.max(...values),
  ];
  const [left, right] = range(places.map((p) => p.x));
  const [top, bottom] = range(places.map((p) => p.y));
  const part = (value: number, low: number, high: number): number =>
    high - low > 1e-3 ? (value - low) / (high - low) : 0.5;
  // A row stays a row: only what is really two-dimensional is stretched upwards.
  const flat = bottom - top < 0.12 * (right - left);
  return places.map(({ x, y }) => ({ x: part(x, left, right), y: flat ? 0.5 : part(y, top, bottom) }));
}
