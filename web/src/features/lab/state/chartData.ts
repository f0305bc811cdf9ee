// The data of each chart of the lab: lines, reference lines and symbols of events. Lines in pale colours show
// the overlay: the run before the last change, or the run that the user keeps as "A" for comparison. A group
// of flows is one line with a band (groups.ts).

import type {
  ChartEvent,
  EventSource,
  LineSpec,
  LineStyle,
  ReferenceLine,
  TimeChartData,
} from "../../../charts/index.ts";
import { LINE_COLOURS } from "../../../charts/palette.ts";
import { jain } from "../../../engine/numbers.ts";
import type { Series } from "../../../engine/types.ts";
import { EventCode } from "../../../generated/constants.ts";
import type { Catalogue, SeriesInfo } from "../../../generated/types.ts";
import type { RateSteps } from "../../../scenario/schedule.ts";
import { pageTexts } from "../../../texts/index.ts";
import { capacitySteps } from "../flows/capacity.ts";
import {
  bitsBetween,
  commonFairRate,
  hasSeveralLinks,
  rateStepsOf,
  readFairParts,
} from "../flows/fairShares.ts";
import { type FlowGroup, groupsOf, shortLabel, shownGroups, spreadName } from "../flows/groups.ts";
import { countsBytes, delayLimitSteps, packetLimitSteps } from "../flows/limitSteps.ts";
import type { Member } from "../flows/members.ts";
import { comparedMembers, finishTimes, membersOf, startedMembers } from "../flows/members.ts";
import { changeTimes, outageBands } from "../flows/outages.ts";
import type { Run } from "./labStore.ts";

/** The run that is drawn in pale colours. */
export interface Overlay {
  readonly run: Run;
  /** The word by which labels distinguish the run, such as "before" or "A". */
  readonly name: string;
}

export interface ChartInputs {
  readonly run: Run;
  /** The series of the run that have values so far. The user can choose signals among them. */
  readonly recordedSeries: readonly SeriesInfo[];
  readonly members: readonly Member[];
  /** The flows and groups that are drawn, each as one line. */
  readonly groups: readonly FlowGroup[];
  /** The ids of the groups that are opened to their members. */
  readonly openGroups: readonly string[];
  /** The line style of each flow and group, by id. */
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly overlay: Overlay | null;
  /** The link direction whose queue is shown, such as "forward". */
  readonly link: string;
  /** The interval over which rates are averaged, in simulated seconds. */
  readonly averagingInterval: number;
  readonly catalogue: Catalogue;
  /**
   * The note in the charts of rates and of the queue that names the run in pale colours. Empty if there is
   * none.
   */
  readonly note: string;
}

/** The style of a flow that only the overlay contains. */
const UNKNOWN_STYLE: LineStyle = { colour: 6, dash: 0, marker: 0 };
/**
 * The style of link signals, which belong to no flow. Flows get this colour last, so a chart rarely uses it
 * for a flow as well.
 */
export const LINK_STYLE: LineStyle = { colour: 7, dash: 0, marker: 0 };

interface FlowSeries {
  readonly series: Series | undefined;
  readonly view?: LineSpec["view"];
  readonly scale?: number;
}

/** The lines of a run. `overlayName` is empty for the shown run. */
type LinesOf = (run: Run, members: readonly Member[], overlayName: string) => readonly LineSpec[];

/** The lines of the overlay, if its run is not the shown run, then those of the shown run. */
function withOverlay({ overlay, run, members }: ChartInputs, linesOf: LinesOf): LineSpec[] {
  const behind =
    overlay && overlay.run.id !== run.id
      ? linesOf(overlay.run, membersOf(overlay.run.record), overlay.name)
      : [];
  return [...behind, ...linesOf(run, members, "")];
}

/** The id, the label and the paleness of a line. Those of the overlay differ from those of the shown run. */
const named = (overlayName: string, id: string, label: string) =>
  overlayName === ""
    ? { id, label, ghost: false }
    : { id: `overlay/${id}`, label: `${overlayName}: ${label}`, ghost: true };

/** One line for each flow or group that has the series that `make` returns. */
const flowLines = (inputs: ChartInputs, make: (run: Run, member: Member) => FlowSeries): LineSpec[] =>
  withOverlay(inputs, (run, members, overlayName) => {
    const groups =
      overlayName === "" ? inputs.groups : shownGroups(groupsOf(run.doc, members), inputs.openGroups);
    return groups.flatMap((group) => lineOf(inputs, group, run, make, overlayName));
  });

/**
 * The line of a flow, or the line of a group: the mean of its flows with their spread.
 */
