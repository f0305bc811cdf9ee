// Statistics of the interval of time that is selected in the charts. Goodput and loss are computed from counters; RTT and queue are
// gauges, whose statistics have the resolution of the charts.
import type { ReactNode } from "react";
import { counterAt, jainIndex, windowStats } from "../../charts/index.ts";
import { Table } from "../../components/Table.tsx";
import { formatIndex, formatPercent, formatQuantity, significant } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab, useMembers, useSample, useShownQueue, useTimeView } from "./hooks.ts";

/** The maximum number of flows in the table. */
const MAX_ROWS = 40;

export default function Selection(): ReactNode {
  const { session } = useServices();
  const brush = useTimeView((view) => view.brush);
  const run = useLab((s) => s.run);
  const computedTo = useSample((s) => s.computedTo);
  const members = useMembers(run);
  const link = useShownQueue(run);
  if (!brush || !run || computedTo <= 0) return null;
  const { record } = run;
  const [from, to] = [Math.min(brush[0], computedTo), Math.min(brush[1], computedTo)];
  if (to <= from) return null;
  const increase = (entity: string, signal: string): number => {
    const series = record.series(entity, signal);
    return series ? counterAt(series, computedTo, to) - counterAt(series, computedTo, from) : Number.NaN;
  };
  const rows = members.map((member) => {
    const sent = increase(member.entity, "sent");
    const lost = increase(member.entity, "lost");
    const rtt = record.series(member.entity, "rtt");
    return {
      member,
      rate: (increase(member.entity, "delivered") * 8) / (to - from),
      loss: sent > 0 ? lost / sent : Number.NaN,
      rtt: rtt ? windowStats(rtt, computedTo, from, to).mean : Number.NaN,
    };
  });
  const measuredRates = rows.filter((r) => r.member.role === "measured").map((r) => r.rate);
  const queue = record.series(`link:${link}`, "queue");
  const queueDelay = record.series(`link:${link}`, "queue_delay");
  const queueStats = queue ? windowStats(queue, computedTo, from, to) : null;
  const queueDelayStats = queueDelay ? windowStats(queueDelay, computedTo, from, to) : null;
  const seconds = (t: number): string => formatQuantity(t, "s", 4);
  return (
    <section className="window-stats" aria-label={S.lab.selection}>
      <header className="row">
        <h2>
          {S.lab.selection} {seconds(from)} {"\u2013"} {seconds(to)}
        </h2>
        <button type="button" className="button is-small" onClick={() => session.timeView.zoomToBrush()}>
          {S.lab.zoomIn}
        </button>
        <button type="button" className="button is-small" onClick={() => session.timeView.setBrush(null)}>
          {S.lab.clearSelection}
        </button>
      </header>
      <Table
        caption={S.lab.selection}
        hideCaption
        columns={[
          { key: "flow", head: S.numbers.flow, cell: (r) => r.member.label },
          {
            key: "rate",
            head: S.numbers.goodput,
            numeric: true,
            cell: (r) => formatQuantity(r.rate, "bit/s"),
          },
          { key: "loss", head: S.numbers.loss, numeric: true, cell: (r) => formatPercent(r.loss) },
          { key: "rtt", head: S.numbers.rtt, numeric: true, cell: (r) => formatQuantity(r.rtt, "s") },
        ]}
        rows={rows.slice(0, MAX_ROWS)}
        rowKey={(r) => r.member.id}
      />
      <p className="field-note">
        {[
          ...(measuredRates.length > 1 ? [`${S.lab.jain} ${formatIndex(jainIndex(measuredRates))}`] : []),
          ...(queueStats
            ? [S.lab.queueStats(significant(queueStats.mean, 3), significant(queueStats.p95, 3))]
            : []),
          ...(queueDelayStats ? [S.lab.queueDelayStats(formatQuantity(queueDelayStats.mean, "s"))] : []),
          S.lab.displayResolution,
        ].join("; ")}
      </p>
    </section>
  );
}
