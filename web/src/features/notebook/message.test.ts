import { expect, test } from "vitest";
import { type ChartMessage, lineOfEvent, readNotebookRun } from "./message.ts";

const chart = (changes: Partial<ChartMessage>): ChartMessage => ({
  title: "Goodput",
  unit: "bit/s",
  is_counter: true,
  scale: 8,
  events: true,
  first: 0,
  lines: [
    { id: "near", label: "near", flow: "near" },
    { id: "far", label: "far", flow: "far" },
  ],
  references: [],
  ...changes,
});

/** The buffer at an address that is not a multiple of 8, as in a message of a notebook. */
function unaligned(numbers: readonly number[]): DataView {
  const bytes = new Uint8Array(3 + 8 * numbers.length);
  bytes.set(new Uint8Array(Float64Array.from(numbers).buffer), 3);
  return new DataView(bytes.buffer, 3);
}

test("the series of all lines and the events are read from one buffer", () => {
  const goodput = chart({});
  const window = chart({ title: "Window", is_counter: false, first: 4 });
  const run = readNotebookRun(
    {
      duration: 2,
      width: 1,
      bins: 2,
      interval: 1,
      flows: [],
      charts: [goodput, window],
      events: { first: 16, rows: 1, total: 3 },
    },
    unaligned([10, 20, 5, 7, 1, 3, 2, 4, 6, 5, 1, 1, 1, 2, 2, 2, 0.5, 1, 0, 0, 3]),
  );
  expect([...run.series(goodput, 0).data]).toEqual([10, 20]);
  expect([...run.series(goodput, 1).data]).toEqual([5, 7]);
  expect([...run.series(window, 0).data]).toEqual([1, 3, 2, 4, 6, 5]);
  expect([...run.series(window, 1).data]).toEqual([1, 1, 1, 2, 2, 2]);
  expect(run.series(window, 1).info).toMatchObject({ kind: "gauge", entity: "flow:far" });
  expect(run.events).toMatchObject({ rows: 1 });
  expect([...run.events.data]).toEqual([0.5, 1, 0, 0, 3]);
});

test("an event is drawn only on the line of its flow", () => {
  const far = chart({ lines: [{ id: "far", label: "far", flow: "far" }] });
  const run = readNotebookRun(
    {
      duration: 1,
      width: 1,
      bins: 0,
      interval: 1,
      flows: [
        { id: "near", algorithm: "cubic" },
        { id: "far", algorithm: "cubic" },
      ],
      charts: [far],
      events: { first: 0, rows: 0, total: 0 },
    },
    unaligned([]),
  );
  expect(lineOfEvent(run, far, 1)).toBe("far");
  expect(lineOfEvent(run, far, 0)).toBeUndefined();
  expect(lineOfEvent(run, far, -1)).toBeNull();
});
