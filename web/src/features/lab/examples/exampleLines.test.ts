// The lines of the thumbnails of examples.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { derivedFlow, derivedLink, derivedOf, runRecord } from "../../../engine/testRecords.ts";
import type { RunRecord, Series } from "../../../engine/types.ts";
import { FIRST_EXAMPLE } from "../../../examples/firstExample.ts";

const BINS = 256;

/** A gauge with three numbers for each bin, and a counter that grows by 1000 bytes for each bin. */
const gauge: Series = {
  info: {
    entity: "link:forward",
    signal: "queue_delay",
    label: "",
    unit: "s",
    kind: "gauge",
  } as Series["info"],
  rev: 0,
  width: 3,
  bins: BINS,
  data: new Float64Array(3 * BINS).fill(0.5),
};
const counter: Series = {
  info: {
    entity: "flow:a",
    signal: "delivered",
    label: "",
    unit: "bytes",
    kind: "counter",
  } as Series["info"],
  rev: 0,
  width: 1,
  bins: BINS,
  data: Float64Array.from({ length: BINS }, (_, k) => (k + 1) * 1000),
};

const run = runRecord({
  derived: derivedOf([derivedFlow("a")], [derivedLink("forward", 1e6)]),
  computedTo: 10,
  series: (_, signal) => (signal === "delivered" ? counter : gauge),
});

let linesOf: typeof import("./exampleLines.ts")["linesOf"];

beforeEach(async () => {
  vi.resetModules();
  ({ linesOf } = await import("./exampleLines.ts"));
});

const engineOf = (computeRecord: () => Promise<RunRecord>) => ({ computeRecord: vi.fn(computeRecord) });
const exampleWith = (picture: (typeof FIRST_EXAMPLE)["picture"]) => ({ ...FIRST_EXAMPLE, picture });

describe("the lines of an example", () => {
  test.each(["rate", "cwnd", "wait", "total"] as const)(
    "of %s do not keep the recording",
    async (picture) => {
      const { lines } = await linesOf(
        exampleWith(picture),
        engineOf(async () => run),
      );
      expect(lines.length).toBeGreaterThan(0);
      for (const { values } of lines) {
        expect(values).toHaveLength(118);
        if (ArrayBuffer.isView(values)) expect(values.buffer.byteLength).toBe(118 * 8);
      }
    },
  );

  test("are computed once", async () => {
    const engine = engineOf(async () => run);
    await linesOf(FIRST_EXAMPLE, engine);
    await linesOf(FIRST_EXAMPLE, engine);
    expect(engine.computeRecord).toHaveBeenCalledTimes(1);
  });

  test("are computed again after a failure", async () => {
    await expect(
      linesOf(
        FIRST_EXAMPLE,
        engineOf(() => Promise.reject(new Error("lost"))),
      ),
    ).rejects.toThrow("lost");
    const { lines } = await linesOf(
      FIRST_EXAMPLE,
      engineOf(async () => run),
    );
    expect(lines).toHaveLength(1);
  });

  test("of the total have the capacity as their reference", async () => {
    const { reference, top } = await linesOf(
      exampleWith("total"),
      engineOf(async () => run),
    );
    expect(reference).toBe(run.derived.capacity);
    expect(top).toBe(run.derived.capacity * 1.05);
  });
});
