// Hooks by which components read the state of the lab: selectors over the stores, samples of values that change with every
// frame, and values that are derived from the shown run.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import type { LineStyle } from "../../charts/index.ts";
import type { TimeState } from "../../charts/timeView.ts";
import type { SeriesInfo } from "../../generated/types.ts";
import type { ScenarioState } from "../../scenario/store.ts";
import { useServices } from "./context.tsx";
import type { Member } from "./member.ts";
import { averagingInterval, bottleneckOf, membersOf } from "./members.ts";
import { type Reading, readAt, recordedSignals } from "./readout.ts";
import type { LabState, Run } from "./state/labStore.ts";
import type { Sample } from "./state/sampler.ts";

export function useLab<T>(select: (state: LabState) => T): T {
  return useStore(useServices().session.store, select);
}

export function useScenario<T>(select: (state: ScenarioState) => T): T {
  return useStore(useServices().scenario, select);
}

/**
 * A value of the zoom, the playhead or the selection, which all charts share. A component that selects the playhead renders
 * with every frame.
 */
export function useTimeView<T>(select: (state: TimeState) => T): T {
  const { timeView } = useServices().session;
  const subscribe = useCallback((listener: () => void) => timeView.subscribe(listener), [timeView]);
  return useSyncExternalStore(subscribe, () => select(timeView.state));
}

/** The playhead or the progress of the shown run, a few times a second. `select` returns a primitive value. */
export function useSample<T extends number | string | boolean | null>(select: (sample: Sample) => T): T {
  const { sampler } = useServices().session;
  return useSyncExternalStore(sampler.subscribe, () => select(sampler.sample));
}

/** The playhead, updated a few times a second. If `follow` is false, 0 without updates. */
export function usePlayhead(follow = true): number {
  return useSample((sample) => (follow ? sample.playhead : 0));
}

/** The playhead, limited to the computed part of the run and updated slowly enough for summaries. If `follow` is false, 0. */
export function useSummaryTime(follow: boolean): number {
  const { summarySampler } = useServices().session;
  return useSyncExternalStore(summarySampler.subscribe, () => {
    const { playhead, computedTo } = summarySampler.sample;
    return follow ? Math.min(playhead, computedTo) : 0;
  });
}

const NO_SIGNALS: readonly SeriesInfo[] = [];

/** The series of a run that have values so far. The array is the same until another series gets its first value. */
export function useRecordedSignals(run: Run | null): readonly SeriesInfo[] {
  const { sampler } = useServices().session;
  return useSyncExternalStore(sampler.subscribe, () => (run ? recordedSignals(run.record) : NO_SIGNALS));
}

/** The flows of a run. The array is the same as long as the run is. */
export function useMembers(run: Run | null): readonly Member[] {
  const record = run?.record;
  return useMemo(() => (record ? membersOf(record) : []), [record]);
}

/** The link direction whose queue the charts show: the chosen one if the run has it, else the bottleneck. */
export function useShownQueue(run: Run | null): string {
  const chosen = useLab((s) => s.chosenQueue);
  const record = run?.record;
  return useMemo(() => {
    if (!record || record.derived.links.some((link) => link.id === chosen)) return chosen;
    return bottleneckOf(record);
  }, [record, chosen]);
}

/**
 * Returns a ref for a part of the settings. The part is scrolled into view and focused when its flow or link is selected in the
 * picture of the network.
 */
export function useSelected<E extends HTMLElement>(
  kind: "flow" | "link",
  matches: (id: string) => boolean,
): RefObject<E | null> {
  const { session } = useServices();
  const ref = useRef<E>(null);
  const selected = useLab((s) => (s.selected?.kind === kind && matches(s.selected.id) ? s.selected : null));
  useEffect(() => {
    const element = ref.current;
    if (!selected || !element) return;
    element.scrollIntoView({ block: "nearest" });
    element.focus({ preventScroll: true });
    session.select(null);
  }, [session, selected]);
  return ref;
}

/** Names of the algorithms by id. */
export function useAlgorithmNames(): ReadonlyMap<string, string> {
  const { catalogue } = useServices();
  return useMemo(() => new Map(catalogue.algorithms.map((a) => [a.id, a.name])), [catalogue]);
}

/** Line styles of the flows of a run, by id. */
export function useStyles(members: readonly Member[]): ReadonlyMap<string, LineStyle> {
  const { session } = useServices();
  const colours = useLab((s) => s.colours);
  return useMemo(
    () =>
      session.styles.assign(
        members.map(({ id, algorithm }) => ({ id, algorithm })),
        colours,
      ),
    [session, members, colours],
  );
}

/** The interval over which charts and readouts average rates. */
export function useInterval(members: readonly Member[]): number {
  return useMemo(() => averagingInterval(members), [members]);
}

/** The numbers at the playhead, or those of the whole run so far. The same arguments give the same object. */
export function useReading(run: Run | null, wholeRun = false): Reading | null {
  const members = useMembers(run);
  const interval = useInterval(members);
  const t = useSample((sample) =>
    wholeRun ? sample.computedTo : Math.min(sample.playhead, sample.computedTo),
  );
  return run ? readAt(run.record, members, t, interval) : null;
}
