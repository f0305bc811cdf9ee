// Hooks by which components read the state of the lab: parts of the stores, samples of values that change
// with every frame, and values that are computed from the shown run.
import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { useStore } from "zustand";
import type { LineStyle } from "../../../charts/index.ts";
import type { TimeState } from "../../../charts/timeView.ts";
import type { SeriesInfo } from "../../../generated/types.ts";
import type { ScenarioState } from "../../../scenario/store.ts";
import { pageTexts } from "../../../texts/index.ts";
import { type FlowGroup, groupStyles, groupsOf } from "../flows/groups.ts";
import type { Member } from "../flows/members.ts";
import { averagingInterval, bottleneckOf, membersOf } from "../flows/members.ts";
import { answeredSpan, measuredFrom, type Reading, readAt } from "../flows/readout.ts";
import { ALL_QUEUES, type Overlay } from "./chartData.ts";
import { useServices } from "./context.tsx";
import { isLarge, type LabState, type Run } from "./labStore.ts";
import type { PublishedSample } from "./sampler.ts";

export function useLab<T>(select: (state: LabState) => T): T {
  return useStore(useServices().session.store, select);
}

export function useScenario<T>(select: (state: ScenarioState) => T): T {
  return useStore(useServices().scenario, select);
}

/** The run as its pictures show it: a large run in slices, after the texts. */
export function usePictured(): Run | null {
  const run = useLab((s) => s.run);
  const late = useDeferredValue(run, null);
  return isLarge(run) ? late : run;
}

/**
 * A part of the state that all charts share: the zoom, the playhead, the selection. A component that reads
 * the playhead by this hook renders with every frame.
 */
export function useTimeView<T>(select: (state: TimeState) => T): T {
  const { timeView } = useServices().session;
  const subscribe = useCallback((listener: () => void) => timeView.subscribe(listener), [timeView]);
  return useSyncExternalStore(subscribe, () => select(timeView.state));
}

/** A value computed from the playhead and the progress of the shown run, updated a few times a second. */
export function useSample<T extends number | string | boolean | null>(
  select: (sample: PublishedSample) => T,
): T {
  const { sampler } = useServices().session;
  return useSyncExternalStore(sampler.subscribe, () => select(sampler.sample));
}

/**
 * The playhead in simulated seconds, updated a few times a second. If `follow` is false, the result is always
 * 0.
 */
export function usePlayhead(follow = true): number {
  return useSample((sample) => (follow ? sample.playhead : 0));
}

/**
 * The playhead in simulated seconds, limited to the computed part of the run, and updated rarely enough to
 * request a summary with each update. If `follow` is false, the result is always 0.
 */
export function useSummaryTime(follow: boolean): number {
  return useSample(({ summaryTime }) => (follow ? summaryTime : 0));
}

const NO_SERIES: readonly SeriesInfo[] = [];

/**
 * The series of a run that have values so far. The array is the same object until another series gets its
 * first value.
 */
export function useRecordedSeries(run: Run | null): readonly SeriesInfo[] {
  const { sampler } = useServices().session;
  return useSyncExternalStore(sampler.subscribe, () => run?.record.recorded ?? NO_SERIES);
}

/**
 * The run that is drawn behind the shown one: with one question, the run from which it counts changes; in the whole
 * Lab, the run that is kept for comparison, or else the run before the last change.
 */
export function useOverlay(run: Run | null): Overlay | null {
  const ghost = useLab((s) => s.ghost);
  const pinned = useLab((s) => s.pinned);
  const reference = useLab((s) => s.reference);
  const asks = useLab((s) => s.asks);
  return useMemo(() => {
    const before = asks ? reference : ghost;
    const overlay = (asks ? null : pinned) ?? (before ? { run: before, name: pageTexts.lab.before } : null);
    return overlay && overlay.run.id !== run?.id ? overlay : null;
  }, [run?.id, ghost, pinned, reference, asks]);
}

