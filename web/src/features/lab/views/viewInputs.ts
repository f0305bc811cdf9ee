// What the views of the lab show: the flows and groups of a run with their series, for each kind of view. A
// group is one line, and the run before the last change is drawn in pale colours, like in the time charts.

import type { LineSpec, LineStyle } from "../../../charts/index.ts";
import { counterAt, gaugeAt, type RunExtent, rateAt } from "../../../charts/series.ts";
import type { RunLine } from "../../../charts/views/declare.ts";
import type { DelayInputs, DelayLine } from "../../../charts/views/delayView.ts";
import { type Distribution, distributionOf } from "../../../charts/views/distribution.ts";
import type { SpreadForm, SpreadInputs, SpreadLine } from "../../../charts/views/distributionView.ts";
import { jainBetween, jainBetweenGroups, type ScaleFlow } from "../../../charts/views/jainScales.ts";
import type { PhaseInputs } from "../../../charts/views/phaseView.ts";
import { lowEnd } from "../../../charts/views/plot.ts";
import { activePart, binsWithin, gaugeSamples, rateSamples } from "../../../charts/views/samples.ts";
import type { ScaleLine, ScalesInputs } from "../../../charts/views/scalesView.ts";
import type { SharesInputs } from "../../../charts/views/sharesView.ts";
import { viewTexts } from "../../../charts/views/texts/index.ts";
import type { Span, ViewKey } from "../../../charts/views/types.ts";
import type { RunRecord, Series } from "../../../engine/types.ts";
import { EVENT_COLUMNS, EventCode } from "../../../generated/constants.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { kindAt } from "../../../scenario/descriptors.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";

import { bitsBetween, hasSeveralLinks, rateStepsOf } from "../flows/fairShares.ts";
import { entryIdOf, type FlowGroup, groupsOf, hasGroups, shortLabel, shownGroups } from "../flows/groups.ts";
import { countsBytes } from "../flows/limitSteps.ts";
import { bottleneckOf, finishTimes, type Member, membersOf } from "../flows/members.ts";
import {
  ALL_QUEUES,
  type ChartInputs,
  LINK_STYLE,
  linkLabel,
  MAX_QUEUES,
  queueStyle,
  rateData,
} from "../state/chartData.ts";
import type { Run } from "../state/labStore.ts";

const BITS = 8;

/** A run, and the groups of its flows that are drawn. */
interface Subject {
  readonly run: Run;
  readonly groups: readonly FlowGroup[];
  readonly ghost: boolean;
}

/** The shown run and, if there is one, the run that is drawn pale. */
function subjectsOf({ run, groups, overlay, openGroups }: ChartInputs): readonly Subject[] {
  const shown = { run, groups, ghost: false };
  if (!overlay || overlay.run.id === run.id) return [shown];
  const { doc, record } = overlay.run;
  return [
    shown,
    { run: overlay.run, groups: shownGroups(groupsOf(doc, membersOf(record)), openGroups), ghost: true },
  ];
}

export const versionOf = (inputs: ChartInputs) => (): number =>
  subjectsOf(inputs).reduce((sum, { run }) => sum + run.record.version, 0);
export const warmupOf = ({ run }: ChartInputs): number => run.record.document.warmup ?? 0;
export const notesOf = ({ note }: ChartInputs): readonly string[] => (note === "" ? [] : [note]);

/** The style of a flow that only the pale run contains. */
const UNKNOWN_STYLE: LineStyle = { colour: 6, dash: 0, marker: 0 };

function keyOf(inputs: ChartInputs, group: FlowGroup, ghost: boolean): ViewKey {
  const label = shortLabel(group);
  return {
    id: group.id,
    label: ghost && inputs.overlay ? `${inputs.overlay.name}: ${label}` : label,
    style: inputs.styles.get(group.id) ?? UNKNOWN_STYLE,
    ghost,
  };
}

/** A single flow, in the style of its line or of the line of its group. */
export function memberKey(inputs: ChartInputs, member: Member): ViewKey {
  const group = inputs.groups.find(({ members }) => members.includes(member));
  const style = inputs.styles.get(member.id) ?? inputs.styles.get(group?.id ?? "") ?? UNKNOWN_STYLE;
  return { id: group?.id ?? member.id, label: member.label, style };
}

