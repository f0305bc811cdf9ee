// The stack of charts over one time axis, and the choice of which are shown.
import { type ReactNode, useMemo, useState } from "react";
import { S } from "../../app/strings.ts";
import { FLOWS_WITH_OWN_COLOUR, type PlacedMark } from "../../charts/index.ts";
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
import { useInterval, useLab, useMembers, useServices, useStyles } from "./context.tsx";

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
  const styles = useStyles(members);
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
          onAsk: onWhy,
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
              title={signal === "cwnd" ? label : S.lab.chartInFlight}
              cutSpikes
              unit="packets"
              tools={
                <SegmentedControl
                  small
                  label={S.lab.windowOrFlight}
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
            cutSpikes={id === "rtt"}
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
        {members.length > 1 && <Colours many={members.length > FLOWS_WITH_OWN_COLOUR} />}
      </fieldset>
    </div>
  );
}

/** By flow up to eight flows and by algorithm above, unless somebody wants it otherwise. */
function Colours({ many }: { readonly many: boolean }): ReactNode {
  const { session } = useServices();
  const colours = useLab((s) => s.colours);
  return (
    <div className="chart-colours">
      <span aria-hidden="true">{S.lab.colours}</span>
      <SegmentedControl
        small
        label={S.lab.colours}
        value={colours === "auto" ? (many ? "algorithm" : "flow") : colours}
        options={[
          { value: "flow", label: S.lab.byFlow },
          { value: "algorithm", label: S.lab.byAlgorithm },
        ]}
        onChange={(value) => session.setColours(value)}
      />
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
