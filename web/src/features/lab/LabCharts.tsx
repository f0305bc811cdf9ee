// The stack of charts over one time axis.
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { FLOWS_WITH_OWN_COLOUR, type PlacedMark, type TimeChart } from "../../charts/index.ts";
import { SegmentedControl } from "../../components/choice.tsx";
import { IconButton } from "../../components/icons.tsx";
import type { SeriesInfo } from "../../engine/types.ts";
import { S } from "../../strings/index.ts";
import { Colours, KNOWN, useShownCharts } from "./ChartChoice.tsx";
import { ChartHost } from "./ChartHost.tsx";
import {
  type ChartId,
  type ChartInputs,
  disciplineData,
  eventFlow,
  flowSignals,
  insideData,
  jainData,
  ownSignals,
  queueData,
  rateData,
  rttData,
  timesOf,
  windowData,
} from "./chartData.ts";
import { LinkChoice, SignalChoice, useOneOf } from "./chartTools.tsx";
import { useServices } from "./context.tsx";
import {
  useAlgorithmNames,
  useInterval,
  useLab,
  useMembers,
  useRecordedSignals,
  useShownQueue,
  useStyles,
} from "./hooks.ts";

const EMPTY = { lines: [] };

const NONE: readonly SeriesInfo[] = [];

export interface LabChartsProps {
  readonly presenter: boolean;
  readonly onWhy: (flow: string, t: number) => void;
}

export function LabCharts({ presenter, onWhy }: LabChartsProps): ReactNode {
  const { session, catalogue } = useServices();
  const run = useLab((s) => s.run);
  const ghost = useLab((s) => s.ghost);
  const pinned = useLab((s) => s.pinned);
  const recorded = useRecordedSignals(run);
  const link = useShownQueue(run);
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
  const own = useMemo(() => {
    const common = new Set(catalogue.link_signals.map((s) => s.id));
    return run ? ownSignals(run, link, common) : NONE;
  }, [run, link, catalogue]);
  const inner = useMemo(() => (run ? flowSignals(run, recorded) : NONE), [run, recorded]);
  const [discipline, setDiscipline] = useOneOf(own);
  const [inside, setInside] = useOneOf(inner);

  const data = useMemo(() => {
    if (!run) return null;
    const ghosts = overlay && overlay.run.id !== run.id;
    const note = ghosts ? (pinned ? S.lab.ghostsA : S.lab.ghosts) : "";
    const inputs: ChartInputs = {
      run,
      recorded,
      members,
      styles,
      overlay,
      link,
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
    const [all, here] = [timesOf(run), timesOf(run, link)];
    return {
      rate: { ...rateData(inputs), ...all },
      queue: { ...queueData(inputs, queueUnit), ...here },
      window: { ...windowData(inputs, signal), ...all },
      rtt: { ...rttData(inputs), ...all },
      jain: { ...jainData(inputs), ...all },
      discipline: { ...disciplineData(inputs, discipline?.signal ?? ""), ...here },
      inside: { ...insideData(inputs, inside?.signal ?? ""), ...all },
    };
  }, [
    run,
    members,
    styles,
    overlay,
    link,
    interval,
    queueUnit,
    signal,
    discipline,
    inside,
    pinned,
    recorded,
  ]);

  const pick = (mark: PlacedMark): void => {
    if (!run) return;
    const flow = eventFlow(run, mark.event);
    if (flow !== null) onWhy(flow, mark.event.t);
    else session.playback.seek(mark.event.t);
  };
  /** What is particular about each chart. */
  const looks: Readonly<Record<ChartId, ChartLook>> = {
    rate: { title: S.lab.chartRate, unit: "bit/s" },
    queue: {
      title: S.lab.chartQueue,
      unit: queueUnit,
      tools: (
        <>
          <LinkChoice run={run} link={link} />
          <SegmentedControl
            small
            label={S.lab.unitOf(S.lab.chartQueue)}
            value={queueUnit}
            options={[
              { value: "packets", label: S.lab.packets },
              { value: "s", label: S.lab.time2 },
            ]}
            onChange={setQueueUnit}
          />
        </>
      ),
    },
    window: {
      title: signal === "cwnd" ? S.lab.chartWindow : S.lab.chartInFlight,
      unit: "packets",
      cutSpikes: true,
      tools: (
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
      ),
    },
    rtt: { title: S.lab.chartRtt, unit: "s", cutSpikes: true },
    jain: { title: S.lab.chartJain, unit: "" },
    discipline: {
      title: discipline?.label ?? S.lab.chartDiscipline,
      unit: discipline?.unit ?? "",
      tools: (
        <SignalChoice
          label={S.lab.chartDiscipline}
          signals={own}
          value={discipline}
          onChange={setDiscipline}
        />
      ),
    },
    inside: {
      title: inside?.label ?? S.lab.chartInside,
      unit: inside?.unit ?? "",
      cutSpikes: true,
      tools: <SignalChoice label={S.lab.chartInside} signals={inner} value={inside} onChange={setInside} />,
    },
  };
  const charts = useRef(new Map<string, TimeChart>());
  const keep = useCallback((id: string, chart: TimeChart | null): void => {
    if (chart) charts.current.set(id, chart);
    else charts.current.delete(id);
  }, []);
  const [noPicture, setNoPicture] = useState(false);
  const version = useServices().session.engineVersion;
  const names = useAlgorithmNames();
  const save = (): void => {
    if (!run) return;
    const inOrder = list.flatMap(({ id }) => charts.current.get(id) ?? []);
    const { domain } = session.timeView.state;
    setNoPicture(false);
    import("./chartPicture.ts")
      .then(({ saveChartPicture }) =>
        saveChartPicture({ run, members, styles, names, charts: inOrder, domain, version }),
      )
      .catch(() => setNoPicture(true));
  };
  const offered = KNOWN.filter(
    ({ id }) => (id !== "discipline" || own.length > 0) && (id !== "inside" || inner.length > 0),
  );
  const list = offered.filter((c) => shown.has(c.id));
  return (
    <div className={`charts charts-${list.length}`}>
      {list.map(({ id }, index) => (
        <ChartHost
          key={id}
          id={id}
          {...looks[id]}
          presenter={presenter}
          timeAxis={index === list.length - 1}
          data={data?.[id] ?? EMPTY}
          onPick={pick}
          onAsk={onWhy}
          onChart={keep}
        />
      ))}
      <fieldset className="chart-choice">
        <legend className="visually-hidden">{S.lab.charts}</legend>
        {offered.map(({ id, label }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={shown.has(id)}
              disabled={shown.has(id) && list.length === 1}
              onChange={() => setShown(id)}
            />
            {label}
          </label>
        ))}
        <div className="chart-more">
          {members.length > 1 && <Colours many={members.length > FLOWS_WITH_OWN_COLOUR} />}
          <IconButton icon="picture" label={S.picture.save} tipSide="left" disabled={!run} onClick={save} />
        </div>
      </fieldset>
      {noPicture && (
        <p className="field-note" role="alert">
          {S.picture.failed}
        </p>
      )}
    </div>
  );
}

interface ChartLook {
  readonly title: string;
  readonly unit: string;
  readonly cutSpikes?: boolean;
  readonly tools?: ReactNode;
}
