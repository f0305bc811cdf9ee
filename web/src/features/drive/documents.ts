// The scenarios that a person can drive: courses of the page, networks of the race, and the scenario of the Lab. A drive is a timeline
// of changes of one flow's window, so the finished drive is a document like any other.
import type { HandDrive, RacedNetwork } from "../../extension/offers.ts";
import type { Derived, FlowDocument, ScenarioDocument, TimelineEntry } from "../../generated/types.ts";
import { driveTexts } from "./texts/index.ts";

export const RIVALS = ["cubic", "bbr"] as const;
export type Rival = (typeof RIVALS)[number];

/** The networks of the page: a buffer of one BDP, a buffer of four BDP, and one of one BDP with a link whose rate changes. */
export const COURSES = ["home", "deep", "changing"] as const;
export type Course = (typeof COURSES)[number];

/** A scenario with the flow whose window a person moves. */
export interface DriveScenario {
  readonly doc: ScenarioDocument;
  /** The id of the flow. */
  readonly flow: string;
}

const RATE = 1e7;
/** The window in packets with which a drive begins, as most connections do. */
export const FIRST_WINDOW = 10;
/** The longest drive of a scenario of the Lab, in seconds. */
const LONGEST = 60;

const CHANGES: Readonly<Record<Course, readonly TimelineEntry[]>> = {
  home: [],
  deep: [],
  changing: [
    { at: 10, set: "network.forward.rate", to: RATE / 4 },
    { at: 20, set: "network.forward.rate", to: RATE },
  ],
};

export const rivalName = (rival: Rival): string => ({ cubic: "CUBIC", bbr: "BBR" })[rival];

/** A course against an algorithm. */
export function courseDocument(course: Course, rival: Rival): DriveScenario {
  const access = { sender: 0.005, receiver: 0.005 };
  const limit = { bdp: course === "deep" ? 4 : 1 };
  const timeline = CHANGES[course];
  return {
    flow: "you",
    doc: {
      v: 1,
      title: driveTexts.documentTitle({ rival: rivalName(rival) }),
      duration: 30,
      network: {
        kind: "dumbbell",
        forward: { rate: RATE, delay: 0.04, queue: { kind: "drop_tail", limit } },
      },
      flows: [
        { id: "you", label: driveTexts.you, algorithm: "hand", params: { window: FIRST_WINDOW }, access },
        { id: "rival", label: rivalName(rival), algorithm: rival, access },
      ],
      ...(timeline.length > 0 ? { timeline } : {}),
    },
  };
}

/** A network of the race with its first seed, and a person in the place of the racer. */
export function racedDocument({ doc }: Pick<RacedNetwork, "doc">): DriveScenario {
  const flow = doc.flows?.find(({ algorithm }) => algorithm === "own")?.id ?? "";
  const params = { window: FIRST_WINDOW };
  const driven = withFlow({ ...doc, seed: 1 }, flow, (own) => ({
    ...own,
    label: driveTexts.you,
    algorithm: "hand",
    params,
  }));
  return { flow, doc: driven };
}

/** The drive of a network of the race as it is handed in. */
export function handDrive(network: string, doc: ScenarioDocument, flow: string): HandDrive {
  const path = windowPath(flow);
  const moves = (doc.timeline ?? []).flatMap(({ at, set, to }) =>
    set === path && typeof to === "number" ? [[at, to] as const] : [],
  );
  return { network, window: FIRST_WINDOW, moves };
}

/** The document with these entries, and no others, as its timeline. */
export const withTimeline = (doc: ScenarioDocument, timeline: readonly TimelineEntry[]): ScenarioDocument => {
  const { timeline: _, ...rest } = doc;
  return timeline.length > 0 ? { ...rest, timeline } : rest;
};

const withFlow = (
  doc: ScenarioDocument,
  id: string,
  change: (flow: FlowDocument) => FlowDocument,
): ScenarioDocument => ({
  ...doc,
  flows: (doc.flows ?? []).map((flow) => (flow.id === id ? change(flow) : flow)),
});

/** A scenario that ends at a time, without what happens or is measured only later. */
function endingAt(doc: ScenarioDocument, duration: number): ScenarioDocument {
  const { warmup, measure, ...rest } = doc;
  const windows = measure?.windows?.filter(({ to }) => to <= duration);
  const ending: ScenarioDocument = {
    ...rest,
    duration,
    ...(warmup !== undefined && warmup < duration ? { warmup } : {}),
    ...(measure ? { measure: { ...measure, ...(windows ? { windows } : {}) } } : {}),
  };
  return withTimeline(
    ending,
    (doc.timeline ?? []).filter(({ at }) => at <= duration),
  );
}

/** The setting that the moves of a flow change. */
export const windowPath = (flow: string): string => `flows.${flow}.params.window`;

/**
 * The scenario of the Lab, in which a person moves the window of a flow: of `flow` if there is one, else of the first
 * flow, which leaves its group. Null if the scenario has no flow.
 */
export function labDocument(doc: ScenarioDocument, flow: string | null): DriveScenario | null {
  const driven = doc.flows?.find(({ id }) => id === flow) ?? doc.flows?.[0];
  if (!driven) return null;
  const duration = Math.min(doc.duration ?? LONGEST, LONGEST);
  const settings = `flows.${driven.id}.params.`;
  const timeline = (doc.timeline ?? []).filter(({ set }) => !set.startsWith(settings));
  const byHand = withFlow(doc, driven.id, ({ group: _group, ...own }) => ({
    ...own,
    label: driveTexts.you,
    algorithm: "hand",
    params: { window: FIRST_WINDOW },
  }));
  return { flow: driven.id, doc: endingAt(withTimeline(byHand, timeline), duration) };
}

/** The document of a drive that ended after `duration` seconds. */
export function drivenDocument(
  doc: ScenarioDocument,
  moves: readonly TimelineEntry[],
  duration: number,
): ScenarioDocument {
  return endingAt(withTimeline(doc, [...(doc.timeline ?? []), ...moves]), duration);
}

/** The document of a drive with an algorithm in the place of the person. */
export function inYourPlace(driven: ScenarioDocument, flow: string, algorithm: Rival): ScenarioDocument {
  const path = windowPath(flow);
  const timeline = (driven.timeline ?? []).filter(({ set }) => set !== path);
  return withTimeline(
    withFlow(driven, flow, (own) => ({ ...own, label: rivalName(algorithm), algorithm, params: {} })),
    timeline,
  );
}

/** Of a buffer, at most this number of BDPs counts for the slider, because nobody fills a larger one by hand. */
const MOST_BDPS = 8;
/** With this many packets, the slider ends below the largest window that the algorithm `hand` accepts. */
const MOST_HELD = 8000;

/** The largest window of the slider in packets: a fifth more than a BDP and the buffer of the route's smallest link. */
export function largestWindow(derived: Derived, flow: string): number {
  const route = derived.flows.find(({ id }) => id === flow || id === `${flow}.0`)?.route ?? [];
  const held = derived.links
    .filter(({ id }) => route.includes(id))
    .map(({ limit }) => {
      // `limit.bdp` is the limit as a multiple of the BDP.
      const bdp = limit.bdp !== null && limit.bdp > 0 ? limit.packets / limit.bdp : 0;
      return bdp + Math.min(limit.packets, MOST_BDPS * Math.max(bdp, 1));
    });
  const most = 1.2 * Math.min(...held, MOST_HELD);
  const step = most > 1000 ? 100 : 10;
  return Math.max(20, Math.ceil(most / step) * step);
}
