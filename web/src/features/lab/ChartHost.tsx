// The boundary between React and a chart: creates the chart, passes data and options to it, renders its menu and its table, and
// destroys it. The values of series are not part of React's state.
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import {
  createTimeChart,
  type TimeChart,
  type TimeChartData,
  type TimeChartOptions,
} from "../../charts/index.ts";
import { lazyPart } from "../../components/lazyPart.tsx";
import { Menu, type MenuItem } from "../../components/Menu.tsx";
import { S } from "../../strings/index.ts";
import { savingItems } from "./chartMenu.ts";
import { useServices } from "./context.tsx";
import { useLab } from "./hooks.ts";

const ChartTable = lazyPart(() => import("./ChartTable.tsx"));

export interface ChartHostProps {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
  readonly presenting: boolean;
  readonly timeAxis: boolean;
  readonly yScale?: TimeChartOptions["yScale"];
  readonly cutSpikes?: boolean;
  readonly onPick?: TimeChartOptions["onPick"];
  readonly onAsk?: TimeChartOptions["onAsk"];
  /** Called with the chart when it is created, and with null when it is destroyed. Must be the same function on every render. */
  readonly onChart?: (id: string, chart: TimeChart | null) => void;
  /** Buttons beside the title. */
  readonly tools?: ReactNode;
  /** The height in per cent of the chart's normal height. */
  readonly height: number;
  /** The handle by which the chart is moved. */
  readonly grip?: ReactNode;
  /** Further entries of the chart's menu. */
  readonly actions?: readonly MenuItem[];
}

export function ChartHost(props: ChartHostProps): ReactNode {
  const { session } = useServices();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<TimeChart | null>(null);
  // Null until the table is first shown. The dialog stays mounted after that, so that it gives the focus back.
  const [showsTable, setShowsTable] = useState<boolean | null>(null);
  const { id, title, unit, presenting, timeAxis, data: simulated, onChart } = props;
  const measured = useLab((s) => s.measured?.lines[`${id} ${unit}`]);
  const models = useLab((s) => s.models?.[`${id} ${unit}`]);
  const data = useMemo(
    () =>
      measured || models
        ? {
            ...simulated,
            lines: [...simulated.lines, ...(measured ?? []), ...(models?.lines ?? [])],
            bands: [...(simulated.bands ?? []), ...(models?.bands ?? [])],
            note: [simulated.note, models?.note].filter(Boolean).join(", "),
          }
        : simulated,
    [simulated, measured, models],
  );
  // The chart is created once, but its callbacks use the latest properties.
  const onPick = useEffectEvent<NonNullable<ChartHostProps["onPick"]>>((mark, at) =>
    props.onPick?.(mark, at),
  );
  const onAsk = useEffectEvent<NonNullable<ChartHostProps["onAsk"]>>((flow, t) => {
    // The simulator does not know why measured data and models are as they are.
    if (!/^(measured|model)\//.test(flow)) props.onAsk?.(flow, t);
  });
  const create = useEffectEvent((element: HTMLElement) => {
    const { yScale, cutSpikes = false } = props;
    return createTimeChart(element, {
      title,
      unit,
      timeView: session.timeView,
      presenter: presenting,
      timeAxis,
      cutSpikes,
      ...(yScale ? { yScale } : {}),
      onSeek: (t) => session.playback.seek(t),
      onPick: (mark, at) => onPick(mark, at),
      onAsk: (flow, t) => onAsk(flow, t),
    });
  });

  useEffect(() => {
    if (!host.current) return;
    const created = create(host.current);
    setChart(created);
    onChart?.(id, created);
    return () => {
      setChart(null);
      onChart?.(id, null);
      created.destroy();
    };
  }, [id, onChart]);

  useEffect(() => {
    chart?.change({ title, unit, presenter: presenting, timeAxis });
  }, [chart, title, unit, presenting, timeAxis]);
  useEffect(() => {
    chart?.update(data);
  }, [chart, data]);

  return (
    <div
      className={`chart chart-${id}`}
      data-chart={id}
      style={{ "--height": props.height / 100 } as React.CSSProperties}
    >
      {props.grip}
      <div className="chart-host" ref={host} />
      {chart &&
        createPortal(
          <>
            {props.tools}
            <Menu
              label={`${S.lab.save}: ${title}`}
              items={[...savingItems(id, chart, () => setShowsTable(true)), ...(props.actions ?? [])]}
            />
          </>,
          chart.tools,
        )}
      {chart && showsTable !== null && (
        <Suspense fallback={null}>
          <ChartTable chart={chart} title={title} open={showsTable} onClose={() => setShowsTable(false)} />
        </Suspense>
      )}
    </div>
  );
}