/** A flow or group of the shown run. */
export const groupKey = (inputs: ChartInputs, group: FlowGroup): ViewKey => keyOf(inputs, group, false);

/** The times between which a flow is active. */
function activity({ run }: Subject, member: Member): { readonly from: number; readonly to: number } {
  const ends = run.outcome ? finishTimes(run.record) : null;
  return { from: member.start, to: Math.min(member.stop, ends?.get(member.entity) ?? member.stop) };
}

/** A flow or group, and how much a counter of its flows grows in a window, as a sum over the flows. */
export interface CounterLine extends RunLine {
  readonly flows: number;
  readonly growth: (counter: string, window: Span) => number;
}

/**
 * The flows and groups of the shown run and of the pale run, for views of counters such as "sent" and "lost".
 */
export const counterLines = (inputs: ChartInputs): readonly CounterLine[] =>
  subjectsOf(inputs).flatMap(({ run: { record }, groups, ghost }) =>
    groups.map((group) => ({
      ...keyOf(inputs, group, ghost),
      run: record,
      flows: group.members.length,
      growth: (counter, [from, to]) =>
        group.members.reduce((sum, { entity }) => {
          const series = record.series(entity, counter);
          const at = (t: number): number => (series ? counterAt(series, record.computedTo, t) : 0);
          return sum + at(to) - at(from);
        }, 0),
    })),
  );

// Phase plot ------------------------------------------------------------------------------------------------

/** The flows and groups that a phase plot can show. */
export const phaseChoices = ({ groups, run }: ChartInputs): readonly FlowGroup[] =>
  groups.filter((group) => group.members.some((m) => run.record.series(m.entity, "delivered")));

/**
 * Two of the choices: those with the given ids, or otherwise the first measured flows. Null if there are
 * fewer than two.
 */
export function phasePair(
  choices: readonly FlowGroup[],
  ids: readonly string[],
): readonly [FlowGroup, FlowGroup] | null {
  const isMeasured = ({ members }: FlowGroup): boolean => members.some((m) => m.role === "measured");
  const order = [...choices.filter(isMeasured), ...choices.filter((group) => !isMeasured(group))];
  const x = choices.find(({ id }) => id === ids[0]) ?? order.find(({ id }) => id !== ids[1]);
  const y = choices.find(({ id }) => id === ids[1] && id !== x?.id) ?? order.find(({ id }) => id !== x?.id);
  return x && y ? [x, y] : null;
}

/** The slowest of the link directions that all these flows cross. Null if there is none. */
function sharedLink({ record }: Run, members: readonly Member[]): string | null {
  const shared = record.derived.links.filter(({ id }) => members.every((m) => m.route.includes(id)));
  return (
    shared.reduce<(typeof shared)[number] | null>(
      (slowest, link) => (slowest === null || link.rate < slowest.rate ? link : slowest),
      null,
    )?.id ?? null
  );
}

export function phaseInputs(
  inputs: ChartInputs,
  [x, y]: readonly [FlowGroup, FlowGroup],
): PhaseInputs | null {
  const { lines } = rateData(inputs, true);
  const lineOf = (id: string): LineSpec | undefined => lines.find((line) => line.id === id);
  const [xLine, yLine] = [lineOf(x.id), lineOf(y.id)];
  if (!xLine || !yLine) return null;
  const [xGhost, yGhost] = [lineOf(`overlay/${x.id}`), lineOf(`overlay/${y.id}`)];
  const link = sharedLink(inputs.run, [...x.members, ...y.members]);
  return {
    x: { line: xLine, flows: x.members.length },
    y: { line: yLine, flows: y.members.length },
    ghost: xGhost && yGhost ? { x: xGhost, y: yGhost } : null,
    capacity: link === null ? null : rateStepsOf(inputs.run.record, link),
    version: versionOf(inputs),
    notes: notesOf(inputs),
  };
}

// Rate against delay ----------------------------------------------------------------------------------------

