// The filmstrip of a page shows what the simulator delivered: by hand for two loads, and for a run by its summary.
import { beforeAll, describe, expect, test } from "vitest";
import { runRecord } from "../../engine/testRecords.ts";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import type { Series } from "../../engine/types.ts";
import { findExample } from "../../examples/firstExample.ts";
import "../../examples/examples.ts";
import { EventCode } from "../../generated/constants.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { clientsOf } from "../lab/flows/members.ts";
import { arrivedAt, KINDS, loadAt, loadsOf, type PageFlow } from "./loads.ts";

/** A gauge with these values at the ends of bins of 0.1 s. */
const gauge = (values: readonly number[]): Series =>
  ({
    width: 0.1,
    bins: values.length,
    data: Float64Array.from(values.flatMap((value) => [value, value, value])),
  }) as unknown as Series;

/** A load from 0 to 0.35 s, and one from 0.52 s on that is not complete after 1 s. */
function byHand(): PageFlow {
  const images = [0, 0, 0.5, 1, 1, 0, 0, 0, 0.5, 0.5];
  const document = [0, 1, 1, 1, 1, 0, 0, 1, 1, 1];
  const series = (_: string, signal: string): Series =>
    gauge(
      signal === "page_began"
        ? images.map((_value, bin) => (bin < 5 ? 0 : 0.52))
        : signal === "images"
          ? images
          : document,
    );
  const events = { rows: 1, data: Float64Array.of(0.35, EventCode.transferComplete, 0, 0.35, 1) };
  const record = {
    ...runRecord({ duration: 2, computedTo: 1, series }),
    events,
    entityName: () => "flow:page",
  };
  return { record, member: { entity: "flow:page" } as PageFlow["member"] };
}

describe("by hand", () => {
  test("the loads begin and end", () => {
    expect(loadsOf(byHand())).toEqual([
      { began: 0, took: 0.35, lasts: 0.52 },
      { began: 0.52, took: null, lasts: 1 - 0.52 },
    ]);
    expect([0, 0.3, 0.51, 0.52, 2].map((t) => loadAt(loadsOf(byHand()), t))).toEqual([0, 0, 0, 1, 1]);
  });

  test("a picture has what has arrived, and nothing of the load before or of the time to come", () => {
    const page = byHand();
    const [first, second] = loadsOf(page);
    if (!first || !second) throw new Error("There are no loads.");
    expect(arrivedAt(page, first, 0.15)).toMatchObject({ documents: 0, images: 0 });
    expect(arrivedAt(page, first, 0.31)).toMatchObject({ documents: 1, images: 0.5 });
    expect(arrivedAt(page, first, 0.35)).toMatchObject({ documents: 1, images: 1 });
    expect(arrivedAt(page, second, 0.05)).toMatchObject({ documents: 0, images: 0 });
    expect(arrivedAt(page, second, 0.4)).toMatchObject({ documents: 1, images: 0.5 });
    expect(arrivedAt(page, second, 0.6)).toBeNull();
  });
});

beforeAll(loadWasm);

test("the loads of a run are those of its summary", () => {
  const doc = findExample("page-loss")?.doc as ScenarioDocument;
  const run = computeRun(doc);
  const [client] = clientsOf(run, "page");
  if (!client) throw new Error("There is no page.");
  const page = { record: run, member: client.member };
  const took = loadsOf(page).flatMap((load) => load.took ?? []);
  const [of] = run.summary.transfers;
  expect(took).toHaveLength(of?.count ?? 0);
  expect(Math.max(...took)).toBeCloseTo(of?.completion_s?.max ?? 0, 3);
  for (const load of loadsOf(page).slice(0, 5)) {
    expect(Object.values(arrivedAt(page, load, 0) ?? {})).toEqual(KINDS.map(() => 0));
    // Just before the end, something is missing.
    const almost = arrivedAt(page, load, (load.took ?? 0) - 1e-6);
    expect(Math.min(...Object.values(almost ?? {}))).toBeLessThan(1);
  }
});
