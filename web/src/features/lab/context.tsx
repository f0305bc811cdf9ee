// How the lab's parts reach their session and their scenario.
import { createContext, type ReactNode, type RefObject, useContext, useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { LineStyle } from "../../charts/index.ts";
import type { RunRecord } from "../../engine/types.ts";
import type { Catalogue } from "../../scenario/descriptors.ts";
import type { ScenarioState, ScenarioStore } from "../../scenario/store.ts";
import type { Member } from "./member.ts";
import { membersOf, type Reading, readAt } from "./readout.ts";
import type { LabSession, LabState, Run } from "./session.ts";

export interface LabServices {
  readonly session: LabSession;
  readonly scenario: ScenarioStore;
  readonly catalogue: Catalogue;
}

const Context = createContext<LabServices | null>(null);

export function LabProvider({
  services,
  children,
}: {
  readonly services: LabServices;
  readonly children: ReactNode;
}): ReactNode {
  return <Context.Provider value={services}>{children}</Context.Provider>;
}

export function useServices(): LabServices {
  const services = useContext(Context);
  if (!services) throw new Error("used outside of a lab");
  return services;
}

export function useLab<T>(select: (state: LabState) => T): T {
  return useStore(useServices().session.store, select);
}

export function useScenario<T>(select: (state: ScenarioState) => T): T {
  return useStore(useServices().scenario, select);
}

/** The flows of a run, the same array as long as it is the same run. */
export function useMembers(run: Run | null): readonly Member[] {
  const record = run?.record;
  return useMemo(() => (record ? membersOf(record) : []), [record]);
}

/**
 * The direction of a link that has the least for each of the flows that take it. Of those that measured flows take, if any: the
 * thin way back of some background traffic is not what somebody looks at first.
 */
export function tightest(record: Pick<RunRecord, "derived" | "document" | "duration">): string {
  const { links } = record.derived;
  const members = membersOf(record);
  const measured = members.filter((m) => m.role === "measured");
  const watched = links.filter((l) => measured.some((m) => m.route.includes(l.id)));
  let best = links[0]?.id ?? "";
  let least = Number.POSITIVE_INFINITY;
  for (const { id, rate } of watched.length > 0 ? watched : links) {
    const share = rate / members.filter((m) => m.route.includes(id)).length;
    if (share < least) [best, least] = [id, share];
  }
  return best;
}

/** The direction of a link whose queue the charts show: the chosen one, else the bottleneck. */
export function useChartLink(run: Run | null): string {
  const chosen = useLab((s) => s.link);
  const links = run?.record.derived.links;
  return useMemo(() => {
    if (!links || links.some((l) => l.id === chosen)) return chosen;
    return run ? tightest(run.record) : chosen;
  }, [run, links, chosen]);
}

/** Brings a part of the settings into view and gives it the focus when it was chosen in the picture of the network. */
export function useSelected<E extends HTMLElement>(
  kind: "flow" | "link",
  matches: (id: string) => boolean,
): RefObject<E | null> {
  const { session } = useServices();
  const box = useRef<E>(null);
  const wanted = useLab((s) => (s.selected?.kind === kind && matches(s.selected.id) ? s.selected : null));
  useEffect(() => {
    const element = box.current;
    if (!wanted || !element) return;
    element.scrollIntoView({ block: "nearest" });
    element.focus({ preventScroll: true });
    session.select(null);
  }, [session, wanted]);
  return box;
}

/** What algorithms are called, by id. */
export function useAlgorithmNames(): ReadonlyMap<string, string> {
  const { catalogue } = useServices();
  return useMemo(() => new Map(catalogue.algorithms.map((a) => [a.id, a.name])), [catalogue]);
}

/** How the flows of a run look. */
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

/** The interval over which rates are averaged for display: one large round trip, at least 2 % of what is seen. */
export function useInterval(members: readonly Member[]): number {
  return useMemo(() => averagingInterval(members), [members]);
}

export function averagingInterval(members: readonly Member[]): number {
  const largest = Math.max(0.02, ...members.map((m) => m.baseRtt));
  return Math.max(0.1, Math.ceil(largest * 2 * 50) / 50);
}

/** Numbers at the playhead, a few times a second. */
export function useReading(run: Run | null, wholeRun = false): Reading | null {
  const { session } = useServices();
  const members = useMembers(run);
  const interval = useInterval(members);
  const tick = useLab((s) => s.tick);
  const cache = useRef<{ readonly key: string; readonly reading: Reading } | null>(null);
  if (!run) return null;
  const t = wholeRun ? run.record.computedTo : session.time;
  const key = `${run.id}/${run.record.version}/${t}/${tick}`;
  if (cache.current?.key !== key) cache.current = { key, reading: readAt(run.record, members, t, interval) };
  return cache.current.reading;
}
