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
    connect: (side: Side) => desk.connect(side, (message) => sent.push(structuredClone(message))),
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

test("the projected window's state applies at first, and the lecturer's after a freeze", () => {
  const [projected, lecturer] = [createWindow(1), createWindow(2)];
  projected.connect("projected");
  lecturer.connect("lecturer");
  for (const message of projected.sent.splice(0)) lecturer.desk.receive(message);
  expect(lecturer.values.get("lab")).toBe(1);
  lecturer.set("lab", 7);
  lecturer.sent.length = 0;
  lecturer.desk.sendAll();
  for (const message of lecturer.sent) projected.desk.receive(message);
  expect(projected.values.get("lab")).toBe(7);
});

test("a value that arrives before its part is applied when the part is registered", () => {
  const desk = new Desk();
  desk.connect("projected", () => undefined);
  desk.receive({ part: "lesson", clock: 3, side: "lecturer", value: { step: 2 } });
  let value: unknown = { step: 0 };
  desk.register("lesson", { read: () => value, write: (next) => (value = next) });
  expect(value).toEqual({ step: 2 });
});
