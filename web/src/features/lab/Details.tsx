// Below the charts: the numbers so far or of the whole run, the run in words, its events, and a brushed window's statistics.
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { S } from "../../app/strings.ts";
import { eventName } from "../../charts/index.ts";
import { type Column, Disclosure, Table } from "../../components/surfaces.tsx";
import { EVENT_COLUMNS, type FlowSummary, type LinkSummary, type RunSummary } from "../../engine/types.ts";
import { formatPercent, formatQuantity, group, significant } from "../../scenario/units.ts";
import { flowOf, linkName } from "./chartData.ts";
import { useAlgorithmNames, useLab, useMembers, useServices } from "./context.tsx";
import { inWords } from "./effects.ts";
import type { Run } from "./session.ts";

export interface DetailsProps {
  readonly whole: boolean;
  readonly onWhy: (flow: string, t: number) => void;
}

export function Details({ whole, onWhy }: DetailsProps): ReactNode {
  const run = useLab((s) => s.run);
  const [open, setOpen] = useState({ numbers: false, words: false });
  const summary = useSummary(run, whole, open.numbers || open.words);
  const names = useAlgorithmNames();
  const basis = whole ? S.lab.whole : S.lab.soFar;
  return (
    <div className="details">
      <Disclosure
        summary={`${S.lab.numbers}: ${basis}`}
        onToggle={(numbers) => setOpen((now) => ({ ...now, numbers }))}
      >
        {summary ? <Numbers summary={summary} names={names} /> : <p className="field-note">{S.lab.notYet}</p>}
      </Disclosure>
      <Disclosure summary={S.lab.words} onToggle={(words) => setOpen((now) => ({ ...now, words }))}>
        {summary && open.words ? (
          <div className="words">
            {inWords(summary, names).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        ) : (
          <p className="field-note">{S.lab.notYet}</p>
        )}
      </Disclosure>
      <Disclosure summary={S.lab.events}>{run && <Events run={run} onWhy={onWhy} />}</Disclosure>
    </div>
  );
}

/**
 * The whole run's summary, or the exact one at the playhead, asked for about once a second while playing; and only while
 * somebody looks, because it costs the simulator a run from the nearest checkpoint.
 */
function useSummary(run: Run | null, whole: boolean, wanted: boolean): RunSummary | null {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  const tick = useLab((s) => (wanted && !whole ? s.tick : 0));
  const [soFar, setSoFar] = useState<{ readonly run: string; readonly summary: RunSummary } | null>(null);
  const slow = playing ? Math.floor(tick / 3) : tick;
  const id = run?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `slow` is the clock of this effect
  useEffect(() => {
    if (whole || !wanted || id === undefined) return;
    let late = false;
    const at = session.time;
    if (!(at > 0)) return;
    session.engine
      .summary(id, at)
      .then((summary) => {
        if (!late) setSoFar({ run: id, summary });
      })
      .catch(() => undefined);
    return () => {
      late = true;
    };
  }, [session, id, whole, wanted, slow]);
  if (whole) return run?.outcome?.summary ?? null;
  return soFar && soFar.run === id ? soFar.summary : null;
}

const ms = (value: number | null | undefined): string =>
  value === null || value === undefined ? "\u2013" : formatQuantity(value / 1000, "s");
const count = (value: number | null | undefined): string =>
  value === null || value === undefined ? "\u2013" : group(value);

function Numbers({
  summary,
  names,
}: {
  readonly summary: RunSummary;
  readonly names: ReadonlyMap<string, string>;
}): ReactNode {
  const flows: readonly Column<FlowSummary>[] = [
    { key: "flow", head: S.numbers.flow, cell: (f) => f.label || f.id },
    { key: "alg", head: S.lab.algorithm, cell: (f) => names.get(f.algorithm) ?? f.algorithm },
    { key: "rtt0", head: S.numbers.baseRtt, numeric: true, cell: (f) => ms(f.base_rtt_ms) },
    {
      key: "good",
      head: S.numbers.goodput,
      numeric: true,
      cell: (f) => formatQuantity(f.goodput_bps, "bit/s"),
      tip: S.numbers.goodputTip,
    },
    {
      key: "thr",
      head: S.numbers.throughput,
      numeric: true,
      cell: (f) => formatQuantity(f.throughput_bps, "bit/s"),
      tip: S.numbers.throughputTip,
    },
    { key: "loss", head: S.numbers.loss, numeric: true, cell: (f) => formatPercent(f.loss_fraction) },
    { key: "cuts", head: S.numbers.cuts, numeric: true, cell: (f) => count(f.window_cuts) },
    { key: "to", head: S.numbers.timeouts, numeric: true, cell: (f) => count(f.timeouts) },
    {
      key: "cwnd",
      head: S.numbers.window,
      numeric: true,
      cell: (f) => (f.cwnd ? significant(f.cwnd.mean, 3) : "\u2013"),
    },
    { key: "rtt", head: S.numbers.rtt, numeric: true, cell: (f) => ms(f.rtt_ms?.mean) },
    { key: "rtt95", head: S.numbers.rtt95, numeric: true, cell: (f) => ms(f.rtt_ms?.p95) },
  ];
  const links: readonly Column<LinkSummary>[] = [
    {
      key: "link",
      head: S.lab.link,
      cell: (l) => linkName(l.id),
    },
    { key: "use", head: S.numbers.utilisation, numeric: true, cell: (l) => formatPercent(l.utilisation) },
    {
      key: "queue",
      head: S.numbers.queueMean,
      numeric: true,
      cell: (l) => significant(l.queue_packets?.mean ?? Number.NaN, 3),
    },
    {
      key: "q95",
      head: S.numbers.queue95,
      numeric: true,
      cell: (l) => significant(l.queue_packets?.p95 ?? Number.NaN, 3),
    },
    { key: "wait", head: S.numbers.wait, numeric: true, cell: (l) => ms(l.queue_delay_ms?.mean) },
    { key: "drops", head: S.numbers.drops, numeric: true, cell: (l) => count(l.drops) },
    { key: "rate", head: S.numbers.dropRate, numeric: true, cell: (l) => formatPercent(l.drop_rate) },
  ];
  const shown = summary.flows.slice(0, 50);
  return (
    <div className="numbers">
      <Table
        caption={S.numbers.flowsCaption(
          formatQuantity(summary.window[0], "s"),
          formatQuantity(summary.window[1], "s"),
        )}
        columns={flows}
        rows={shown}
        rowKey={(f) => f.id}
      />
      {summary.flows.length > shown.length && (
        <p className="field-note">{S.numbers.more(summary.flows.length - shown.length)}</p>
      )}
      <Table
        caption={S.numbers.linksCaption}
        hideCaption
        columns={links}
        rows={summary.links}
        rowKey={(l) => l.id}
      />
    </div>
  );
}

const MOST_EVENTS = 200;

function Events({
  run,
  onWhy,
}: {
  readonly run: Run;
  readonly onWhy: (flow: string, t: number) => void;
}): ReactNode {
  const { session } = useServices();
  const tick = useLab((s) => s.tick);
  const members = useMembers(run);
  const labels = useMemo(() => new Map(members.map((m) => [m.id, m.label])), [members]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the playhead moves with the tick
  const rows = useMemo(() => {
    const { data, rows: total } = run.record.events;
    const now = session.time;
    let end = total;
    while (end > 0 && (data[(end - 1) * EVENT_COLUMNS] ?? 0) > now) end--;
    const list: {
      readonly key: number;
      readonly t: number;
      readonly text: string;
      readonly flow: string | null;
    }[] = [];
    for (let i = end - 1; i >= 0 && list.length < MOST_EVENTS; i--) {
      const at = i * EVENT_COLUMNS;
      const code = data[at + 1] ?? 0;
      const entity = run.record.entityName(code, data[at + 2] ?? 0);
      const flow = flowOf(entity);
      const packets = data[at + 4] ?? 1;
      const what = eventName(code);
      list.push({
        key: i,
        t: data[at] ?? 0,
        text: `${flow === null ? "" : `${labels.get(flow) ?? flow}: `}${what}${packets > 1 ? ` \u00d7\u202f${packets}` : ""}`,
        flow,
      });
    }
    return { list, end };
  }, [run, tick, labels]);
  if (rows.list.length === 0) return <p className="field-note">{S.lab.noEvents}</p>;
  return (
    <>
      <p className="field-note">{S.lab.eventsUpTo(group(rows.end))}</p>
      <ol className="events">
        {rows.list.map((event) => (
          <li key={event.key}>
            <button
              type="button"
              onClick={() => (event.flow ? onWhy(event.flow, event.t) : session.seek(event.t))}
            >
              <span className="events-time">{event.t.toFixed(3)}&#8239;s</span>
              {event.text}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
