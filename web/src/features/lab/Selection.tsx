// Statistics of the window of time that is selected in the charts. Means of counters are exact; gauges have the resolution of
// the charts.
import type { ReactNode } from "react";
import { counterAt, jainIndex, windowStats } from "../../charts/index.ts";
import { Table } from "../../components/Table.tsx";
import { formatIndex, formatPercent, formatQuantity, significant } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { useLab, useMembers, useSample, useShownQueue, useTimeView } from "./hooks.ts";

export default function Selection(): ReactNode {
  const { session } = useServices();
  const brush = useTimeView((view) => view.brush);
  const run = useLab((s) => s.run);
  const end = useSample((s) => s.computedTo);
  const members = useMembers(run);
  const link = useShownQueue(run);
  if (!brush || !run || end <= 0) return null;
  const { record } = run;
  const [from, to] = [Math.min(brush[0], end), Math.min(brush[1], end)];
  if (to <= from) return null;
  const increase = (entity: string, signal: string): number => {
    const series = record.series(entity, signal);
    return series ? counterAt(series, end, to) - counterAt(series, end, from) : Number.NaN;
  };
  const rows = members.map((member) => {
    const sent = increase(member.entity, "sent");
    const lost = increase(member.entity, "lost");
    const rtt = record.series(member.entity, "rtt");
    return {
      member,
      rate: (increase(member.entity, "delivered") * 8) / (to - from),
      loss: sent > 0 ? lost / sent : Number.NaN,
      rtt: rtt ? windowStats(rtt, end, from, to).mean : Number.NaN,
    };
  });
  const measured = rows.filter((r) => r.member.role === "measured").map((r) => r.rate);
  const queue = record.series(`link:${link}`, "queue");
  const wait = record.series(`link:${link}`, "queue_delay");
  const queueStats = queue ? windowStats(queue, end, from, to) : null;
  const waitStats = wait ? windowStats(wait, end, from, to) : null;
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
        rows={rows.slice(0, 40)}
        rowKey={(r) => r.member.id}
      />
      <p className="field-note">
        {[
          ...(measured.length > 1 ? [`${S.lab.jain} ${formatIndex(jainIndex(measured))}`] : []),
          ...(queueStats
            ? [S.lab.queueStats(significant(queueStats.mean, 3), significant(queueStats.p95, 3))]
            : []),
          ...(waitStats ? [S.lab.waitStats(formatQuantity(waitStats.mean, "s"))] : []),
          S.lab.displayResolution,
        ].join("; ")}
      </p>
    </section>
  );
}