/** The flows of a run. The array is the same object until another run is passed. */
export function useMembers(run: Run | null): readonly Member[] {
  const record = run?.record;
  return useMemo(() => (record ? membersOf(record) : []), [record]);
}

/**
 * The link direction whose queue the charts show: the direction that the user chose if the run has it, else
 * the bottleneck.
 */
export function useShownQueue(run: Run | null): string {
  const chosen = useLab((s) => s.chosenQueue);
  const record = run?.record;
  return useMemo(() => {
    if (!record || chosen === ALL_QUEUES || record.derived.links.some((link) => link.id === chosen))
      return chosen;
    return bottleneckOf(record);
  }, [record, chosen]);
}

/**
 * Returns a ref for the element with the settings of a flow or link. When the flow or link is selected in the
 * picture of the network, the element is scrolled into view and gets the focus.
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

/**
 * The groups of a run's flows. The array is the same object until the flows or the names of groups change.
 */
export function useGroups(run: Run | null): readonly FlowGroup[] {
  const members = useMembers(run);
  return useMemo(() => (run ? groupsOf(run.doc, members) : []), [run, members]);
}

/** Line styles of the groups and flows of a run, by id. */
export function useStyles(run: Run | null): ReadonlyMap<string, LineStyle> {
  const { session } = useServices();
  const groups = useGroups(run);
  const colours = useLab((s) => s.colours);
  const open = useLab((s) => s.openGroups);
  return useMemo(() => groupStyles(session.styles, groups, open, colours), [session, groups, open, colours]);
}

/** The interval over which charts and readouts average rates, in simulated seconds. */
export function useAveragingInterval(members: readonly Member[]): number {
  return useMemo(() => averagingInterval(members), [members]);
}

/** The numbers from the end of the warm-up to the playhead, for a picture. */
export const useReading = (run: Run | null): Reading | null => useReadingIn(run, false, 0, true);

/**
 * The numbers of the measured window: up to the playhead or, with `coversWholeRun`, of the computed part of
 * the run. After an edit that applies only after some time, the window begins at this time. Until the
 * playhead has passed it, the window covers the run to its end. The numbers of a picture (`isLate`) follow
 * after the texts: if both were rendered in one frame, this frame would take too long.
 */
export function useMeasured(run: Run | null, covers: Coverage, isLate = false): Reading | null {
  return useReadingIn(run, covers, useLab((s) => s.effectFrom) ?? 0, isLate);
}

/** What numbers cover that begin at a time and end with the run, in words. */
export const wholeName = (from: number): string =>
  from > 0 ? pageTexts.lab.toTheEnd : pageTexts.lab.wholeRun;

/** The whole run, the run up to the playhead or, with "common", the time in which all flows are active (`answeredSpan`). */
export type Coverage = boolean | "common";

function useReadingIn(
  run: Run | null,
  covers: Coverage,
  effectFrom: number,
  isLate: boolean,
): Reading | null {
  const members = useMembers(run);
  const averagingInterval = useAveragingInterval(members);
  const { sampler } = useServices().session;
  const latest = useSyncExternalStore(sampler.subscribe, () => sampler.sample);
  const deferred = useDeferredValue(latest);
  const sample = isLate ? deferred : latest;
  return useMemo(() => {
    if (!run) return null;
    const { record } = run;
    const { playhead, computedTo } = sample;
    if (covers === "common") {
      const { from, to } = answeredSpan(record, run.outcome !== null);
      const end = Math.min(to, computedTo, record.computedTo);
      return readAt(record, members, end, averagingInterval, Math.min(from, end));
    }
    const coversRest = effectFrom > 0 && playhead <= effectFrom;
    const t = Math.min(covers || coversRest ? computedTo : playhead, computedTo, record.computedTo);
    const from = measuredFrom(record, t);
    return readAt(record, members, t, averagingInterval, effectFrom < t ? Math.max(from, effectFrom) : from);
  }, [run, members, averagingInterval, sample, covers, effectFrom]);
}
