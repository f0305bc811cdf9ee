import { expect, test } from "vitest";
import { plainTheme } from "../theme.ts";
import type { Dot } from "./packetDots.ts";
import { type Look, paintPlainDots, paintShapes, shapeOf } from "./packetLook.ts";

const theme = plainTheme("light");
const look: Look = { colours: "flow", theme, colourOf: (flow) => `flow${flow}`, oldest: 0.1 };
const dot = (more: Partial<Dot> = {}): Dot => ({
  x: 50,
  y: 20,
  angle: 0,
  length: 14,
  width: 10,
  packet: {
    flow: 1,
    connection: 0,
    isFeedback: false,
    seq: 3,
    ordinal: 3,
    size: 1500,
    isRetransmission: false,
    isSyn: false,
    sentAt: 0,
    markedAt: Number.POSITIVE_INFINITY,
  },
  stage: "wire",
  link: 0,
  kind: "data",
  age: 0.02,
  glow: 0,
  fallen: 0,
  ...more,
});

/** The calls of a canvas context by `paint`, by name and arguments. */
function callsOf(paint: (context: CanvasRenderingContext2D) => void): readonly string[] {
  const calls: string[] = [];
  const context = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args: readonly number[]) =>
          calls.push(`${String(name)} ${args.join(" ")}`.trim()),
      set: () => true,
    },
  ) as CanvasRenderingContext2D;
  paint(context);
  return calls;
}

const painted = (dots: readonly Dot[], isChosen = false): readonly string[] =>
  callsOf((context) =>
    paintShapes(
      context,
      dots.map((each) => shapeOf(each, look, isChosen)),
    ),
  );

test("a packet is painted around its place, without a transformation if it is level", () => {
  expect(painted([dot()])).toEqual(["beginPath", "roundRect 43 15 14 10 3", "fill", "stroke"]);
});

test("a packet on a curve is turned at its place", () => {
  const calls = painted([dot({ angle: 0.5 })]);
  expect(calls.slice(0, 3)).toEqual(["save", "translate 50 20", "rotate 0.5"]);
  expect(calls).toContain("roundRect -7 -5 14 10 3");
  expect(calls.at(-1)).toBe("restore");
});

test("a narrow packet in a queue is a plain rectangle", () => {
  expect(painted([dot({ length: 2 })])).toEqual(["fillRect 49 15 2 10"]);
});

test("with very many packets, data are plain rectangles and acknowledgements are still rings", () => {
  const calls = painted([
    ...Array.from({ length: 700 }, () => dot()),
    dot({ kind: "acknowledgement", length: 6, width: 6 }),
  ]);
  expect(calls.filter((call) => call.startsWith("fillRect"))).toHaveLength(700);
  expect(calls.filter((call) => call.startsWith("roundRect"))).toEqual(["roundRect 47 17 6 6 3"]);
});

test("rings are painted above all packets", () => {
  const calls = painted([dot({ glow: 0.5 }), dot()]);
  const ring = calls.findIndex((call) => call.startsWith("arc 50 20"));
  expect(ring).toBeGreaterThan(calls.findLastIndex((call) => call.startsWith("roundRect")));
});

test("the shape shows the kind of a packet with every choice of colours", () => {
  for (const colours of ["flow", "kind", "age"] as const) {
    const shapes = (["data", "acknowledgement", "retransmission", "marked"] as const).map((kind) =>
      shapeOf(dot({ kind }), { ...look, colours }),
    );
    const looks = shapes.map(({ radius, strokeWidth, core }) => `${radius} ${strokeWidth} ${core !== ""}`);
    expect(new Set(looks).size).toBe(4);
  }
});

test("a dropped packet has a cross", () => {
  const [early, late] = [0.1, 0.9].map((fallen) => shapeOf(dot({ fallen }), look));
  expect(early?.cross).toBe(theme.text);
  expect(late?.opacity).toBeLessThan(early?.opacity ?? 0);
  expect(painted([dot({ fallen: 0.5 })]).slice(-6, -1)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^moveTo/), expect.stringMatching(/^lineTo/)]),
  );
});

test("of thousands of packets, data are rectangles, acknowledgements are hollow, and the others keep their shapes", () => {
  const special = [
    dot({ kind: "marked" }),
    dot({ kind: "retransmission" }),
    dot({ stage: "drop", fallen: 0.5 }),
  ];
  const chosen = dot({ packet: { ...dot().packet, seq: 4 } });
  let others: readonly Dot[] = [];
  const calls = callsOf((context) => {
    const acknowledgement = dot({ kind: "acknowledgement", length: 10, width: 10 });
    others = paintPlainDots(
      context,
      [dot(), acknowledgement, ...special, chosen],
      look,
      (packet) => packet === chosen.packet,
    );
  });
  expect(calls).toEqual(["fillRect 43 15 14 10", "fillRect 45 15 10 10", "fillRect 47 17 6 6"]);
  expect(others).toEqual([...special, chosen]);
});
