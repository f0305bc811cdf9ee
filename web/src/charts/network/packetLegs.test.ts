// The places of packets in the picture agree with an export of the run, the ns-2 trace of a link, to the
// nanosecond.
import { beforeAll, describe, expect, test } from "vitest";
import { exportRun } from "../../../../wasm/laboratory/pkg/fairshare_laboratory_wasm.js";
import type { ScenarioDocument } from "../../generated/types.ts";
import { loadRecorder, NS, recordPackets, recordStretch } from "../tests/testPackets.ts";
import { PacketStage, type SceneSource } from "./packetDots.ts";
import { type Leg, LegReader, type PacketLegs } from "./packetLegs.ts";
import { PacketWays } from "./packetWays.ts";
import { dumbbellPlan } from "./plan.ts";

const LIMIT = 8;
/** The ids of two flows. They overflow a short queue, so that packets are dropped and sent again. */
const ENDS = ["near", "far"] as const;
const document: ScenarioDocument = {
  v: 1,
  duration: 6,
  network: {
    kind: "dumbbell",
    forward: { rate: 2e6, delay: 0.01, queue: { limit: { packets: LIMIT } } },
  },
  flows: [
    { id: "near", algorithm: "sack", access: { sender: 0.004, receiver: 0.006 } },
    { id: "far", algorithm: "sack", start: 0.3, access: { sender: 0.02, receiver: 0.03 } },
  ],
};

const [FROM, TO] = [2, 4] as const;
let legs: PacketLegs;
let source: SceneSource;
/**
 * The lines of the ns-2 trace of the forward link: event, nanoseconds, flow, acknowledgement or data,
 * sequence number.
 */
let trace: readonly {
  readonly event: string;
  readonly at: number;
  readonly flow: number;
  readonly seq: number;
}[];

/** A time of a trace in nanoseconds. */
function nanoseconds(text: string): number {
  const [whole = "", fraction = ""] = text.split(".");
  return Number(whole) * NS + Number(fraction);
}

beforeAll(async () => {
  await loadRecorder();
  source = recordPackets(document, FROM, TO, (link) => (link === "forward" ? LIMIT : 0));
  legs = source.legs;
  trace = traceOf("forward");
});

function traceOf(link: string): typeof trace {
  const lines = exportedTrace(link)
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => {
    const fields = line.split(" ");
    const [event = "", at = "", , , , , , flow = "", , , seq = ""] = fields;
    return { event, at: nanoseconds(at), flow: Number(flow), seq: Number(seq) };
  });
}

function exportedTrace(link: string): string {
  return new TextDecoder().decode(exportRun("ns2", JSON.stringify(document), undefined, link, undefined));
}

/**
 * Times and flows of the events of a kind in the part of the trace that the stretch covers without its first
 * round trip.
 */
const traced = (event: string): readonly string[] =>
  trace.filter((line) => line.event === event && inWindow(line.at)).map(({ at, flow }) => `${at} ${flow}`);
const inWindow = (at: number): boolean => at >= (FROM + 0.2) * NS && at <= (TO - 0.2) * NS;
const forward = (): number => source.links.indexOf("forward");
const legsOf = (stage: Leg["stage"]): readonly Leg[] =>
  legs.legs.filter((leg) => leg.stage === stage && (leg.link === forward() || leg.link === -1));
const written = (entries: readonly (readonly [number, number])[]): readonly string[] =>
  entries
    .filter(([at]) => inWindow(at))
    .sort(([a], [b]) => a - b)
    .map(([at, flow]) => `${at} ${flow}`);

describe("the legs of the packets at a link", () => {
  test("go into service at the time in the trace", () => {
    const found = written(legsOf("service").map(({ from, packet }) => [from, packet.flow]));
    expect(found).toEqual(traced("-"));
    expect(found.length).toBeGreaterThan(200);
  });

  test("end at the far end at the time in the trace", () => {
    const found = written(legsOf("wire").map(({ to, packet }) => [to, packet.flow]));
    expect(found).toEqual(traced("r"));
  });

  test("end with a drop at the time in the trace", () => {
    const found = written(legs.drops.map(({ at, packet }) => [at, packet.flow]));
    expect(found).toEqual(traced("d"));
    expect(found.length).toBeGreaterThan(3);
  });

  test("in the queue are as many as have entered and not left it in the trace", () => {
    let compared = 0;
    for (let at = (FROM + 0.21) * NS; at < (TO - 0.2) * NS; at += 7_654_321) {
      const count = (event: string): number =>
        trace.filter((line) => line.event === event && line.at <= at).length;
      const waiting = legs.at(at).filter(({ stage, link }) => stage === "queue" && link === forward());
      expect(waiting.length).toBe(count("+") - count("-") - count("d"));
      compared += waiting.length;
    }
    expect(compared).toBeGreaterThan(500);
  });
});

test("a packet is on one leg at a time, from its sender to its receiver", () => {
  for (const packet of new Set(legs.legs.map((leg) => leg.packet))) {
    const own = legs.legs.filter((leg) => leg.packet === packet);
    for (const [i, leg] of own.entries())
      if (i > 0) expect(leg.from).toBeGreaterThanOrEqual(own[i - 1]?.to ?? 0);
  }
});

test("the legs at a time are the same after the legs at a later time were read", () => {
  const at = 2.7 * NS;
  const before = [...legs.at(at)];
  legs.at(3.5 * NS);
  expect(legs.at(at)).toEqual(before);
});