function lineOf(
  { styles }: ChartInputs,
  group: FlowGroup,
  run: Run,
  make: (run: Run, member: Member) => FlowSeries,
  overlayName: string,
): LineSpec[] {
  const ends = run.outcome ? finishTimes(run.record) : null;
  const sources = group.members.flatMap((member) => {
    const { series, ...properties } = make(run, member);
    const to = Math.min(member.stop, ends?.get(member.entity) ?? member.stop);
    return series ? [{ source: { series, from: member.start, to }, properties }] : [];
  });
  const [first] = sources;
  if (first === undefined) return [];
  const { view = { kind: "value" } as const, scale } = first.properties;
  const isGroup = group.members.length > 1;
  const of = sources.map(({ source }) => source);
  return [
    {
      ...named(overlayName, group.id, shortLabel(group)),
      flow: group.id,
      run: run.record,
      series: first.source.series,
      view: isGroup ? { kind: "group", of, interval: view.kind === "value" ? 0 : view.interval } : view,
      ...(scale === undefined ? {} : { scale }),
      style: styles.get(group.id) ?? UNKNOWN_STYLE,
      from: Math.min(...of.map(({ from }) => from)),
      to: Math.max(...of.map(({ to }) => to)),
    },
  ];
}

/** What the lines and bands of groups show, for the note of a chart. "" if no group is drawn as one line. */
function groupNote({ groups }: ChartInputs): string {
  const sizes = groups.map((group) => group.members.length).filter((size) => size > 1);
  return sizes.length === 0 ? "" : pageTexts.groups.bands({ spread: spreadName(Math.max(...sizes)) });
}

const noteOf = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(", ");

/**
 * The background of a chart: the outages of `link` (without it, of all links), and the times of the changes
 * in the timeline.
 */
export function chartBackground(run: Run, link?: string): Pick<TimeChartData, "bands" | "settingChanges"> {
  return { bands: outageBands(run.record, linkLabel, link), settingChanges: changeTimes(run.record) };
}

/** The maximum number of steps of the line of the fair rate. */
const MAX_FAIR_STEPS = 1500;

/**
 * The capacity if all links that flows use have the same capacity, and the fair rate over time if all flows that ask for
 * it have the same. Flows that send back have a line for the capacity of their direction if it is another one; without
 * other flows, both lines are about them.
 */
function rateReferences({ run, members, averagingInterval }: ChartInputs): readonly ReferenceLine[] {
  const { record } = run;
  const stepsOf = (link: string): RateSteps => capacitySteps(record, link, averagingInterval);
  const started = startedMembers(record, members);
  const compared = comparedMembers(started);
  const several = hasSeveralLinks(record);
  const used = new Set((several ? members : compared).flatMap((m) => m.route));
  const [first, ...others] = record.derived.links.filter((l) => used.has(l.id)).map((l) => stepsOf(l.id));
  const sameCapacity =
    first !== undefined && others.every((o) => JSON.stringify(o) === JSON.stringify(first));
  const fairRate =
    compared.length > 1
      ? commonFairRate(readFairParts(record, compared, 0, record.duration, stepsOf, MAX_FAIR_STEPS))
      : null;
  const back = !several && compared.length < started.length ? stepsOf("reverse") : first;
  return [
    ...(sameCapacity
      ? [{ id: "capacity", label: pageTexts.lab.capacity, value: first, extendsAxis: true }]
      : []),
    ...(back && JSON.stringify(back) !== JSON.stringify(first)
      ? [{ id: "capacityBack", label: pageTexts.lab.capacityBack, value: back }]
      : []),
    ...(fairRate ? [{ id: "fair", label: pageTexts.lab.fairRate, value: fairRate }] : []),
  ];
}

/**
 * The goodput of every flow in bit/s, averaged over `averagingInterval`. With `total`, the line of a group is
 * the total of its flows, and another line is the total of all flows.
 */
