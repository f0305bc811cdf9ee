// Two desks that exchange messages with delays show the same at rest.
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk, type PartMessage, type Side } from "./desk.ts";

const NAMES = ["route", "lab", "time"] as const;

/** A window with a desk, three values, and the messages that have not arrived yet. */
function createWindow(initial: unknown) {
  const values = new Map<string, unknown>(NAMES.map((name) => [name, initial]));
  const desk = new Desk();
  const sent: PartMessage[] = [];
  const handles = new Map(
    NAMES.map((name) => [
      name,
      desk.register(name, {
        read: () => values.get(name) ?? null,
        write: (value) => void values.set(name, value),
      }),
    ]),
  );
  return {
    values,
    desk,
    sent,
    connect: (side: Side, leads = side === "projected") =>
      desk.connect(side, leads, (message) => sent.push(structuredClone(message))),
    set: (name: string, value: unknown) => {
      values.set(name, value);
      handles.get(name as (typeof NAMES)[number])?.changed();
    },
  };
}

type Step =
  | { readonly kind: "set"; readonly at: 0 | 1; readonly name: string; readonly value: number }
  | { readonly kind: "deliver"; readonly from: 0 | 1 };

const side = fc.constantFrom(0 as const, 1 as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("set" as const),
    at: side,
    name: fc.constantFrom(...NAMES),
    value: fc.nat(5),
  }),
  fc.record({ kind: fc.constant("deliver" as const), from: side }),
);

test("after any order of changes and arrivals, both windows are equal", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const windows = [createWindow("projected"), createWindow("lecturer")] as const;
      windows[0].connect("projected");
      windows[1].connect("lecturer");
      const deliver = (from: 0 | 1): boolean => {
        const message = windows[from].sent.shift();
        if (message) windows[from === 0 ? 1 : 0].desk.receive(message);
        return message !== undefined;
      };
      for (const one of steps) {
        if (one.kind === "set") windows[one.at].set(one.name, one.value);
        else deliver(one.from);
      }
      while (deliver(0) || deliver(1));
      expect([...windows[1].values]).toEqual([...windows[0].values]);
    }),
  );
});

/** Delivers all messages of a window to the other window. */
const deliverAll = (from: ReturnType<typeof createWindow>, to: ReturnType<typeof createWindow>): void => {
  for (const message of from.sent.splice(0)) to.desk.receive(message);
};

test("the lecturer's state applies after a freeze", () => {
  const [projected, lecturer] = [createWindow(1), createWindow(2)];
  projected.connect("projected");
  lecturer.connect("lecturer");
  deliverAll(projected, lecturer);
  expect(lecturer.values.get("lab")).toBe(1);
  // During the freeze, changes do not reach the other window.
  lecturer.set("lab", 7);
  for (const value of [3, 4, 5]) projected.set("lab", value);
  projected.sent.length = 0;
  lecturer.sent.length = 0;
  projected.desk.follow();
  lecturer.desk.sendAll();
  deliverAll(lecturer, projected);
  expect(projected.values.get("lab")).toBe(7);
  projected.set("lab", 9);
  deliverAll(projected, lecturer);
  expect(lecturer.values.get("lab")).toBe(9);
});

test("the lecturer's state applies after the projected window was loaded again", () => {
  const [projected, lecturer] = [createWindow(1), createWindow(2)];
  projected.connect("projected", false);
  lecturer.connect("lecturer", true);
  deliverAll(lecturer, projected);
  expect(projected.values.get("lab")).toBe(2);
});

test("a value that a window cannot take on completely is not sent back", () => {
  const desk = new Desk();
  const sent: PartMessage[] = [];
  let longest = 10;
  let t = 0;
  const handle = desk.register("time", {
    read: () => t,
    write: (value) => {
      t = Math.min(longest, value as number);
    },
  });
  desk.connect("lecturer", false, (message) => sent.push(message));
  desk.receive({ part: "time", clock: 1, side: "projected", value: 30 });
  handle.changed();
  expect([t, sent]).toEqual([10, []]);
  longest = 60;
  handle.repeat();
  expect(t).toBe(30);
});

test("a value that arrives before its part is applied when the part is registered", () => {
  const desk = new Desk();
  desk.connect("projected", true, () => undefined);
  desk.receive({ part: "lesson", clock: 3, side: "lecturer", value: { step: 2 } });
  let value: unknown = { step: 0 };
  desk.register("lesson", { read: () => value, write: (next) => (value = next) });
  expect(value).toEqual({ step: 2 });
});