export function delayInputs(inputs: ChartInputs, delay: "wait" | "rtt"): DelayInputs {
  const lines = subjectsOf(inputs).flatMap((subject) =>
    subject.groups.flatMap((group): DelayLine[] => {
      const flows = group.members.flatMap((member) => {
        const delivered = subject.run.record.series(member.entity, "delivered");
        const rtt = subject.run.record.series(member.entity, "rtt");
        const base = delay === "wait" ? member.baseRtt : 0;
        return delivered && rtt ? [{ delivered, rtt, base, ...activity(subject, member) }] : [];
      });
      return flows.length > 0
        ? [{ ...keyOf(inputs, group, subject.ghost), run: subject.run.record, flows }]
        : [];
    }),
  );
  return {
    lines,
    low: delay === "wait" ? 0 : smallestRtt(inputs),
    label: delay === "wait" ? viewTexts.delay.waitAxis : viewTexts.delay.rttAxis,
    interval: inputs.averagingInterval,
    warmup: warmupOf(inputs),
    version: versionOf(inputs),
    notes: notesOf(inputs),
  };
}

/** The lower end of an axis of round-trip times: no round trip is shorter than the shortest base RTT. */
const smallestRtt = ({ members }: ChartInputs): number => lowEnd(Math.min(...members.map((m) => m.baseRtt)));

// Distributions ---------------------------------------------------------------------------------------------

export type Quantity = keyof typeof viewTexts.spread.quantities;

const SOURCES_WITH_TRANSFERS: readonly string[] = ["finite", "web", "radar", "arrivals", "page", "rpc"];

const sourceOf = (flow: string, doc: ScenarioDocument, catalogue: Catalogue): string =>
  kindAt(catalogue, `flows.${flow}.source`, doc);

/** The quantities that the run records. */
export function quantitiesOf({ run, members, catalogue }: ChartInputs): readonly Quantity[] {
  const { record, doc } = run;
  const kinds = (doc.flows ?? []).map(({ id }) => sourceOf(id, doc, catalogue));
  const has = (signal: string): boolean => members.some((m) => record.series(m.entity, signal));
  return [
    ...(has("rtt") ? (["rtt"] as const) : []),
    "wait",
    "occupancy",
    "rate",
    ...(kinds.some((kind) => SOURCES_WITH_TRANSFERS.includes(kind)) ? (["transfer"] as const) : []),
    ...(kinds.includes("media") ? (["frame"] as const) : []),
  ];
}

/** The link directions whose queues a view shows. */
function shownLinks({ run, link, members }: ChartInputs): readonly string[] {
  if (link !== ALL_QUEUES) return [link];
  const used = new Set(members.flatMap((m) => m.route));
  return run.record.derived.links.flatMap(({ id }) => (used.has(id) ? [id] : [])).slice(0, MAX_QUEUES);
}

export function spreadInputs(inputs: ChartInputs, quantity: Quantity, form: SpreadForm): SpreadInputs {
  const common = {
    quantity: viewTexts.spread.quantities[quantity],
    form,
    warmup: warmupOf(inputs),
    version: versionOf(inputs),
    emptyText: viewTexts.nothingYet,
  };
  if (quantity === "wait" || quantity === "occupancy") return { ...common, ...queueSpread(inputs, quantity) };
  if (quantity === "transfer")
    return { ...common, ...transferSpread(inputs), emptyText: viewTexts.spread.noTransfers };
  if (quantity === "frame")
    return {
      ...common,
      ...frameSpread(inputs),
      form: form === "hist" ? "cdf" : form,
      emptyText: viewTexts.spread.noFrames,
    };
  return { ...common, ...flowSpread(inputs, quantity) };
}

type Spread = Pick<SpreadInputs, "lines" | "unit" | "notes"> & Partial<SpreadInputs>;

