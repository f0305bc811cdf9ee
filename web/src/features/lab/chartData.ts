// The data of each chart of the lab: lines, reference lines and symbols of events. Grey lines show the overlay: the run before the
// last change, or the run that the user keeps as "A" for comparison.

import {
  type ChartEvent,
  type EventSource,
  jainIndex,
  type LineSpec,
  type LineStyle,
  type ReferenceLine,
  type TimeChartData,
} from "../../charts/index.ts";
import type { Series } from "../../engine/types.ts";
import { EventCode } from "../../generated/constants.ts";
import type { SeriesInfo } from "../../generated/types.ts";
import { S } from "../../strings/index.ts";
import { commonFairRate, hasSeveralLinks, maxMinShares, rateStepsOf } from "./fairShares.ts";
import type { Member } from "./member.ts";
import { membersOf } from "./members.ts";
import { changeTimes, outageBands } from "./outages.ts";
import type { Run } from "./state/labStore.ts";

/** The run that is drawn as grey lines. */
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
  /** The line style of each member, by id. */
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly overlay: Overlay | null;
  /** The link direction whose queue is shown, such as "forward". */
  readonly link: string;
  /** The interval over which rates are averaged, in simulated seconds. */
  readonly averagingInterval: number;
  /** The note in the charts of rates and of the queue that says which run the grey lines show. Empty if there are no grey lines. */
  readonly note: string;
  /** The labels of lines and reference lines. */
  readonly labels: {
    readonly capacity: string;
    readonly fairRate: string;
    readonly limit: string;
    readonly queue: string;
    readonly jain: string;
  };
}

const FALLBACK_STYLE: LineStyle = { colour: 0, dash: 0, marker: 0 };
/** The style of link signals, which belong to no flow. Flows get this colour last, so a chart rarely uses it for a flow as well. */
const LINK_STYLE: LineStyle = { colour: 7, dash: 0, marker: 0 };

/** One line for each flow that has the series that `make` returns, first the lines of the overlay. */
function flowLines(
  inputs: ChartInputs,
  make: (run: Run, member: Member) => Partial<Omit<LineSpec, "series">> & { series: Series | undefined },
): LineSpec[] {
  const lines: LineSpec[] = [];
  const add = (
    run: Run,
    member: Member,
    isOverlay: boolean,
    style: LineStyle,
    idPrefix: string,
    label: string,
  ): void => {
    const { series, ...properties } = make(run, member);
    if (!series) return;
    lines.push({
      id: idPrefix + member.id,
      label,
      flow: member.id,
      run: run.record,
      series,
      view: { kind: "value" },
      style,
      ghost: isOverlay,
      from: member.start,
      to: member.stop,
      ...properties,
    });
  };
  const { overlay } = inputs;
  if (overlay && overlay.run.id !== inputs.run.id) {
    for (const member of membersOf(overlay.run.record))
      add(
        overlay.run,
        member,
        true,
        inputs.styles.get(member.id) ?? FALLBACK_STYLE,
        "overlay/",
        `${overlay.name}: ${member.label}`,
      );
  }
  for (const member of inputs.members)
    add(inputs.run, member, false, inputs.styles.get(member.id) ?? FALLBACK_STYLE, "", member.label);
  return lines;
}

/** The background of a chart: the outages of `link` (without it, of all links), and the times of the changes in the timeline. */
export function chartBackground(run: Run, link?: string): Pick<TimeChartData, "bands" | "settingChanges"> {
  return { bands: outageBands(run.record, linkLabel, link), settingChanges: changeTimes(run.record) };
}

/** Reference lines of a dumbbell: the capacity of the forward link, and the fair rate if all its flows are active. */
function dumbbellReferences({ run, members, labels }: ChartInputs): readonly ReferenceLine[] {
  const steps = rateStepsOf(run.record, "forward");
  const flowCount = members.filter((m) => m.role !== "reverse").length;
  const capacity: ReferenceLine = { id: "capacity", label: labels.capacity, value: steps, extendsAxis: true };
  if (flowCount < 2) return [capacity];
  const value = steps.map(([t, rate]) => [t, rate / flowCount] as const);
  return [capacity, { id: "fair", label: labels.fairRate, value }];
}

