// Statistics of the interval of time that is selected in the charts. Goodput and loss are computed from counters; RTT and queue are
// gauges, whose statistics have the resolution of the charts.

import { mean, sum } from "d3-array";
import type { ReactNode } from "react";
import { Table } from "../../../components/Table.tsx";
import { meanWait, windowStats } from "../../../engine/numbers.ts";
import { formatIndex, formatPercent, formatQuantity, significant } from "../../../scenario/units.ts";
import { S } from "../../../strings/index.ts";
import { PARTS } from "../../../strings/labParts.ts";
import { hasGroups, shownGroups, sizeLabel } from "../flows/groups.ts";
import { type FlowReading, readAt } from "../flows/readout.ts";
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

/** The maximum number of flows in the table. */
const MAX_ROWS = 40;

export default function Selection(): ReactNode {
  const { session } = useServices();
  const brush = useTimeView((view) => view.brush);
  const run = useLab((s) => s.run);
  const computedTo = useSample((s) => s.computedTo);
  const members = useMembers(run);
  const link = useShownQueue(run);
  const groups = useGroups(run);
  const open = useLab((s) => s.openGroups);
  const averagingInterval = useAveragingInterval(members);
  if (!brush || !run || computedTo <= 0) return null;
  const { record } = run;
  const [from, to] = [Math.min(brush[0], computedTo), Math.min(brush[1], computedTo)];
  if (to <= from) return null;
  const reading = readAt(record, members, to, averagingInterval, from);
  const readings = new Map(reading.flows.map((flow) => [flow.member.id, flow]));
  const rows = shownGroups(groups, open).map((group) => {
    const flows = group.members.flatMap((member) => readings.get(member.id) ?? []);
    const isActive = ({ member }: FlowReading): boolean => member.start < to && member.stop > from;
    const sent = sum(flows, (flow) => flow.sent);
    const rtts = group.members.flatMap((member) => record.series(member.entity, "rtt") ?? []);
    return {
      group,
      rate: mean(flows.filter(isActive), (flow) => flow.goodput) ?? Number.NaN,
      share: mean(flows.filter(isActive), (flow) => flow.share) ?? Number.NaN,
      loss: sent > 0 ? sum(flows, (flow) => flow.lost) / sent : Number.NaN,
      rtt: mean(rtts, (rtt) => windowStats(rtt, computedTo, from, to).mean) ?? Number.NaN,
    };
  });
  const measuredCount = reading.flows.filter((flow) => flow.member.role === "measured").length;
  const queue = record.series(`link:${link}`, "queue");
  const queueStats = queue ? windowStats(queue, computedTo, from, to) : null;
  const wait = meanWait(record, link, from, to);
  const seconds = (t: number): string => `${t.toFixed(2)}\u202fs`;
  return (
    <section className="window-stats" aria-label={S.lab.selection}>
      <header className="row">
        <h2>
          {S.lab.selection} {seconds(from)} {"\u2013"} {seconds(to)}
        </h2>
        <button type="button" className="button is-small" onClick={() => session.timeView.zoomToBrush()}>
          {PARTS.lab.zoomIn}
        </button>
        <button type="button" className="button is-small" onClick={() => session.timeView.setBrush(null)}>
          {PARTS.lab.clearSelection}
        </button>
      </header>
      <Table
        caption={S.lab.selection}
        hideCaption
        columns={[
          { key: "flow", head: PARTS.numbers.flow, cell: (r) => sizeLabel(r.group) },
          {
            key: "rate",
            head: PARTS.numbers.goodput,
            numeric: true,
            cell: (r) => formatQuantity(r.rate, "bit/s"),
          },
          {
            key: "share",
            head: PARTS.numbers.ofFairShare,
            numeric: true,
            cell: (r) => formatPercent(r.share),
          },
          { key: "loss", head: PARTS.numbers.loss, numeric: true, cell: (r) => formatPercent(r.loss) },
          { key: "rtt", head: PARTS.numbers.rtt, numeric: true, cell: (r) => formatQuantity(r.rtt, "s") },
        ]}
        rows={rows.slice(0, MAX_ROWS)}
        rowKey={(r) => r.group.id}
      />
      <p className="field-note">
        {[
          ...(hasGroups(groups) ? [S.groups.meansPerFlow] : []),
          ...(measuredCount > 1 ? [`${S.lab.jain} ${formatIndex(reading.jain)}`] : []),
          ...(queueStats
            ? [PARTS.lab.queueStats(significant(queueStats.mean, 3), significant(queueStats.p95, 3))]
            : []),
          ...(Number.isNaN(wait) ? [] : [PARTS.lab.queueDelayStats(formatQuantity(wait, "s"))]),
          PARTS.lab.displayResolution,
        ].join("; ")}
      </p>
    </section>
  );
}