/** All values of several arrays in one array. */
function pooled(arrays: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(arrays.reduce((sum, array) => sum + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

function flowSpread(inputs: ChartInputs, quantity: "rtt" | "rate"): Spread {
  const interval = inputs.averagingInterval;
  const signal = quantity === "rtt" ? "rtt" : "delivered";
  const lines = subjectsOf(inputs).flatMap((subject) =>
    subject.groups.flatMap((group): SpreadLine[] => {
      const { record } = subject.run;
      const flows = group.members.flatMap((member) => {
        const series = record.series(member.entity, signal);
        return series ? [{ series, ...activity(subject, member) }] : [];
      });
      if (flows.length === 0) return [];
      const samples = (series: Series, part: Span): Float64Array =>
        quantity === "rtt"
          ? gaugeSamples(series, part)
          : rateSamples(series, record.computedTo, part, interval).map((rate) => rate * BITS);
      const valueAt = (t: number): number => {
        const values = flows
          .filter(({ from, to }) => t >= from && t <= to)
          .map(({ series }) =>
            quantity === "rtt" ? gaugeAt(series, t) : rateAt(series, record.computedTo, t, interval) * BITS,
          )
          .filter((value) => !Number.isNaN(value));
        return values.reduce((sum, value) => sum + value, 0) / values.length;
      };
      const distribution = (window: Span): Distribution =>
        distributionOf({
          values: pooled(
            flows.flatMap(({ series, from, to }) => {
              const part = activePart(window, from, to);
              return part ? [samples(series, part)] : [];
            }),
          ),
        });
      return [{ ...keyOf(inputs, group, subject.ghost), run: record, distribution, valueAt }];
    }),
  );
  const width = (): number =>
    quantity === "rate"
      ? interval
      : (inputs.run.record.series(inputs.members[0]?.entity ?? "", "rtt")?.width ?? 0);
  return {
    lines,
    unit: quantity === "rtt" ? "s" : "bit/s",
    low: quantity === "rtt" ? smallestRtt(inputs) : 0,
    notes: () => [viewTexts.spread.everyBin({ width: formatQuantity(width(), "s") }), ...notesOf(inputs)],
  };
}

function queueSpread(inputs: ChartInputs, quantity: "wait" | "occupancy"): Spread {
  const links = shownLinks(inputs);
  const lines = subjectsOf(inputs).flatMap(({ run: { record }, ghost }) =>
    links.flatMap((link, i): SpreadLine[] => {
      const series = record.series(`link:${link}`, quantity === "wait" ? "queue_delay" : "queue");
      if (!series) return [];
      const departed = record.series(`link:${link}`, "departed");
      return [
        {
          id: `link:${link}`,
          label: linkLabel(link),
          style: queueStyle(i),
          ghost,
          run: record,
          distribution: (window) =>
            quantity === "wait" && departed
              ? distributionOf(waits(series, departed, window))
              : distributionOf({ values: gaugeSamples(series, window) }),
          valueAt: (t) => gaugeAt(series, t),
        },
      ];
    }),
  );
  const [only = ""] = links.length === 1 ? links : [];
  const isExact = quantity === "wait" || !countsBytes(inputs.run.record, only);
  const link = inputs.run.record.derived.links.find(({ id }) => id === only);
  const limit = isExact && !(quantity === "wait" && link?.is_medium) ? link?.limit : null;
  const width = (): number => inputs.run.record.series(`link:${links[0]}`, "queue")?.width ?? 0;
  return {
    lines,
    unit: quantity === "wait" ? "s" : "packets",
    ...(limit ? { limit: quantity === "wait" ? limit.seconds : limit.packets } : {}),
    notes: () => [
      viewTexts.spread.everyLinkBin({ width: formatQuantity(width(), "s") }),
      ...(quantity === "wait" ? [viewTexts.spread.byBytes] : []),
      ...notesOf(inputs),
    ],
  };
}

/**
 * The queueing delays of the bins in a window, weighted by the bytes that left in each bin, because most
 * packets leave while the queue is long. The delay of a bin is the mean of its extremes (readout.ts,
 * `meanWait`).
 */
export function waits(
  delay: Series,
  departed: Series,
  window: Span,
): { readonly values: Float64Array; readonly weights: Float64Array } {
  const [first, afterLast] = binsWithin(delay, window);
  const bins = Float64Array.from({ length: afterLast - first }, (_, i) => first + i);
  return {
    values: bins.map((k) => ((delay.data[3 * k] ?? Number.NaN) + (delay.data[3 * k + 1] ?? Number.NaN)) / 2),
    weights: bins.map((k) => (departed.data[k] ?? 0) - (k > 0 ? (departed.data[k - 1] ?? 0) : 0)),
  };
}

/** The completion times of the transfers of some flows, from the events of the run. */
export interface Transfers {
  readonly values: Float64Array;
  readonly weights: Float64Array;
  /** The number of completed transfers, and the number of those whose times are recorded. */
  readonly completed: number;
  readonly recorded: number;
}

/**
 * The completion times of transfers within a window. If the record merges several completions into one row,
 * it keeps the time of one of them. This time is counted once for each completion.
 */
export function transfersOf(
  record: Pick<RunRecord, "events" | "entityName">,
  entities: ReadonlySet<string>,
  [from, to]: Span,
): Transfers {
  const { rows, data } = record.events;
  const [values, weights]: [number[], number[]] = [[], []];
  for (let i = 0; i < rows * EVENT_COLUMNS; i += EVENT_COLUMNS) {
    const t = data[i] ?? 0;
    if (data[i + 1] !== EventCode.transferComplete || t < from || t > to) continue;
    if (!entities.has(record.entityName(EventCode.transferComplete, data[i + 2] ?? -1))) continue;
    values.push(data[i + 3] ?? Number.NaN);
    weights.push(Math.max(1, data[i + 4] ?? 1));
  }
  return {
    values: Float64Array.from(values),
    weights: Float64Array.from(weights),
    completed: weights.reduce((sum, weight) => sum + weight, 0),
    recorded: values.length,
  };
}

function transferSpread(inputs: ChartInputs): Spread {
  const {
    catalogue,
    run: { doc },
  } = inputs;
  const kinds = new Map((doc.flows ?? []).map(({ id }) => [id, sourceOf(id, doc, catalogue)]));
  const hasTransfers = ({ id }: Member): boolean =>
    SOURCES_WITH_TRANSFERS.includes(kinds.get(id) ?? kinds.get(entryIdOf(id)) ?? "");
  const groupsWithTransfers = subjectsOf(inputs).flatMap(({ run, groups, ghost }) =>
    groups.flatMap((group) => {
      const entities = new Set(group.members.filter(hasTransfers).map((m) => m.entity));
      return entities.size > 0 ? [{ run, group, ghost, entities }] : [];
    }),
  );
  const lines = groupsWithTransfers.map(
    ({ run, group, ghost, entities }): SpreadLine => ({
      ...keyOf(inputs, group, ghost),
      run: run.record,
      distribution: (window) => distributionOf(transfersOf(run.record, entities, window)),
    }),
  );
  const notes = (window: Span): readonly string[] => {
    const all = groupsWithTransfers
      .filter(({ ghost }) => !ghost)
      .map(({ run, entities }) => transfersOf(run.record, entities, window));
    const [completed, recorded] = (["completed", "recorded"] as const).map((name) =>
      all.reduce((sum, transfers) => sum + transfers[name], 0),
    ) as [number, number];
    const text =
      completed === recorded
        ? viewTexts.spread.completed({ n: String(completed) })
        : viewTexts.spread.sampled({ n: String(recorded), of: String(completed) });
    return [text, ...notesOf(inputs)];
  };
  return { lines, unit: "s", notes };
}

/** The percentiles of the delays of frames, which the summary of a complete run contains. */
function frameSpread(inputs: ChartInputs): Spread {
  const lines = subjectsOf(inputs).flatMap((subject) =>
    subject.groups.flatMap((group): SpreadLine[] =>
      group.members.flatMap((member) => {
        const delay = subject.run.outcome?.summary.flows.find(({ id }) => id === member.id)?.media?.delay_ms;
        if (!delay) return [];
        const { min, p50, p95, p99, max, mean } = delay;
        const distribution = {
          values: Float64Array.of(min, p50, p95, p99, max).map((ms) => ms / 1000),
          upTo: Float64Array.of(0, 0.5, 0.95, 0.99, 1),
          mean: mean / 1000,
        };
        // The percentiles of a group cannot be computed from those of its flows.
        const key = keyOf(inputs, group, subject.ghost);
        const own = group.members.length > 1 ? { ...key, label: member.label } : key;
        return [{ ...own, run: subject.run.record, distribution: () => distribution }];
      }),
    ),
  );
  return {
    lines,
    unit: "s",
    isSketch: true,
    notes: () => [viewTexts.spread.percentiles, ...notesOf(inputs)],
  };
}

// Shares of the link ----------------------------------------------------------------------------------------

export function sharesInputs(inputs: ChartInputs): SharesInputs {
  const { run, groups, styles, averagingInterval: interval } = inputs;
  const { record } = run;
  const link = inputs.link === ALL_QUEUES ? bottleneckOf(record) : inputs.link;
  const steps = rateStepsOf(record, link);
  const lines = groups.flatMap((group): LineSpec[] => {
    const of = group.members
      .filter((m) => m.route.includes(link))
      .flatMap((m) => record.series(m.entity, "throughput") ?? []);
    const [series] = of;
    if (series === undefined) return [];
    const share = (rates: Float64Array, t: number): number => {
      const from = Math.max(0, t - interval);
      const bits = bitsBetween(steps, from, t);
      const used = rates.reduce((sum, rate) => sum + rate, 0) * BITS * (t - from);
      return bits > 0 ? used / bits : 0;
    };
    return [
      {
        id: group.id,
        label: shortLabel(group),
        flow: group.id,
        run: record,
        series,
        view: { kind: "combine", of, interval, combine: share },
        style: styles.get(group.id) ?? LINK_STYLE,
      },
    ];
  });
  const several = hasSeveralLinks(record);
  return {
    title: several ? viewTexts.shares.title({ link: linkLabel(link) }) : pageTexts.views.shares,
    lines,
    version: () => record.version,
    notes: several ? [viewTexts.shares.lastLink] : [],
    emptyText: viewTexts.shares.noLink,
  };
}

// Fairness over time scales ---------------------------------------------------------------------------------

/** The measured flows among the members, with the bytes that they delivered. */
function measuredFlows(subject: Subject, members: readonly Member[]): ScaleFlow[] {
  return members
    .filter((m) => m.role === "measured")
    .flatMap((m) => {
      const series = subject.run.record.series(m.entity, "delivered");
      return series ? [{ series, ...activity(subject, m) }] : [];
    });
}

export function scalesInputs(inputs: ChartInputs): ScalesInputs {
  const { run } = inputs;
  const line = (
    key: ViewKey,
    extent: RunExtent,
    index: (end: number, from: number, to: number) => number,
  ): ScaleLine => ({
    ...key,
    run: extent,
    index: (from, to) => index(extent.computedTo, from, to),
  });
  const lines = subjectsOf(inputs).flatMap((subject): ScaleLine[] => {
    const { record } = subject.run;
    const flows = measuredFlows(subject, membersOf(record));
    if (flows.length < 2) return [];
    const all = line(
      {
        id: "/all",
        label:
          subject.ghost && inputs.overlay
            ? `${inputs.overlay.name}: ${viewTexts.scales.all}`
            : viewTexts.scales.all,
        style: LINK_STYLE,
        ghost: subject.ghost,
      },
      record,
      (end, from, to) => jainBetween(flows, end, from, to),
    );
    if (subject.ghost || !hasGroups(subject.groups)) return [all];
    const groups = subject.groups.map((group) => ({ group, flows: measuredFlows(subject, group.members) }));
    const within = groups
      .filter((part) => part.flows.length > 1)
      .map((part) =>
        line(
          {
            ...keyOf(inputs, part.group, false),
            label: viewTexts.scales.within({ name: shortLabel(part.group) }),
          },
          record,
          (end, from, to) => jainBetween(part.flows, end, from, to),
        ),
      );
    const withFlows = groups.filter((part) => part.flows.length > 0).map((part) => part.flows);
    const between = line(
      { id: "/between", label: viewTexts.scales.between, style: { ...LINK_STYLE, dash: 1, marker: 3 } },
      record,
      (end, from, to) => jainBetweenGroups(withFlows, end, from, to),
    );
    return [all, ...(withFlows.length > 1 && within.length > 0 ? [between] : []), ...within];
  });
  const first = inputs.members.find((m) => run.record.series(m.entity, "delivered"));
  return {
    lines,
    binWidth: () => run.record.series(first?.entity ?? "", "delivered")?.width ?? 0,
    duration: run.record.duration,
    warmup: warmupOf(inputs),
    version: versionOf(inputs),
    notes: notesOf(inputs),
    emptyText: lines.length === 0 ? viewTexts.scales.needsTwo : "",
  };
}