/**
 * Reference lines of a network with several links: the capacity if all links that flows use have the same capacity, and the fair
 * rate if all flows have the same fair rate.
 */
function meshReferences({ run, members, labels }: ChartInputs): readonly ReferenceLine[] {
  const { record } = run;
  const used = new Set(members.flatMap((m) => m.route));
  const [first, ...others] = record.derived.links
    .filter((l) => used.has(l.id))
    .map((l) => rateStepsOf(record, l.id));
  const sameCapacity =
    first !== undefined && others.every((o) => JSON.stringify(o) === JSON.stringify(first));
  const fairRate = members.length > 1 ? commonFairRate(maxMinShares(record, members)) : null;
  return [
    ...(sameCapacity ? [{ id: "capacity", label: labels.capacity, value: first, extendsAxis: true }] : []),
    ...(fairRate ? [{ id: "fair", label: labels.fairRate, value: fairRate }] : []),
  ];
}

/** The goodput of every flow in bit/s, averaged over `averagingInterval`. */
export function rateData(inputs: ChartInputs): TimeChartData {
  const { run, averagingInterval: interval } = inputs;
  const references = hasSeveralLinks(run.record) ? meshReferences(inputs) : dumbbellReferences(inputs);
  return {
    lines: flowLines(inputs, (r, member) => ({
      series: r.record.series(member.entity, "delivered"),
      view: { kind: "rate", interval },
      // The series counts bytes.
      scale: 8,
    })),
    references,
    note: inputs.note,
  };
}

/** Signals of queue disciplines that are drawn in the queue chart, by the unit of the chart. */
const DISCIPLINE_SIGNALS: Readonly<Record<"packets" | "s", readonly string[]>> = {
  packets: ["average", "ahead"],
  s: ["sojourn", "delay"],
};
const DISCIPLINE_STYLES: readonly LineStyle[] = [
  { colour: 3, dash: 0, marker: 0 },
  { colour: 4, dash: 0, marker: 0 },
];

/** The line of a signal of the shown link, after the line of the overlay. */
function linkLines(inputs: ChartInputs, signal: string, style: LineStyle, name: string): readonly LineSpec[] {
  const { run, overlay, link } = inputs;
  const line = ({ record }: Run, isOverlay: boolean): LineSpec[] => {
    const series = record.series(`link:${link}`, signal);
    if (!series) return [];
    const id = `${isOverlay ? "overlay/" : ""}${signal}`;
    const label = isOverlay ? `${overlay?.name}: ${name}` : name;
    return [{ id, label, run: record, series, view: { kind: "value" }, style, ghost: isOverlay }];
  };
  return [...(overlay && overlay.run.id !== run.id ? line(overlay.run, true) : []), ...line(run, false)];
}

/** The gauges that the discipline of a queue records in addition to the signals that every link records (`commonSignals`). */
export function disciplineSignals(
  run: Run,
  link: string,
  commonSignals: ReadonlySet<string>,
): readonly SeriesInfo[] {
  return run.record.directory.filter(
    (info) => info.entity === `link:${link}` && info.kind === "gauge" && !commonSignals.has(info.signal),
  );
}

