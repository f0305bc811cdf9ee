// Single packets in the picture of the network: who sits where in the queue of a link, and the packets on the way to its far end.
import { type SvgNode, svg } from "../core/svg.ts";
import type { ChartTheme } from "../theme.ts";
import type { PacketRow } from "../views/packetRows.ts";
import type { QueueState } from "../views/queuePlaces.ts";
import type { Flight } from "./flights.ts";
import type { LinkPlace } from "./plan.ts";

export interface PicturePackets {
  readonly at: number;
  readonly queue: QueueState;
  readonly flights: readonly Flight[];
  readonly colourOf: (row: PacketRow, theme: ChartTheme) => string;
}

/** With more packets on a link, their dots are smaller. */
const MANY = 40;

/** The packets at the place of their link. `limit` is the limit of its queue in packets. */
export function drawPackets(
  place: LinkPlace,
  limit: number,
  { at, queue: state, flights, colourOf }: PicturePackets,
  theme: ChartTheme,
): SvgNode[] {
  const { from, to, queue, turn } = place;
  const sign = to.x >= from.x ? 1 : -1;
  const exit = queue.width > 0 ? (sign > 0 ? queue.x + queue.width : queue.x) : from.x;
  const border = queue.height < 9 ? 1.25 : 2;
  const inside = Math.max(0, queue.width - 2 * border);
  const slot = inside / Math.max(1, limit, state.waiting.length);
  const boxes = queue.width > 0 ? runsOf(state, (row) => colourOf(row, theme)) : [];
  const radius = flights.length > MANY ? 1.8 : 2.6;
  const dot = (row: PacketRow, x: number): SvgNode =>
    svg("circle", {
      cx: x,
      cy: from.y,
      r: radius,
      fill: colourOf(row, theme),
      stroke: theme.background,
      "stroke-width": 0.6,
    });
  const transform =
    turn && `translate(${turn.at.x.toFixed(1)},${turn.at.y.toFixed(1)}) rotate(${turn.angle.toFixed(1)})`;
  const nodes = [
    ...(queue.width > 0
      ? [
          svg("rect", {
            x: queue.x + border,
            y: queue.y + border,
            width: inside,
            height: queue.height - 2 * border,
            fill: theme.background,
          }),
        ]
      : []),
    ...boxes.map(({ colour, first, count }) => {
      const near = exit - sign * (border + first * slot);
      return svg("rect", {
        x: sign > 0 ? near - count * slot : near,
        y: queue.y + border,
        width: count * slot,
        height: queue.height - 2 * border,
        fill: colour,
      });
    }),
    ...flights.map((flight) => {
      const share = (at - flight.from) / Math.max(1, flight.to - flight.from);
      return dot(flight.row, exit + (to.x - exit) * share);
    }),
    ...(state.sending ? [dot(state.sending.row, exit)] : []),
  ];
  return [svg("g", { class: "fs-packets", "pointer-events": "none", transform }, nodes)];
}

/** Neighbouring waiting packets of one colour, from the head of the queue on. */
function runsOf(
  { waiting }: QueueState,
  colourOf: (row: PacketRow) => string,
): { readonly colour: string; readonly first: number; readonly count: number }[] {
  const runs: { colour: string; first: number; count: number }[] = [];
  for (const [place, { row }] of waiting.entries()) {
    const colour = colourOf(row);
    const last = runs.at(-1);
    if (last?.colour === colour) last.count += 1;
    else runs.push({ colour, first: place, count: 1 });
  }
  return runs;
}
