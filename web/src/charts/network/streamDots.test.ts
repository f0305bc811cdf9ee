import { expect, test } from "vitest";
import { PacketWays } from "./packetWays.ts";
import { dumbbellPlan } from "./plan.ts";
import { dotShares, mixedShares, packetsPerDot, streamDots } from "./streamDots.ts";

test("a dot stands for a round number of packets", () => {
  expect([10, 26, 27, 60, 130, 2600, 30_000].map(packetsPerDot)).toEqual([1, 1, 2, 5, 5, 100, 2000]);
});

test("dots are where a counter passed multiples of their packets, the last dot nearest to the sender", () => {
  // From 95 to 125 in one crossing: the tenth, eleventh and twelfth ten packets.
  const shares = dotShares(95, 125, 10);
  expect(shares.map((share) => share * 30)).toEqual([25, 15, 5].map((n) => expect.closeTo(n, 9)));
});

test("the number of dots is limited", () => {
  expect(dotShares(50, 50, 10)).toEqual([]);
  expect(dotShares(0, 1e6, 1).length).toBeLessThanOrEqual(80);
});

const flows = ["near", "far"].map((id) => ({ id, label: id, group: id, reverse: false }));
const plan = dumbbellPlan(flows, 600, 90, 12, false);
const ways = new PacketWays(plan, { links: [{ id: "forward", from: "a", to: "b" }] });
const route = ["forward"];
/** 1000 packets a second, and 250 in the second half. */
const counter = (t: number): number => 1000 * Math.min(t, 5) + 250 * Math.max(0, t - 5);
const moment = { crossing: 1, fall: 0.5, perDot: 50, depth: 30, size: 8 };

test("the number of dots is the number of packets that were sent in a crossing", () => {
  const stream = [{ id: "near", route, colour: "red", sentUntil: counter }];
  const count = (t: number): number => streamDots(ways, stream, [], { ...moment, t }).length;
  expect([2, 4.5, 8].map(count)).toEqual([20, 20, 5]);
});

test("dots run from the host of the flow over the link to the other host", () => {
  const stream = [{ id: "far", route, colour: "red", sentUntil: (t: number) => t * 50 + 0.001 }];
  const places = [0, 0.5, 0.99].map((share) =>
    streamDots(ways, stream, [], { ...moment, t: 3 + share }).at(0),
  );
  const hosts = plan.hosts.filter((host) => host.flows[0] === "far");
  expect(places[0]?.x).toBeCloseTo(hosts[0]?.x ?? 0, 0);
  expect(places[1]?.y).toBeCloseTo(plan.links[0]?.from.y ?? 0, 0);
  expect(places[2]?.x).toBeGreaterThan(plan.links[0]?.to.x ?? 0);
});

test("places in a queue are divided in proportion to weights, and mixed", () => {
  const places = mixedShares([3, 1], 8);
  expect(places).toEqual([0, 0, 1, 0, 0, 0, 1, 0]);
  // Nothing is known.
  expect(mixedShares([], 2)).toEqual([-1, -1]);
  expect(mixedShares([0, 0], 2)).toEqual([-1, -1]);
});

test("dropped packets fall outside of the box of the queue", () => {
  const links = [{ id: "forward", droppedUntil: (t: number) => (t < 2 ? 0 : 12) }];
  const dots = streamDots(ways, [], links, { ...moment, t: 2.001 });
  const { y, height } = plan.links[0]?.queue ?? { y: Number.NaN, height: 0 };
  expect(dots).toHaveLength(12);
  for (const dot of dots) expect(dot.y - moment.size / 2).toBeGreaterThanOrEqual(y + height);
});

test("recorded drops fall from the beginning of the queue for the duration of a fall", () => {
  const links = [{ id: "forward", droppedUntil: (t: number) => (t < 2 ? 0 : 3) }];
  const at = (t: number): number => streamDots(ways, [], links, { ...moment, t }).length;
  expect([1.9, 2.1, 2.6].map(at)).toEqual([0, 3, 0]);
});