/** The queue of a link direction in packets or as a delay, with symbols of drops, losses and ECN marks along the top. */
export function queueData(inputs: ChartInputs, unit: "packets" | "s"): TimeChartData {
  const { run, labels, link } = inputs;
  const limit = run.record.derived.links.find((l) => l.id === link)?.limit;
  const disciplineLines = DISCIPLINE_SIGNALS[unit].flatMap((signal, index) => {
    const info = run.record.series(`link:${link}`, signal)?.info;
    const style = DISCIPLINE_STYLES[index] ?? LINK_STYLE;
    // These signals are drawn without the overlay, because its grey lines would look like those of the queue.
    return info ? linkLines({ ...inputs, overlay: null }, signal, style, info.label.toLowerCase()) : [];
  });
  return {
    lines: [
      ...disciplineLines,
      ...linkLines(inputs, unit === "packets" ? "queue" : "queue_delay", LINK_STYLE, labels.queue),
    ],
    references: limit
      ? [
          {
            id: "limit",
            label: labels.limit,
            value: unit === "packets" ? limit.packets : limit.seconds,
            extendsAxis: true,
          },
        ]
      : [],
    marks: {
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
    marks: congestionEvents(inputs),
  };
}

/** The flows' gauges that no other chart shows. Each signal is listed once, with the series of the first flow that recorded it. */
export function flowSignals(run: Run, recordedSeries: readonly SeriesInfo[]): readonly SeriesInfo[] {
  const shownElsewhere = new Set(["cwnd", "in_flight", "rtt"]);
  const bySignal = new Map<string, SeriesInfo>();
  for (const info of recordedSeries)
    if (info.entity.startsWith("flow:") && info.kind === "gauge" && !shownElsewhere.has(info.signal))
      if (!bySignal.has(info.signal) && hasValues(run.record.series(info.entity, info.signal)))
        bySignal.set(info.signal, info);
  return [...bySignal.values()];
}

/** Whether a gauge has a value at the end of any bin. A signal that is declared for all flows may be recorded for only a few. */
function hasValues(series: Series | undefined): boolean {
  if (!series) return false;
  for (let i = 2; i < series.bins * 3; i += 3) if (!Number.isNaN(series.data[i] ?? Number.NaN)) return true;
  return false;
}

/** The drops, losses, ECN marks and timeouts of the flows, each drawn on the line of its flow. */
function congestionEvents(inputs: ChartInputs): EventSource {
  const { record } = inputs.run;
  const ids = new Set(inputs.members.map((m) => m.id));
  return {
    events: record.events,
    codes: [EventCode.drop, EventCode.loss, EventCode.mark, EventCode.timeout],
    lineOf: (code, entity) => {
      const id = flowIdOf(record.entityName(code, entity));
      return id !== null && ids.has(id) ? id : undefined;
    },
  };
}

/**
 * The congestion window or the packets in flight of every flow, with symbols of drops, losses, ECN marks and timeouts. A flow
 * without a congestion window is shown by its packets in flight.
 */
export function windowData(inputs: ChartInputs, signal: "cwnd" | "in_flight"): TimeChartData {
  return {
    lines: flowLines(inputs, (r, member) => ({
      series: r.record.series(member.entity, signal) ?? r.record.series(member.entity, "in_flight"),
    })),
    marks: congestionEvents(inputs),
  };
}

export function rttData(inputs: ChartInputs): TimeChartData {
  return { lines: flowLines(inputs, (r, member) => ({ series: r.record.series(member.entity, "rtt") })) };
}

/** Jain's index of the measured flows' goodputs, which are averaged over five times `averagingInterval`, at least 1 s. */
export function jainData(inputs: ChartInputs): TimeChartData {
  const line = (run: Run, members: readonly Member[], isOverlay: boolean, label: string): LineSpec[] => {
    const delivered = members
      .filter((m) => m.role === "measured")
      .flatMap((m) => run.record.series(m.entity, "delivered") ?? []);
    const series = delivered[0];
    if (!series || delivered.length < 2) return [];
    const interval = Math.max(1, inputs.averagingInterval * 5);
    return [
      {
        id: isOverlay ? "overlay/jain" : "jain",
        label,
        run: run.record,
        series,
        view: {
          kind: "combine",
          of: delivered,
          interval,
          combine: (rates: Float64Array) => jainIndex(rates),
        },
        style: LINK_STYLE,
        ghost: isOverlay,
      },
    ];
  };
  const { overlay, labels } = inputs;
  return {
    lines: [
      ...(overlay && overlay.run.id !== inputs.run.id
        ? line(overlay.run, membersOf(overlay.run.record), true, `${overlay.name}: ${labels.jain}`)
        : []),
      ...line(inputs.run, inputs.members, false, labels.jain),
    ],
    references: [{ id: "one", label: "1", value: 1, extendsAxis: true }],
  };
}

/** The name of a link direction for the user: "reverse path" in a dumbbell; "ab" and "ab, reverse" if links have ids. */
export function linkLabel(id: string): string {
  if (id === "forward") return S.numbers.forward;
  if (id === "reverse") return S.numbers.reverse;
  return id.endsWith(".reverse")
    ? S.numbers.reverseOf(id.slice(0, -".reverse".length))
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