describe("in the picture", () => {
  const flows = ENDS.map((id) => ({ id, label: id, group: id, reverse: false }));
  const plan = dumbbellPlan(flows, 800, 320, 14, false);
  const links = [
    { id: "forward", from: "a", to: "b" },
    { id: "reverse", from: "b", to: "a" },
  ];
  const scene = (at: number) =>
    new PacketStage(plan, new PacketWays(plan, { links }), source).scene({ at, fade: 0.01 * NS });
  const queue = plan.links[0]?.queue ?? { x: 0, y: 0, width: 0, height: 0 };
  const end = plan.links[0]?.to.x ?? 0;

  test("a packet crosses the link in proportion to time", () => {
    const wire = legsOf("wire").find((leg) => inWindow(leg.from) && !leg.packet.isFeedback);
    if (!wire) throw new Error("no packet crosses the link");
    const xs = [0, 0.5, 1].map((share) => {
      const at = wire.from + (wire.to - wire.from - 1) * share;
      return (
        scene(at).dots.find(({ packet, stage }) => packet === wire.packet && stage === "wire")?.x ??
        Number.NaN
      );
    });
    expect(xs[0]).toBeGreaterThan(queue.x + queue.width);
    expect(xs[2]).toBeCloseTo(end, 1);
    expect(xs[1]).toBeCloseTo(((xs[0] ?? 0) + (xs[2] ?? 0)) / 2, 1);
  });

  test("waiting packets are drawn in the order of their arrival", () => {
    const at = legs.drops.find((drop) => inWindow(drop.at))?.at ?? 0;
    const { dots, waiting } = scene(at - 1);
    const inBox = dots.filter(({ stage }) => stage === "queue");
    expect(waiting.get("forward")).toBe(LIMIT);
    expect(inBox.length).toBe(LIMIT);
    const xs = inBox.map(({ x }) => x);
    expect([...xs].sort((a, b) => b - a)).toEqual(xs);
    for (const { x, y, length, width } of inBox) {
      expect(x - length / 2).toBeGreaterThanOrEqual(queue.x);
      expect(x + length / 2).toBeLessThanOrEqual(queue.x + queue.width);
      expect(y + width / 2).toBeLessThanOrEqual(queue.y + queue.height);
    }
  });

  test("in a queue whose limit counts bytes, packets take space in proportion to their sizes", () => {
    const [bytes, packet] = [12_000, 1500];
    const small = { ...document.flows?.[1], packet: 300, params: { initial_window: 10 } };
    const mixed = recordPackets(
      {
        ...document,
        network: {
          kind: "dumbbell",
          forward: { rate: 2e6, delay: 0.01, queue: { limit: { bytes } } },
        },
        flows: [
          { ...document.flows?.[0], id: "near" },
          { ...small, id: "far" },
        ],
      },
      FROM,
      TO,
      (link) => (link === "forward" ? bytes / packet : 0),
    );
    const stage = new PacketStage(plan, new PacketWays(plan, { links }), {
      ...mixed,
      largestOf: () => packet,
    });
    const slot = (queue.width - 4) / (bytes / packet + 1);
    let most = 0;
    for (let at = (FROM + 0.2) * NS; at < (TO - 0.2) * NS; at += 5e6) {
      const inBox = stage.scene({ at, fade: 1 }).dots.filter(({ stage: of }) => of === "queue");
      const waiting = inBox.map((dot) => dot.packet.size);
      // Each packet is behind those that came before it.
      let ahead = 0;
      for (const [i, dot] of inBox.entries()) {
        const own = (waiting[i] ?? 0) / packet;
        const back = queue.x + queue.width - 2 - slot * (1 + ahead + own / 2);
        expect(dot.x).toBeCloseTo(back, 0);
        ahead += own;
      }
      expect(ahead).toBeLessThanOrEqual(bytes / packet);
      most = Math.max(most, waiting.length);
    }
    // More packets than the limit divided by the largest size.
    expect(most).toBeGreaterThan(bytes / packet);
  });

  test("a dropped packet falls from the end of the queue until it is gone", () => {
    const drop = legs.drops.find(({ at }) => inWindow(at));
    if (!drop) throw new Error("no drop");
    const falls = [0, 0.5, 0.99].map((share) =>
      scene(drop.at + share * 0.01 * NS).dots.find(
        ({ packet, stage }) => packet === drop.packet && stage === "drop",
      ),
    );
    const ys = falls.map((dot) => dot?.y ?? Number.NaN);
    expect(ys).toEqual([...ys].sort((a, b) => a - b));
    expect(ys[2]).toBeLessThan(plan.height);
    expect(
      scene(drop.at + 0.0101 * NS).dots.some(
        ({ packet, stage }) => packet === drop.packet && stage === "drop",
      ),
    ).toBe(false);
  });

  test("acknowledgements run next to the link in its opposite direction", () => {
    const kinds = new Set<string>();
    for (let at = (FROM + 0.2) * NS; at < (TO - 0.2) * NS; at += 5e6)
      for (const { kind, packet, stage, y } of scene(at).dots) {
        kinds.add(kind);
        if (stage === "wire" && packet.isFeedback) expect(y).toBeGreaterThan(queue.y + queue.height);
      }
    expect([...kinds].sort()).toEqual(["acknowledgement", "data", "retransmission"]);
  });
});

test("a stretch that is read in parts has the same legs and drops", () => {
  const reader = new LegReader(recordStretch(document, FROM, TO).answer);
  let read: PacketLegs | null = null;
  let parts = 0;
  for (; read === null; parts += 1) read = reader.advance(100);
  expect(parts).toBeGreaterThan(5);
  expect([read.from, read.reached]).toEqual([legs.from, legs.reached]);
  expect(read.legs).toEqual(legs.legs);
  expect(read.drops).toEqual(legs.drops);
});
