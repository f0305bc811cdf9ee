// A time chart of the lab: passes data and options to it. The values of series are not part of React's state.
import { type ReactNode, useEffect, useEffectEvent, useMemo } from "react";
import {
  createTimeChart,
  type TimeChart,
  type TimeChartData,
  type TimeChartOptions,
} from "../../../charts/index.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import type { MenuItem } from "../../../components/Menu.tsx";
import { HostedChart, useHostedChart } from "../charts/HostedChart.tsx";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";

const ChartTable = lazyPart(() => import("../charts/ChartTable.tsx"));

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
  /**
   * Called with the chart when it is created, and with null when it is destroyed. Must be the same function
   * on every render.
   */
  readonly onChart?: (id: string, chart: TimeChart | null) => void;
  /** Buttons next to the title. */
  readonly tools?: ReactNode;
  /** The height in per cent of the chart's normal height. */
  readonly height: number;
  /** The handle by which the chart is moved. */
  readonly grip?: ReactNode;
  /** Further entries of the chart's menu. */
  readonly actions?: readonly MenuItem[];
}

export function ChartHost(props: ChartHostProps): ReactNode {
  const { id, title, unit, presenting, timeAxis } = props;
  const data = useDataWithLayers(id, unit, props.data);
  const { host, chart } = useHostedChart(id, useCreate(props), props.onChart);
  useEffect(() => {
    chart?.change({ title, unit, presenter: presenting, timeAxis });
  }, [chart, title, unit, presenting, timeAxis]);
  useEffect(() => {
    chart?.update(data);
  }, [chart, data]);
  return (
    <HostedChart
      id={id}
      title={title}
      host={host}
      chart={chart}
      height={props.height}
      grip={props.grip}
      tools={props.tools}
      actions={props.actions ?? []}
      table={(shown, open, onClose) => (
        <ChartTable chart={shown} title={title} open={open} onClose={onClose} />
      )}
    />
  );
}

/** The data of a chart with the lines of measured data and of models over them. */
function useDataWithLayers(id: string, unit: string, simulated: TimeChartData): TimeChartData {
  const measured = useLab((s) => s.measured?.lines[`${id} ${unit}`]);
  const models = useLab((s) => s.models?.[`${id} ${unit}`]);
  return useMemo(
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
}

/** The function that creates the chart, once. The chart's callbacks use the latest properties. */
function useCreate(props: ChartHostProps): (element: HTMLElement) => TimeChart {
  const { session } = useServices();
  const onPick = useEffectEvent<NonNullable<ChartHostProps["onPick"]>>((mark, at) =>
    props.onPick?.(mark, at),
  );
  const onAsk = useEffectEvent<NonNullable<ChartHostProps["onAsk"]>>((flow, t) => {
    // The simulator cannot explain measured data and models.
    if (!/^(measured|model)\//.test(flow)) props.onAsk?.(flow, t);
  });
  const { title, unit, presenting, timeAxis, yScale, cutSpikes = false } = props;
  return (element) =>
    createTimeChart(element, {
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
}
