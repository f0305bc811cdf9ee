// The data of each chart of the lab: lines, reference lines and marks. Grey lines show the overlay, which is the run before the
// last change or the run that is kept as A.

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
import { commonShare, isMesh, rateStepsOf, sharesOf } from "./fairShares.ts";
import type { Member } from "./member.ts";
import { membersOf } from "./members.ts";
import { changeMoments, outageBands } from "./outages.ts";
import type { Run } from "./state/labStore.ts";

export type ChartId = "rate" | "queue" | "window" | "rtt" | "jain" | "discipline" | "inside";

/** The run that is drawn as grey lines, and its name. */
export interface Overlay {
  readonly run: Run;
  readonly name: string;
}

export interface ChartInputs {
  readonly run: Run;
  /** The series of the run that have values so far. */
  readonly recorded: readonly SeriesInfo[];
  readonly members: readonly Member[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly overlay: Overlay | null;
  /** The link direction whose queue is shown, such as "forward". */
  readonly link: string;
  readonly interval: number;
  readonly note: string;
  readonly words: {
    readonly capacity: string;
    readonly fair: string;
    readonly limit: string;
    readonly queue: string;
    readonly jain: string;
  };
}

const FALLBACK_STYLE: LineStyle = { colour: 0, dash: 0, marker: 0 };
/** The style of link signals, which belong to no flow. It has the last colour, which is also the last that flows get. */
const LINK_STYLE: LineStyle = { colour: 7, dash: 0, marker: 0 };

function flowLines(
  inputs: ChartInputs,
  make: (run: Run, member: Member) => Partial<Omit<LineSpec, "series">> & { series: Series | undefined },
): LineSpec[] {
  const lines: LineSpec[] = [];
  const add = (
    run: Run,
    member: Member,
    ghost: boolean,
    style: LineStyle,
    prefix: string,
    label: string,
  ): void => {
    const { series, ...rest } = make(run, member);
    if (!series) return;
    lines.push({
      id: prefix + member.id,
      label,
      flow: member.id,
      run: run.record,
      series,
      view: { kind: "value" },
      style,
      ghost,
      from: member.start,
      to: member.stop,
      ...rest,
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
        "before/",
        `${overlay.name}: ${member.label}`,
      );
  }
  for (const member of inputs.members)
    add(inputs.run, member, false, inputs.styles.get(member.id) ?? FALLBACK_STYLE, "", member.label);
  return lines;
}

/** The background of a chart: the outages of one link or of all links, and the times of timeline changes. */
export function chartBackground(run: Run, link?: string): Pick<TimeChartData, "bands" | "settingChanges"> {
  return { bands: outageBands(run.record, linkName, link), settingChanges: changeMoments(run.record) };
}

function linkReferences({ run, members, words }: ChartInputs): readonly ReferenceLine[] {
  const steps = rateStepsOf(run.record, "forward");
  const sharing = members.filter((m) => m.role !== "reverse").length;
  const capacity: ReferenceLine = { id: "capacity", label: words.capacity, value: steps, extendsAxis: true };
  if (sharing < 2) return [capacity];
  const value = steps.map(([t, rate]) => [t, rate / sharing] as const);
  return [capacity, { id: "fair", label: words.fair, value }];
}

/**
 * Reference lines of a network with several links: the capacity if it is the same for all links that flows use, and the fair
 * rate if it is the same for all flows.
 */
function meshReferences({ run, members, words }: ChartInputs): readonly ReferenceLine[] {
  const { record } = run;
  const used = new Set(members.flatMap((m) => m.route));
  const [first, ...others] = record.derived.links
    .filter((l) => used.has(l.id))
    .map((l) => rateStepsOf(record, l.id));
  const sameCapacity =
    first !== undefined && others.every((o) => JSON.stringify(o) === JSON.stringify(first));
  const share = members.length > 1 ? commonShare(sharesOf(record, members)) : null;
  return [
    ...(sameCapacity ? [{ id: "capacity", label: words.capacity, value: first, extendsAxis: true }] : []),
    ...(share ? [{ id: "fair", label: words.fair, value: share }] : []),
  ];
}

/** The goodput of every flow, averaged over the interval. */
export function rateData(inputs: ChartInputs): TimeChartData {
  const { run, interval } = inputs;
  const references = isMesh(run.record) ? meshReferences(inputs) : linkReferences(inputs);
  return {
    lines: flowLines(inputs, (r, member) => ({
      series: r.record.series(member.entity, "delivered"),
      view: { kind: "rate", interval },
      scale: 8,
    })),
    references,
    note: inputs.note,
  };
}

/** Signals of queue disciplines that are drawn in the queue chart, by its unit. */
const DISCIPLINE_SIGNALS: Readonly<Record<"packets" | "s", readonly string[]>> = {
  packets: ["average", "ahead"],
  s: ["sojourn", "delay"],
};
const DISCIPLINE_STYLES: readonly LineStyle[] = [
  { colour: 3, dash: 0, marker: 0 },
  { colour: 4, dash: 0, marker: 0 },
];

function linkLines(
  inputs: ChartInputs,
  signal: string,
  style: LineStyle,
  label: (r: Run) => string,
): readonly LineSpec[] {
  const { run, overlay, link } = inputs;
  const line = (r: Run, ghost: boolean): LineSpec[] => {
    const series = r.record.series(`link:${link}`, signal);
    if (!series) return [];
    const id = `${ghost ? "before/" : ""}${signal}`;
    const name = ghost ? `${overlay?.name}: ${label(r)}` : label(r);
    return [{ id, label: name, run: r.record, series, view: { kind: "value" }, style, ghost }];
  };
  return [...(overlay && overlay.run.id !== run.id ? line(overlay.run, true) : []), ...line(run, false)];
}

/** The signals that the discipline of a queue records in addition to the signals of all links. */
export function disciplineSignals(
  run: Run,
  link: string,
  common: ReadonlySet<string>,
): readonly SeriesInfo[] {
  return run.record.directory.filter(
    (info) => info.entity === `link:${link}` && info.kind === "gauge" && !common.has(info.signal),
  );
}

/** The queue of a link direction in packets or as a delay, with its drops and marks along the top. */
export function queueData(inputs: ChartInputs, unit: "packets" | "s"): TimeChartData {
  const { run, words, link } = inputs;
  const limit = run.record.derived.links.find((l) => l.id === link)?.limit;
  const disciplineLines = DISCIPLINE_SIGNALS[unit].flatMap((signal, index) => {
    const info = run.record.series(`link:${link}`, signal)?.info;
    const style = DISCIPLINE_STYLES[index] ?? LINK_STYLE;
    // These signals have no grey lines, which could not be distinguished from those of the queue.
    return info ? linkLines({ ...inputs, overlay: null }, signal, style, () => info.label.toLowerCase()) : [];
  });
  return {
    lines: [
      ...disciplineLines,
      ...linkLines(inputs, unit === "packets" ? "queue" : "queue_delay", LINK_STYLE, () => words.queue),
    ],
    references: limit
      ? [
          {
            id: "limit",
            label: words.limit,
            value: unit === "packets" ? limit.packets : limit.seconds,
            extendsAxis: true,
          },
        ]
      : [],
    marks: {
      events: run.record.events,
      codes: [EventCode.drop, EventCode.loss, EventCode.mark],
      lineOf: () => null,
      only: (value) => run.record.linkName(value) === `link:${link}`,
    },
  };
}

/** One signal of the queue discipline. */
export function disciplineData(inputs: ChartInputs, signal: string): TimeChartData {
  const info = inputs.run.record.series(`link:${inputs.link}`, signal)?.info;
  return { lines: linkLines(inputs, signal, LINK_STYLE, () => info?.label.toLowerCase() ?? signal) };
}

/** A signal of the flows that has no chart of its own. */
export function insideData(inputs: ChartInputs, signal: string): TimeChartData {
  return {
    lines: flowLines(inputs, (r, member) => ({ series: r.record.series(member.entity, signal) })),
    marks: lossMarks(inputs),
  };
}

/** The gauges of flows that have no chart of their own. Each signal is listed once. */
export function flowSignals(run: Run, recorded: readonly SeriesInfo[]): readonly SeriesInfo[] {
  const charted = new Set(["cwnd", "in_flight", "rtt"]);
  const seen = new Map<string, SeriesInfo>();
  for (const info of recorded)
    if (info.entity.startsWith("flow:") && info.kind === "gauge" && !charted.has(info.signal))
      if (!seen.has(info.signal) && hasValues(run.record.series(info.entity, info.signal)))
        seen.set(info.signal, info);
  return [...seen.values()];
}

/** Whether a gauge has a value at the end of any bin. A signal may be declared for all flows but recorded for only a few of them. */
function hasValues(series: Series | undefined): boolean {
  if (!series) return false;
  for (let i = 2; i < series.bins * 3; i += 3) if (!Number.isNaN(series.data[i] ?? Number.NaN)) return true;
  return false;
}

function lossMarks(inputs: ChartInputs): EventSource {
  const { record } = inputs.run;
  const ids = new Set(inputs.members.map((m) => m.id));
  return {
    events: record.events,
    codes: [EventCode.drop, EventCode.loss, EventCode.mark, EventCode.timeout],
    lineOf: (code, entity) => {
      const id = flowOf(record.entityName(code, entity));
      return id !== null && ids.has(id) ? id : undefined;
    },
  };
}

/** The congestion window, or the packets in flight where there is no window, with marks at losses. */
export function windowData(inputs: ChartInputs, signal: "cwnd" | "in_flight"): TimeChartData {
  return {
    lines: flowLines(inputs, (r, member) => ({
      series: r.record.series(member.entity, signal) ?? r.record.series(member.entity, "in_flight"),
    })),
    marks: lossMarks(inputs),
  };
}

export function rttData(inputs: ChartInputs): TimeChartData {
  return { lines: flowLines(inputs, (r, member) => ({ series: r.record.series(member.entity, "rtt") })) };
}

/** Jain's index of the measured flows' goodputs over five times the interval, at least 1 s. */
export function jainData(inputs: ChartInputs): TimeChartData {
  const line = (run: Run, members: readonly Member[], ghost: boolean, label: string): LineSpec[] => {
    const delivered = members
      .filter((m) => m.role === "measured")
      .flatMap((m) => run.record.series(m.entity, "delivered") ?? []);
    const series = delivered[0];
    if (!series || delivered.length < 2) return [];
    const interval = Math.max(1, inputs.interval * 5);
    return [
      {
        id: ghost ? "before/jain" : "jain",
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
        ghost,
      },
    ];
  };
  const { overlay, words } = inputs;
  return {
    lines: [
      ...(overlay && overlay.run.id !== inputs.run.id
        ? line(overlay.run, membersOf(overlay.run.record), true, `${overlay.name}: ${words.jain}`)
        : []),
      ...line(inputs.run, inputs.members, false, words.jain),
    ],
    references: [{ id: "one", label: "1", value: 1, extendsAxis: true }],
  };
}

/** The name of a link direction: "reverse path" in a dumbbell; "ab" and "ab, reverse" where links have ids. */
export function linkName(id: string): string {
  if (id === "forward") return S.numbers.forward;
  if (id === "reverse") return S.numbers.reverse;
  return id.endsWith(".reverse")
    ? S.numbers.reverseOf(id.slice(0, -".reverse".length))
    : id.replace(/\.forward$/, "");
}

/** The id of a flow from the name of an entity: "near" for "flow:near"; null for links and the run. */
export function flowOf(entity: string): string | null {
  return entity.startsWith("flow:") ? entity.slice(5) : null;
}

/** The flow that an event concerns, or null. */
export function eventFlow(run: Run, event: Pick<ChartEvent, "code" | "entity">): string | null {
  return flowOf(run.record.entityName(event.code, event.entity));
}
