import { expect, test } from "vitest";
import { plainTheme } from "../theme.ts";
import type { PacketRow } from "../views/packetRows.ts";
import { QueueReplay } from "../views/queuePlaces.ts";
import { Flights } from "./flights.ts";
import { drawPackets } from "./packetsInPicture.ts";

const row = (at: number, kind: PacketRow["kind"], ordinal: number): PacketRow => ({
  at,
  kind,
  link: 0,
  flow: ordinal % 2,
  connection: 0,
  isFeedback: false,
  seq: ordinal,
  ordinal,
  size: 1500,
  isRetransmission: false,
  isMarked: false,
  first: Number.NaN,
  second: Number.NaN,
});

/** A delay of 20. Packet 1 departed before the stretch, packet 4 is lost at the exit, packet 5 arrives after the stretch. */
const flights = new Flights(
  [
    row(5, "landed", 1),
    row(2, "departed", 2),
    row(10, "departed", 3),
    row(12, "departed", 4),
    row(12, "dropped", 4),
    row(22, "landed", 2),
    row(30, "landed", 3),
    row(31, "departed", 5),
  ],
  40,
);
const ordinals = (at: number): readonly number[] => flights.at(at).map(({ row: { ordinal } }) => ordinal);

test("a packet propagates from its departure until it arrives, also across the ends of the stretch", () => {
  expect(ordinals(0)).toEqual([1]);
  expect(ordinals(4)).toEqual([1, 2]);
  expect(ordinals(5)).toEqual([2]);
  expect(ordinals(21)).toEqual([2, 3]);
  expect(ordinals(22)).toEqual([3]);
  expect(ordinals(30)).toEqual([]);
  expect(ordinals(40)).toEqual([5]);
});

test("waiting packets fill the queue from its head, and propagating packets are where they are in time", () => {
  const replay = new QueueReplay([
    row(0, "inService", 9),
    row(0, "waiting", 1),
    row(0, "waiting", 3),
    row(0, "waiting", 2),
  ]);
  const place = {
    id: "forward",
    from: { x: 0, y: 50 },
    to: { x: 240, y: 50 },
    queue: { x: 16, y: 40, width: 24, height: 20, towards: "right" as const },
  };
  const packets = {
    at: 12,
    queue: replay.at(0),
    flights: flights.at(12),
    colourOf: ({ flow }: PacketRow) => `c${flow}`,
  };
  const [group] = drawPackets(place, 10, packets, plainTheme("light"));
  const nodes = group?.children ?? [];
  // The queue has 20 pixels inside and 10 places. Two packets of flow 1 are next to the line, one of flow 0 follows.
  const boxes = nodes.filter(
    ({ tag, attributes }) => tag === "rect" && attributes.get("fill")?.startsWith("c"),
  );
  const shown = boxes.map(({ attributes }) => ["fill", "x", "width"].map((name) => attributes.get(name)));
  expect(shown).toEqual([
    ["c1", "34", "4"],
    ["c0", "32", "2"],
  ]);
  // Packet 2 is half-way between the queue at 40 and the end at 240; packet 3 has used a tenth of its time. Packet 9 is being sent.
  const dots = nodes.filter(({ tag }) => tag === "circle").map(({ attributes }) => attributes.get("cx"));
  expect(dots).toEqual(["140", "60", "40"]);
});
