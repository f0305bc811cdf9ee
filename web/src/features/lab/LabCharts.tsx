// The stack of charts over one time axis, and the choice of which are shown.
import { type ReactNode, useMemo, useState } from "react";
import { S } from "../../app/strings.ts";
import type { PlacedMark } from "../../charts/index.ts";
import { SegmentedControl } from "../../components/choice.tsx";
import { browserShelf, readSetting, saveSetting } from "../../scenario/storage.ts";
import { ChartHost } from "./ChartHost.tsx";
import {
  type ChartId,
  type ChartInputs,
  eventFlow,
  jainData,
  queueData,
  rateData,
  rttData,
  windowData,
} from "./chartData.ts";
import { useInterval, useLab, useMembers, useServices } from "./context.tsx";

const OPTIONAL: readonly { readonly id: ChartId; readonly label: string }[] = [
  { id: "rate", label: S.lab.chartRate },
  { id: "queue", label: S.lab.chartQueue },
  { id: "window", label: S.lab.chartWindow },
  { id: "rtt", label: S.lab.chartRtt },
  { id: "jain", label: S.lab.chartJain },
];

const EMPTY = { lines: [] };

export interface LabChartsProps {
  readonly presenter: boolean;
  readonly onWhy: (flow: string, t: number) => void;
}

export function LabCharts({ presenter, onWhy }: LabChartsProps): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const ghost = useLab((s) => s.ghost);
  const pinned = useLab((s) => s.pinned);
  const status = useLab((s) => s.status);
  const members = useMembers(run);
  const interval = useInterval(members);
  const [shown, setShown] = useShownCharts();
  const [queueUnit, setQueueUnit] = useState<"packets" | "s">("packets");
  const [signal, setSignal] = useState<"cwnd" | "in_flight">("cwnd");
  const styles = useMemo(
    () => session.styles.assign(members.map((m) => ({ id: m.id, algorithm: m.algorithm }))),
    [session, members],
  );
  const overlay = useMemo(() => {
    if (pinned) return { run: pinned.run, name: pinned.name };
    return ghost ? { run: ghost, name: S.lab.before } : null;
  }, [pinned, ghost]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the events' table is replaced while the run grows, and complete with the status
  const data = useMemo(() => {
    if (!run) return null;
    const ghosts = overlay && overlay.run.id !== run.id;
    const note = ghosts ? (pinned ? S.lab.ghostsA : S.lab.ghosts) : "";
    const inputs: ChartInputs = {
      run,
      members,
      styles,
      overlay,
      interval,
      note,
      words: {
        capacity: S.lab.capacity,
        fair: S.lab.fair,
        limit: S.lab.limit,
        queue: S.lab.queue,
        jain: S.lab.jainShort,
      },
    };
    return {
      rate: rateData(inputs),
      queue: queueData(inputs, queueUnit),
      window: windowData(inputs, signal),
      rtt: rttData(inputs),
      jain: jainData(inputs),
    };
  }, [run, members, styles, overlay, interval, queueUnit, signal, pinned, status]);

  const pick = (mark: PlacedMark): void => {
    if (!run) return;
    const flow = eventFlow(run, mark.event);
    if (flow !== null) onWhy(flow, mark.event.t);
    else session.seek(mark.event.t);
  };
  const list = OPTIONAL.filter((c) => shown.has(c.id));
  return (
    <div className={`charts charts-${list.length}`}>
      {list.map(({ id, label }, index) => {
        const common = {
          id,
          presenter,
          timeAxis: index === list.length - 1,
          data: data?.[id] ?? EMPTY,
          onPick: pick,
        };
        if (id === "queue")
          return (
            <ChartHost
              key={id}
              {...common}
              title={label}
              unit={queueUnit}
              tools={
                <SegmentedControl
                  small
                  label={S.lab.unitOf(label)}
                  value={queueUnit}
                  options={[
                    { value: "packets", label: S.lab.packets },
                    { value: "s", label: S.lab.time2 },
                  ]}
                  onChange={setQueueUnit}
                />
              }
            />
          );
        if (id === "window")
          return (
            <ChartHost
              key={id}
              {...common}
              title={signal === "cwnd" ? S.lab.chartCwnd : label}
              unit="packets"
              tools={
                <SegmentedControl
                  small
                  label={S.lab.whatOf(label)}
                  value={signal}
                  options={[
                    { value: "cwnd", label: S.lab.window },
                    { value: "in_flight", label: S.lab.inFlight },
                  ]}
                  onChange={setSignal}
                />
              }
            />
          );
        return (
          <ChartHost
            key={id}
            {...common}
            title={label}
            unit={id === "rate" ? "bit/s" : id === "rtt" ? "s" : ""}
          />
        );
      })}
      <fieldset className="chart-choice">
        <legend className="visually-hidden">{S.lab.charts}</legend>
        {OPTIONAL.map(({ id, label }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={shown.has(id)}
              disabled={shown.has(id) && shown.size === 1}
              onChange={() => setShown(id)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </div>
  );
}

function useShownCharts(): [ReadonlySet<ChartId>, (id: ChartId) => void] {
  const [shown, setShown] = useState<ReadonlySet<ChartId>>(() => {
    const saved = readSetting(browserShelf(), "charts")?.split(",") ?? [];
    const known = OPTIONAL.map((c) => c.id).filter((id) => saved.includes(id));
    return new Set(known.length > 0 ? known : ["rate", "queue", "window"]);
  });
  const toggle = (id: ChartId): void => {
    const next = new Set(shown);
    if (!next.delete(id)) next.add(id);
    setShown(next);
    saveSetting(browserShelf(), "charts", [...next].join(","));
  };
  return [shown, toggle];
}
