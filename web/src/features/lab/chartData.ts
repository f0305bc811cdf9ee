// What each chart of the lab shows of a run: lines, reference lines and marks. Ghost lines come from the run before, or from
// the run that is kept as A.
import {
  type ChartEvent,
  jainIndex,
  type LineSpec,
  type LineStyle,
  type ReferenceLine,
  type TimeChartData,
} from "../../charts/index.ts";
import { EventCode, type Series } from "../../engine/types.ts";
import { capacitySteps, type Member, membersOf } from "./readout.ts";
import type { Run } from "./session.ts";

export type ChartId = "rate" | "queue" | "window" | "rtt" | "jain";

export interface Overlay {
  readonly run: Run;
  readonly name: string;
}

export interface ChartInputs {
  readonly run: Run;
  readonly members: readonly Member[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly overlay: Overlay | null;
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

const PLAIN: LineStyle = { colour: 0, dash: 0, marker: 0 };
/** The queue belongs to no flow: the last colour, which flows reach last. */
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
        inputs.styles.get(member.id) ?? PLAIN,
        "before/",
        `${overlay.name}: ${member.label}`,
      );
  }
  for (const member of inputs.members)
    add(inputs.run, member, false, inputs.styles.get(member.id) ?? PLAIN, "", member.label);
  return lines;
}

/** Goodput of every flow, averaged over the interval. */
export function rateData(inputs: ChartInputs): TimeChartData {
  const { run, interval, words } = inputs;
  const steps = capacitySteps(run.doc, run.record.derived.capacity);
  const sharing = inputs.members.filter((m) => m.role !== "reverse").length;
  const references: ReferenceLine[] = [{ id: "capacity", label: words.capacity, value: steps, fit: true }];
  if (sharing > 1)
    references.push({
      id: "fair",
      label: words.fair,
      value: steps.map(([t, rate]) => [t, rate / sharing] as const),
    });
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

/** What waits at the bottleneck, with every drop along the top. */
export function queueData(inputs: ChartInputs, unit: "packets" | "s"): TimeChartData {
  const { run, overlay, words } = inputs;
  const signal = unit === "packets" ? "queue" : "queue_delay";
  const line = (r: Run, ghost: boolean, label: string): LineSpec[] => {
    const series = r.record.series("link:forward", signal);
    return series
      ? [
          {
            id: ghost ? "before/queue" : "queue",
            label,
            run: r.record,
            series,
            view: { kind: "value" },
            style: LINK_STYLE,
            ghost,
          },
        ]
      : [];
  };
  const limit = run.record.derived.links.find((l) => l.id === "forward")?.limit;
  return {
    lines: [
      ...(overlay && overlay.run.id !== run.id
        ? line(overlay.run, true, `${overlay.name}: ${words.queue}`)
        : []),
      ...line(run, false, words.queue),
    ],
    references: limit
      ? [
          {
            id: "limit",
            label: words.limit,
            value: unit === "packets" ? limit.packets : limit.seconds,
            fit: true,
          },
        ]
      : [],
    marks: {
      events: run.record.events,
      codes: [EventCode.drop, EventCode.loss],
      place: () => null,
    },
  };
}

/** The congestion window where there is one, or what is in flight; marks where a flow lost something. */
export function windowData(inputs: ChartInputs, signal: "cwnd" | "in_flight"): TimeChartData {
  const { record } = inputs.run;
  const ids = new Set(inputs.members.map((m) => m.id));
  return {
    lines: flowLines(inputs, (r, member) => ({
      series: r.record.series(member.entity, signal) ?? r.record.series(member.entity, "in_flight"),
    })),
    marks: {
      events: record.events,
      codes: [EventCode.drop, EventCode.loss, EventCode.timeout],
      place: (code, entity) => {
        const id = flowOf(record.entityName(code, entity));
        return id !== null && ids.has(id) ? id : undefined;
      },
    },
  };
}

export function rttData(inputs: ChartInputs): TimeChartData {
  return { lines: flowLines(inputs, (r, member) => ({ series: r.record.series(member.entity, "rtt") })) };
}

/** Jain's index of the measured flows' goodputs over the interval. */
export function jainData(inputs: ChartInputs): TimeChartData {
  const line = (run: Run, members: readonly Member[], ghost: boolean, label: string): LineSpec[] => {
    const of = members
      .filter((m) => m.role === "measured")
      .flatMap((m) => run.record.series(m.entity, "delivered") ?? []);
    const series = of[0];
    if (!series || of.length < 2) return [];
    const interval = Math.max(1, inputs.interval * 5);
    return [
      {
        id: ghost ? "before/jain" : "jain",
        label,
        run: run.record,
        series,
        view: { kind: "combine", of, interval, combine: (rates: Float64Array) => jainIndex(rates) },
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
    references: [{ id: "one", label: "1", value: 1, fit: true }],
  };
}

/** "near" of "flow:near"; null for links and the run. */
export function flowOf(entity: string): string | null {
  return entity.startsWith("flow:") ? entity.slice(5) : null;
}

/** The flow that an event is about, if any. */
export function eventFlow(run: Run, event: Pick<ChartEvent, "code" | "entity">): string | null {
  return flowOf(run.record.entityName(event.code, event.entity));
}
