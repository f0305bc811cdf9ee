// Computes the runs A and B with ten seeds each, on the pool of workers.
import { useEffect, useRef, useState } from "react";
import type { BatchHandle } from "../../engine/types.ts";
import type { RunSummary } from "../../generated/types.ts";
import { useServices } from "../lab/state/context.tsx";
import type { Run } from "../lab/state/labStore.ts";

/** The number of seeds with which A and B are run. */
export const SEEDS = 10;

/** The word in a link for these runs. */
const WITH_SEEDS = "seeds";

interface Samples {
  /** The number of runs that have ended. */
  readonly done: number;
  /** The summaries of A's complete runs, by seed. */
  readonly a: ReadonlyMap<number, RunSummary>;
  /** The summaries of B's complete runs, by seed. */
  readonly b: ReadonlyMap<number, RunSummary>;
  /** Whether all runs have ended or were cancelled. */
  readonly finished: boolean;
}

/**
 * Runs both documents with ten consecutive seeds, beginning with B's seed. The samples are discarded when A
 * or B changes.
 */
export function useSeeds(
  a: Run,
  b: Run,
): { readonly samples: Samples | null; readonly start: () => void; readonly cancel: () => void } {
  const { session } = useServices();
  const [samples, setSamples] = useState<Samples | null>(null);
  const handle = useRef<BatchHandle | null>(null);
  const cancel = (): void => {
    handle.current?.cancel();
    handle.current = null;
    setSamples((s) => (s ? { ...s, finished: true } : s));
  };
  const { store } = session;
  const isComplete = Boolean(a.outcome && b.outcome);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the samples belong to these two runs
  useEffect(() => {
    setSamples(null);
    return () => {
      handle.current?.cancel();
      store.setState({ panelShows: [] });
    };
  }, [a.id, b.id]);
  // A link to this comparison opens with its runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when both runs are complete
  useEffect(() => {
    if (isComplete && store.getState().panelShows.includes(WITH_SEEDS)) start();
  }, [isComplete]);
  const start = (): void => {
    handle.current?.cancel();
    const seed = (b.doc.seed ?? 1) as number;
    const summaries = { a: new Map<number, RunSummary>(), b: new Map<number, RunSummary>() };
    let done = 0;
    store.setState({ panelShows: [WITH_SEEDS] });
    setSamples({ done, ...summaries, finished: false });
    const jobs = Array.from({ length: SEEDS }, (_, i) => i).flatMap((i) =>
      (["a", "b"] as const).map((side) => ({
        id: `${side}/${seed + i}`,
        text: JSON.stringify({ ...(side === "a" ? a : b).doc, seed: seed + i }),
      })),
    );
    const batch = session.engine.batch(jobs, (id, result) => {
      const [side, number] = id.split("/");
      done += 1;
      if ("summary" in result) summaries[side === "a" ? "a" : "b"].set(Number(number), result.summary);
      if (handle.current === batch)
        setSamples({ done, a: new Map(summaries.a), b: new Map(summaries.b), finished: false });
    });
    handle.current = batch;
    void batch.finished.then(() => {
      if (handle.current !== batch) return;
      handle.current = null;
      setSamples({ done, a: new Map(summaries.a), b: new Map(summaries.b), finished: true });
    });
  };
  return { samples, start, cancel };
}