export function rateData(inputs: ChartInputs, total = false): TimeChartData {
  const references = rateReferences(inputs);
  const lines = flowLines(inputs, (r, member) => ({
    series: r.record.series(member.entity, "delivered"),
    view: { kind: "rate", interval: inputs.averagingInterval },
    // The series counts bytes.
    scale: 8,
  }));
  if (!total)
    return { lines, references, note: noteOf(pageTexts.lab.isGoodput, inputs.note, groupNote(inputs)) };
  const hasGroups = inputs.groups.some((group) => group.members.length > 1);
  return {
    lines: [...totalLines(inputs), ...lines.map(totalOf)],
    // The fair share is the share of one flow.
    references: references.filter(({ id }) => id !== "fair"),
    note: noteOf(pageTexts.lab.isGoodput, inputs.note, hasGroups ? pageTexts.groups.totals : ""),
  };
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** The line of a group as the total of its flows. The line of a flow stays as it is. */
function totalOf(line: LineSpec): LineSpec {
  const { view } = line;
  if (view.kind !== "group") return line;
  const of = view.of.map(({ series }) => series);
  return { ...line, view: { kind: "combine", of, interval: view.interval, combine: sumOf } };
}

/** The total goodput of all compared flows. */
const totalLines = (inputs: ChartInputs): LineSpec[] =>
  withOverlay(inputs, ({ record }, members, overlayName) => {
    const of = comparedMembers(members).flatMap((m) => record.series(m.entity, "delivered") ?? []);
    const [series] = of;
    const view = { kind: "combine", of, interval: inputs.averagingInterval, combine: sumOf } as const;
    const name = named(overlayName, "/total", pageTexts.groups.allFlows);
    return series ? [{ ...name, run: record, series, view, scale: 8, style: LINK_STYLE }] : [];
  });

/** The first links that data crosses, at most as many as a chart shows. */
const usedLinks = ({ record }: Run, members: readonly Member[]) => {
  const used = new Set(members.flatMap((m) => m.route));
  return record.derived.links.filter(({ id }) => used.has(id)).slice(0, MAX_QUEUES);
};

/** The rate at which each used link sends, as a share of its rate, averaged over `averagingInterval`. */
export function utilisationData(inputs: ChartInputs): TimeChartData {
  const interval = inputs.averagingInterval;
  const lines = withOverlay(inputs, (run, members, overlayName) =>
    usedLinks(run, members).flatMap(({ id }, index): LineSpec[] => {
      const { record } = run;
      const series = record.series(`link:${id}`, "departed");
      if (series === undefined) return [];
      const steps = rateStepsOf(record, id);
      const combine = (rates: Float64Array, t: number): number => {
        const from = Math.max(0, t - interval);
        const bits = bitsBetween(steps, from, t);
        return bits > 0 ? ((rates[0] ?? 0) * 8 * (t - from)) / bits : Number.NaN;
      };
      const view = { kind: "combine", of: [series], interval, combine } as const;
      const name = named(overlayName, `use/${id}`, linkLabel(id));
      return [{ ...name, run: record, series, view, style: queueStyle(index) }];
    }),
  );
  const references = [{ id: "one", label: "100\u202f%", value: 1, extendsAxis: true }];
  return { lines, references, note: inputs.note };
}

/** Signals of queue disciplines that are drawn in the queue chart, by the unit of the chart. */
const DISCIPLINE_SIGNALS: Readonly<Record<"packets" | "s", readonly string[]>> = {
  packets: ["average", "ahead"],
  s: ["sojourn", "delay"],
};
/** Shades of the colour of the queue. Other colours belong to flows. */
const DISCIPLINE_STYLES: readonly LineStyle[] = [
  { ...LINK_STYLE, shade: 0.75 },
  { ...LINK_STYLE, shade: 0.75, dash: 1 },
];

/** The line of a signal of the shown link, after the line of the overlay. */
const linkLines = (
  inputs: ChartInputs,
  signal: string,
  style: LineStyle,
  label: string,
  link = inputs.link,
): readonly LineSpec[] =>
  withOverlay(inputs, ({ record }, _, overlayName) => {
    const series = record.series(`link:${link}`, signal);
    const name = named(overlayName, `${signal}/${link}`, label);
    return series ? [{ ...name, run: record, series, view: { kind: "value" }, style }] : [];
  });

/**
 * The gauges that the discipline of a queue records in addition to the signals that every link records
 * (`commonSignals`).
 */
export function disciplineSignals(
  run: Run,
  link: string,
  commonSignals: ReadonlySet<string>,
): readonly SeriesInfo[] {
  return run.record.directory.filter(
    (info) => info.entity === `link:${link}` && info.kind === "gauge" && !commonSignals.has(info.signal),
  );
}

/** The maximum number of queues, or of links, in one chart. */
export const MAX_QUEUES = 8;

/** Stands for all links of the network. Their queues are shown together. */
export const ALL_QUEUES = "*";

export const queueStyle = (index: number): LineStyle => ({
  colour: (LINK_STYLE.colour + index) % LINE_COLOURS.light.length,
  dash: 0,
  marker: 0,
});

/** The queues of all links that data crosses, in packets or as delays. */
function allQueuesData(inputs: ChartInputs, unit: "packets" | "s"): TimeChartData {
  const links = usedLinks(inputs.run, inputs.members);
  const isCut = links.length < new Set(inputs.members.flatMap((m) => m.route)).size;
  const signal = unit === "packets" ? "queue" : "queue_delay";
  return {
    lines: links.flatMap(({ id }, i) => linkLines(inputs, signal, queueStyle(i), linkLabel(id), id)),
    note: noteOf(inputs.note, isCut ? pageTexts.lab.firstQueues({ n: links.length }) : ""),
  };
}

/**
 * The queue of a link direction in packets or as a delay, with symbols of drops, losses and ECN marks along
 * the top.
 */
export function queueData(inputs: ChartInputs, unit: "packets" | "s"): TimeChartData {
  const { run, link } = inputs;
  if (link === ALL_QUEUES) return allQueuesData(inputs, unit);
  const limits = (unit === "packets" ? packetLimitSteps : delayLimitSteps)(run.record, link);
  const disciplineLines = DISCIPLINE_SIGNALS[unit].flatMap((signal, index) => {
    const info = run.record.series(`link:${link}`, signal)?.info;
    const style = DISCIPLINE_STYLES[index] ?? LINK_STYLE;
    // These signals are drawn without the overlay, because the lines of the overlay would look like lines of
    // the queue.
    return info ? linkLines({ ...inputs, overlay: null }, signal, style, info.label.toLowerCase()) : [];
  });
  return {
    lines: [
      ...disciplineLines,
      ...linkLines(inputs, unit === "packets" ? "queue" : "queue_delay", LINK_STYLE, pageTexts.lab.queue),
    ],
    references:
      limits.length > 0
        ? // A full queue takes long to drain while the rate is low, so a limit in seconds that changes may be far above all data.
          [
            {
              id: "limit",
              label:
                unit === "packets" && countsBytes(run.record, link)
                  ? pageTexts.lab.limitFull
                  : pageTexts.lab.limit,
              value: limits,
              extendsAxis: unit === "packets" || limits.length === 1,
            },
          ]
        : [],
    events: {
      events: run.record.events,
      codes: [EventCode.drop, EventCode.loss, EventCode.mark],
      lineOf: () => null,
      showsLink: (linkIndex) => run.record.linkEntity(linkIndex) === `link:${link}`,
    },
    note: inputs.note,
  };
}

/** One signal of the queue discipline. */
export function disciplineData(inputs: ChartInputs, signal: string): TimeChartData {
  const info = inputs.run.record.series(`link:${inputs.link}`, signal)?.info;
  return { lines: linkLines(inputs, signal, LINK_STYLE, info?.label.toLowerCase() ?? signal) };
}

/** One signal of every flow, for the chart in which the user chooses the signal (`flowSignals`). */
export function flowSignalData(inputs: ChartInputs, signal: string): TimeChartData {
  return {
    lines: flowLines(inputs, (r, member) => ({ series: r.record.series(member.entity, signal) })),
    events: congestionEvents(inputs),
    note: noteOf(inputs.note, groupNote(inputs)),
  };
}

/**
 * The flows' gauges that no other chart shows. Each signal is listed once, with the series of the first flow
 * that recorded it.
 */
export function flowSignals(run: Run, recordedSeries: readonly SeriesInfo[]): readonly SeriesInfo[] {
  const shownElsewhere = new Set(["cwnd", "in_flight", "rtt"]);
  const bySignal = new Map<string, SeriesInfo>();
  for (const info of recordedSeries)
    if (info.entity.startsWith("flow:") && info.kind === "gauge" && !shownElsewhere.has(info.signal))
      if (!bySignal.has(info.signal) && hasValues(run.record.series(info.entity, info.signal)))
        bySignal.set(info.signal, info);
  return [...bySignal.values()];
}

/**
 * Whether a gauge has a value at the end of any bin. A signal that is declared for all flows may be recorded
 * for only a few.
 */
function hasValues(series: Series | undefined): boolean {
  if (!series) return false;
  for (let i = 2; i < series.bins * 3; i += 3) if (!Number.isNaN(series.data[i] ?? Number.NaN)) return true;
  return false;
}

/** The drops, losses, ECN marks and timeouts of the flows, each drawn on the line of its flow. */
function congestionEvents(inputs: ChartInputs): EventSource {
  const { record } = inputs.run;
  // The events of a group that is drawn as one line would cover its band. They are shown when the group is
  // opened.
  const ids = new Set(inputs.groups.flatMap((g) => (g.members.length > 1 ? [] : g.members.map((m) => m.id))));
  return {
    events: record.events,
    codes: [EventCode.drop, EventCode.loss, EventCode.mark, EventCode.timeout],
    lineOf: (code, entity) => {
      const id = flowIdOf(record.entityName(code, entity));
      return id !== null && ids.has(id) ? id : undefined;
    },
  };
}

/** A queue is rarely longer than this many BDPs, whatever its limit is. */
const MAX_EXPECTED_BDPS = 4;

/**
 * The largest window in packets, and the largest RTT in seconds, that are expected of the flows: those with
 * which a flow alone fills the queues of its route. The axes have this length while the run is computed.
 */
function expectedTops({ run, members }: ChartInputs): { readonly window: number; readonly rtt: number } {
  const tops = new Map(
    run.record.derived.links.flatMap(({ id, limit }) => {
      if (!limit.bdp) return [];
      const bdps = Math.min(limit.bdp, MAX_EXPECTED_BDPS);
      const top = {
        window: (limit.packets / limit.bdp) * (1 + bdps),
        wait: (limit.seconds * bdps) / limit.bdp,
      };
      return [[id, top] as const];
    }),
  );
  let [window, rtt] = [0, 0];
  for (const { route, baseRtt } of members)
    for (const id of route) {
      const top = tops.get(id);
      if (!top) continue;
      window = Math.max(window, top.window);
      rtt = Math.max(rtt, baseRtt + top.wait);
    }
  return { window, rtt };
}

/**
 * The congestion window or the packets in flight of every flow, with symbols of drops, losses, ECN marks and
 * timeouts. A flow without a congestion window is shown by its packets in flight.
 */
export function windowData(inputs: ChartInputs, signal: "cwnd" | "in_flight"): TimeChartData {
  const seriesOf = ({ record }: Run, { entity }: Member): Series | undefined =>
    record.series(entity, signal) ?? record.series(entity, "in_flight");
  const without = inputs.groups.filter(({ members }) => members.every((m) => !seriesOf(inputs.run, m)));
  return {
    lines: flowLines(inputs, (r, member) => ({ series: seriesOf(r, member) })),
    expectedTop: expectedTops(inputs).window,
    events: congestionEvents(inputs),
    note: noteOf(
      without.length > 0 && without.length < inputs.groups.length
        ? pageTexts.lab.noWindowOf({ names: without.map(({ label }) => label).join(", ") })
        : "",
      inputs.note,
      groupNote(inputs),
    ),
    // A flow with a window has no values before it starts.
    ...(inputs.run.record.directory.some((info) => info.signal === signal)
      ? {}
      : { emptyText: pageTexts.lab.noWindow }),
  };
}

export function rttData(inputs: ChartInputs): TimeChartData {
  return {
    lines: flowLines(inputs, (r, member) => ({ series: r.record.series(member.entity, "rtt") })),
    expectedTop: expectedTops(inputs).rtt,
    note: noteOf(inputs.note, groupNote(inputs)),
  };
}

/**
 * Jain's index of the measured flows' goodputs, which are averaged over five times `averagingInterval`, at
 * least 1 s.
 */
export function jainData(inputs: ChartInputs): TimeChartData {
  const interval = Math.max(1, inputs.averagingInterval * 5);
  const lines = withOverlay(inputs, ({ record }, members, overlayName) => {
    const of = members
      .filter((m) => m.role === "measured")
      .flatMap((m) => record.series(m.entity, "delivered") ?? []);
    const [series] = of;
    if (!series || of.length < 2) return [];
    const view = { kind: "combine", of, interval, combine: jain } as const;
    return [
      {
        ...named(overlayName, "jain", pageTexts.lab.jainLabel),
        run: record,
        series,
        view,
        style: LINK_STYLE,
      },
    ];
  });
  return { lines, references: [{ id: "one", label: "1", value: 1, extendsAxis: true }] };
}

/**
 * The name of a link direction for the user: "reverse path" in a dumbbell; "ab" and "ab, reverse" if links
 * have ids.
 */
export function linkLabel(id: string): string {
  if (id === "forward") return pageTexts.numbers.forward;
  if (id === "reverse") return pageTexts.numbers.reverse;
  return id.endsWith(".reverse")
    ? pageTexts.numbers.reverseOf({ link: id.slice(0, -".reverse".length) })
    : id.replace(/\.forward$/, "");
}

/** The id of the flow that an entity's name contains: "near" for "flow:near"; null for links and the run. */
export function flowIdOf(entity: string): string | null {
  return entity.startsWith("flow:") ? entity.slice(5) : null;
}

/** The id of the flow that an event concerns, or null if it concerns no flow. */
export function eventFlow(run: Run, event: Pick<ChartEvent, "code" | "entity">): string | null {
  return flowIdOf(run.record.entityName(event.code, event.entity));
}
