// The parts of an example scenario. An example illustrates one statement and suggests three changes.

import { HOST_SETTINGS } from "../generated/constants.ts";
import type {
  AlgorithmId,
  FlowDocument,
  Json,
  JsonObject,
  Limit,
  LinkDocument,
  ScenarioDocument,
} from "../generated/types.ts";
import { addFlow, removeFlow, withSettings } from "../scenario/edit.ts";
import type { LinkView } from "../scenario/shareLink.ts";

/** A change that the page suggests for an example. */
export interface SuggestedChange {
  readonly label: string;
  /** Settings by path. They include new labels of flows where the old label would no longer be true. */
  readonly set?: readonly (readonly [path: string, value: Json])[];
  readonly add?: readonly FlowDocument[];
  /** The ids of flows to remove. */
  readonly remove?: readonly string[];
}

/** What the page shows when it opens an example, so that the picture shows the example's point. */
export interface ExampleStage {
  /**
   * The playhead, at which playback is paused, and the zoom. Default: the whole run, played from its start.
   */
  readonly view?: LinkView;
  /** The index of the suggestion whose run is kept for comparison. */
  readonly compare?: 0 | 1 | 2;
}

export interface Example {
  readonly id: string;
  readonly title: string;
  /** The statement that the example illustrates, in one sentence. */
  readonly point: string;
  readonly doc: ScenarioDocument;
  readonly suggestions: readonly [SuggestedChange, SuggestedChange, SuggestedChange];
  /**
   * The quantity in the thumbnail: the rate ("rate") or congestion window ("cwnd") of each flow, the queueing
   * delay ("wait"), or the sum of all rates relative to the capacity ("total").
   */
  readonly picture: "rate" | "cwnd" | "wait" | "total";
  readonly stage: ExampleStage;
}

/**
 * The delay in seconds of each of the two access links of a flow that has the base RTT `rtt` over a
 * bottleneck with a delay of 5 ms in each direction.
 */
const accessDelay = (rtt: number): number => Number(((rtt / 2 - 0.005) / 2).toPrecision(12));

/** A flow whose base RTT is `rtt` seconds over a bottleneck with a delay of 5 ms in each direction. */
export function flow(
  id: string,
  label: string,
  algorithm: AlgorithmId,
  rtt: number,
  settings: Partial<FlowDocument> = {},
): FlowDocument {
  const delay = accessDelay(rtt);
  return plain({ id, label, algorithm, access: { sender: delay, receiver: delay }, ...settings });
}

/** A call of 96 kb/s. */
export const call = (): FlowDocument =>
  flow("call", "call", "udp", 0.04, {
    role: "background",
    packet: 300,
    source: { kind: "cbr", rate: 96_000 },
  });

/** Rules of single algorithms that most examples leave out. */
const PLAIN_RULES: Readonly<Record<string, JsonObject>> = {
  prague: { below_two: false },
  gcc: { rules: "draft" },
};

/** A flow that imitates no operating system, unless it states one, so that it shows what its algorithm does. */
export function plain(flow: FlowDocument): FlowDocument {
  const { algorithm = "cubic", params, source } = flow;
  const has = (algorithms: readonly string[]): boolean => algorithms.includes(algorithm);
  const added: JsonObject = {
    ...(has(HOST_SETTINGS.stack) ? { stack: null } : {}),
    ...(has(HOST_SETTINGS.hystart) && typeof (params as JsonObject | undefined)?.["stack"] !== "string"
      ? { hystart: false }
      : {}),
    ...PLAIN_RULES[algorithm],
  };
  const settings = Object.keys(added).length > 0 ? { params: { ...added, ...params } } : {};
  const follows = source?.kind === "media" ? { source: { follows: "queue" as const, ...source } } : {};
  return { ...flow, ...settings, ...follows } as FlowDocument;
}

/** A document whose flows, or those with these ids, are plain. */
export const withPlainFlows = (doc: ScenarioDocument, ids?: readonly string[]): ScenarioDocument => ({
  ...doc,
  flows: (doc.flows ?? []).map((f) => (ids === undefined || ids.includes(f.id) ? plain(f) : f)),
});

/** The bottleneck, the flows and further settings of an example. */
interface Setup {
  /** In bit/s. */
  readonly rate: number;
  readonly limit: Limit;
  /** Default: drop-tail. */
  readonly queue?: NonNullable<LinkDocument["queue"]>;
  readonly schedule?: NonNullable<LinkDocument["schedule"]>;
  readonly flows: readonly FlowDocument[];
  readonly settings?: Partial<ScenarioDocument>;
  readonly loss?: NonNullable<LinkDocument["loss"]>;
  readonly impairments?: NonNullable<LinkDocument["impairments"]>;
}

export function example(
  id: string,
  picture: Example["picture"],
  title: string,
  point: string,
  setup: Setup,
  suggestions: Example["suggestions"],
  stage: ExampleStage = {},
): Example {
  const { rate, limit, flows, settings, loss, schedule, impairments } = setup;
  const queue = { ...(setup.queue ?? { kind: "drop_tail" as const }), limit };
  const forward = {
    rate,
    delay: 0.005,
    queue,
    ...(loss ? { loss } : {}),
    ...(schedule ? { schedule } : {}),
    ...(impairments ? { impairments } : {}),
  };
  const network = { kind: "dumbbell" as const, forward };
  const doc: ScenarioDocument = {
    v: 1,
    title,
    note: point,
    duration: 60,
    network,
    flows,
    ...settings,
  };
  return { id, picture, title, point, doc: withPlainFlows(doc), suggestions, stage };
}

export const LIMIT = "network.forward.queue.limit";
export const RATE = "network.forward.rate";
export const LOSS = "network.forward.loss";
export const QUEUE = "network.forward.queue";
export const SCHEDULE = "network.forward.schedule";

export const setRtt = (seconds: number, ...ids: readonly string[]): readonly (readonly [string, Json])[] => {
  const delay = accessDelay(seconds);
  return ids.flatMap((id) => [
    [`flows.${id}.access.sender`, delay] as const,
    [`flows.${id}.access.receiver`, delay] as const,
  ]);
};

export const setAlgorithms = (
  algorithm: string,
  ...ids: readonly string[]
): readonly (readonly [string, string])[] => ids.map((id) => [`flows.${id}.algorithm`, algorithm] as const);

/** New labels of flows by their ids. */
export const setLabels = (labels: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(labels).map(([id, label]) => [`flows.${id}.label`, label] as const);

/** Another algorithm for a flow, with the label that names it. */
export const instead = (id: string, algorithm: string, label: string) => [
  ...setAlgorithms(algorithm, id),
  ...setLabels({ [id]: label }),
];

/** Applies a suggested change to a document. Settings of flows that no longer exist are not changed. */
export function applySuggestion(
  doc: ScenarioDocument,
  change: SuggestedChange,
  used: ReadonlySet<string>,
): ScenarioDocument {
  let next = doc;
  for (const id of change.remove ?? []) next = removeFlow(next, id);
  const settings = change.set ?? [];
  const ids = settings.flatMap(([path]) => /^flows\.([^.]+)\.algorithm$/.exec(path)?.[1] ?? []);
  next = withPlainFlows(withSettings(next, settings), ids);
  for (const extra of change.add ?? []) next = addFlow(next, extra, used);
  return next;
}
