// Statistics of the interval of time that is selected in the charts. Goodput and loss are computed from
// counters; RTT and queue are gauges, whose statistics have the resolution of the charts.

import { mean, sum } from "d3-array";
import { type ReactNode, useId, useState } from "react";
import { QuantityEntry } from "../../../components/fields/QuantityEntry.tsx";
import { IconButton } from "../../../components/icons.tsx";
import { Table } from "../../../components/Table.tsx";
import { meanWait, type WindowStats, windowStats } from "../../../engine/numbers.ts";
import { numberName, numberOf } from "../../../scenario/numbers.ts";
import { formatIndex, formatPercent, formatQuantity, significant } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { type FlowGroup, hasGroups, shownGroups, sizeLabel } from "../flows/groups.ts";
import { type FlowReading, type Reading, readAt } from "../flows/readout.ts";
import { useServices } from "../state/context.tsx";
import {
  useAveragingInterval,
  useGroups,
  useLab,
  useMembers,
  useSample,
  useShownQueue,
  useTimeView,
} from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { labTexts } from "../texts/index.ts";

/** The maximum number of flows in the table. */
const MAX_ROWS = 40;

export default function Selection(): ReactNode {
  const brush = useTimeView((view) => view.brush);
  const run = useLab((s) => s.run);
  const computedTo = useSample((s) => s.computedTo);
  if (!brush || !run || computedTo <= 0) return null;
  const [from, to] = [Math.min(brush[0], computedTo), Math.min(brush[1], computedTo)];
  if (to <= from) return null;
  return (
    <section className="window-stats card" aria-label={pageTexts.lab.selection}>
      <Interval from={from} to={to} />
      <Statistics run={run} from={from} to={to} />
    </section>
  );
}

/** The ends of the interval, as boxes for exact times. */
function Interval({ from, to }: { readonly from: number; readonly to: number }): ReactNode {
  const { timeView } = useServices().session;
  const [error, setError] = useState<string | null>(null);
  const errorId = useId();
  const { duration } = timeView.state;
  return (
    <>
      <header className="cluster">
        <h2 className="text-l">{pageTexts.lab.selection}</h2>
        <QuantityEntry
          accessibleName={labTexts.lab.selectedFrom}
          unit="s"
          value={rounded(from)}
          min={0}
          max={rounded(to)}
          errorId={errorId}
          onCommit={(value) => value !== null && value < to && timeView.setBrush([value, to])}
          onError={setError}
        />
        <span aria-hidden="true">{"\u2013"}</span>
        <QuantityEntry
          accessibleName={labTexts.lab.selectedTo}
          unit="s"
          value={rounded(to)}
          min={rounded(from)}
          max={duration}
          errorId={errorId}
          onCommit={(value) => value !== null && value > from && timeView.setBrush([from, value])}
          onError={setError}
        />
        <IconButton
          className="end"
          icon="close"
          label={labTexts.lab.clearSelection}
          tipSide="left"
          onClick={() => timeView.setBrush(null)}
        />
      </header>
      {error !== null && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
    </>
  );
}

/** A time in seconds, rounded to whole milliseconds. A pointer does not select more exactly. */
const rounded = (t: number): number => Math.round(t * 1000) / 1000;

interface FlowRow {
  readonly group: FlowGroup;
  readonly rate: number;
  readonly share: number;
  readonly loss: number;
  readonly rtt: number;
}

/** The numbers of each flow and group in an interval. */
function flowRows({ record }: Run, groups: readonly FlowGroup[], reading: Reading): readonly FlowRow[] {
  const { from, t: to } = reading;
  const readings = new Map(reading.flows.map((flow) => [flow.member.id, flow]));
  return groups.map((group) => {
    const flows = group.members.flatMap((member) => readings.get(member.id) ?? []);
    const isActive = ({ member }: FlowReading): boolean => member.start < to && member.stop > from;
    const statistics = (signal: string): readonly WindowStats[] =>
      group.members
        .flatMap((member) => record.series(member.entity, signal) ?? [])
        .map((series) => windowStats(series, record.computedTo, from, to));
    const sent = sum(statistics("sent"), ({ total }) => total);
    return {
      group,
      rate: mean(flows.filter(isActive), (flow) => flow.goodput) ?? Number.NaN,
      share: mean(flows.filter(isActive), (flow) => flow.share) ?? Number.NaN,
      loss: sent > 0 ? sum(statistics("lost"), ({ total }) => total) / sent : Number.NaN,
      rtt: mean(statistics("rtt"), ({ mean }) => mean) ?? Number.NaN,
    };
  });
}

function Statistics({
  run,
  from,
  to,
}: {
  readonly run: Run;
  readonly from: number;
  readonly to: number;
}): ReactNode {
  const members = useMembers(run);
  const link = useShownQueue(run);
  const groups = useGroups(run);
  const open = useLab((s) => s.openGroups);
  const reading = readAt(run.record, members, to, useAveragingInterval(members), from);
  const number = { numeric: true } as const;
  return (
    <>
      <Table
        caption={pageTexts.lab.selection}
        hideCaption
        columns={[
          { key: "flow", head: labTexts.numbers.flow, cell: (r) => sizeLabel(r.group) },
          {
            key: "rate",
            head: numberName(numberOf("flow", "goodput_bps")),
            ...number,
            cell: (r) => formatQuantity(r.rate, "bit/s"),
          },
          {
            key: "share",
            head: labTexts.numbers.ofFairShare,
            ...number,
            cell: (r) => formatPercent(r.share),
          },
          {
            key: "loss",
            head: numberName(numberOf("flow", "loss_fraction")),
            ...number,
            cell: (r) => formatPercent(r.loss),
          },
          {
            key: "rtt",
            head: numberName(numberOf("flow", "rtt_ms")),
            ...number,
            cell: (r) => formatQuantity(r.rtt, "s"),
          },
        ]}
        rows={flowRows(run, shownGroups(groups, open).slice(0, MAX_ROWS), reading)}
        rowKey={(r) => r.group.id}
      />
      <p className="field-note">
        {[
          ...(hasGroups(groups) ? [pageTexts.groups.meansPerFlow] : []),
          ...notesOf(run, reading, link),
          labTexts.lab.displayResolution,
        ].join("; ")}
      </p>
    </>
  );
}

/** Jain's index, and the statistics of the shown queue. */
function notesOf({ record }: Run, { flows, jain, from, t: to }: Reading, link: string): readonly string[] {
  const queue = record.series(`link:${link}`, "queue");
  const stats = queue ? windowStats(queue, record.computedTo, from, to) : null;
  const wait = meanWait(record, link, from, to);
  return [
    ...(flows.filter((flow) => flow.member.role === "measured").length > 1
      ? [`${pageTexts.lab.jain} ${formatIndex(jain)}`]
      : []),
    ...(stats
      ? [labTexts.lab.queueStats({ mean: significant(stats.mean, 3), p95: significant(stats.p95, 3) })]
      : []),
    ...(Number.isNaN(wait) ? [] : [labTexts.lab.queueDelayStats({ mean: formatQuantity(wait, "s") })]),
  ];
}
