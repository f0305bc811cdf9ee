// The sessions that run sweeps in this page, one for each document. They continue while the Lab or another
// section is open.
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import type { Results } from "../../charts/paper/index.ts";
import { ListOrder, RefiningOrder } from "../../engine/experiments/refiningOrder.ts";
import { type OrderOf, RunSession, type RunState } from "../../engine/experiments/runSession.ts";
import type { PapersCalls, SweepOutline } from "../../engine/experiments/types.ts";
import { askOnce } from "../../engine/workers/client.ts";
import { environment, papersProgram } from "../../experiments/sessions.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { definitionOf, designOf, readSweep, type SweepDocument, seedsOf } from "./sweepDocument.ts";

export type SweepSession = RunSession<Results, SweepOutline>;
export type SweepState = RunState<Results, SweepOutline>;

const sessions = new Map<string, SweepSession>();

/** The metric whose changes refine the grid: the metric of the figure. */
let refinedMetric = "";

export function refineBy(metric: string): void {
  refinedMetric = metric;
}

/** A metric in the record of a run (`SweepRecord` in sim-core/sweeps). */
function metricOf(record: string): number | null {
  const { numbers } = JSON.parse(record) as { readonly numbers: Readonly<Record<string, number | null>> };
  return numbers[refinedMetric] ?? null;
}

/** The numbers of values of the varied settings. The last setting varies fastest. */
function shapeOf({ cells, columns }: SweepOutline): readonly number[] {
  return columns.map((column) => new Set(cells.map(({ at }) => at[column])).size);
}

const orderOf =
  (sweep: SweepDocument): OrderOf<SweepOutline> =>
  (outline, missing, recordOf) => {
    const shape = shapeOf(outline);
    const isGrid = shape.reduce((product, n) => product * n, 1) === outline.cells.length;
    if (designOf(sweep) !== "grid" || !isGrid) return new ListOrder(missing);
    const cells = outline.cells.map(({ id }) => id);
    const order = new RefiningOrder(shape, cells, missing, metricOf);
    for (const cell of cells) {
      const record = recordOf({ cell, seed: 1 });
      if (record !== undefined) order.finished({ cell, seed: 1 }, record);
    }
    return order;
  };

/** `version` is the version of the page's simulator. */
function sessionOf(sweep: SweepDocument, version: string): SweepSession {
  const text = JSON.stringify(sweep);
  const known = sessions.get(text);
  if (known) return known;
  const scope = { sweep: text, version, definition: definitionOf(sweep) };
  const session: SweepSession = new RunSession(
    scope,
    environment,
    (results) => JSON.parse(results) as Results,
    orderOf(sweep),
  );
  sessions.set(text, session);
  return session;
}

export function useSweepSession(sweep: SweepDocument, version: string): readonly [SweepSession, SweepState] {
  const session = useMemo(() => sessionOf(sweep, version), [sweep, version]);
  const state = useStore(session.state);
  // Another session of the same scenario may have finished runs in the meantime.
  useEffect(() => {
    if (session.state.getState().phase === "idle") void session.readKept();
  }, [session]);
  return [session, state];
}

/** The sweep that changes each number of a scenario by this many percent, one at a time. */
export async function tornadoSweep(
  scenario: ScenarioDocument,
  percent: number,
  seeds: number,
): Promise<SweepDocument> {
  const subject = { sweep: JSON.stringify(scenario) };
  const text = await askOnce<PapersCalls, "tornado">(papersProgram, "tornado", {
    subject,
    percent,
    seeds,
  });
  const sweep = readSweep(JSON.parse(text));
  if (!sweep) throw new Error("The scenario has no numbers that can be changed.");
  return sweep;
}

export const runsOf = (outline: SweepOutline, sweep: SweepDocument): number =>
  outline.cells.length * seedsOf(sweep);
