// A time chart of the lab, with what is drawn over it.
import { type ReactNode, useEffectEvent, useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import {
  createTimeChart,
  type TimeChart,
  type TimeChartData,
  type TimeChartOptions,
} from "../../../charts/index.ts";
import { PlotHost, type PlotPlace } from "../charts/PlotHost.tsx";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";

export interface ChartHostProps extends PlotPlace, Pick<TimeChartOptions, "onPick" | "onAsk" | "labelsAsk"> {
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
  readonly presenting: boolean;
  readonly timeAxis: boolean;
  readonly cutSpikes?: boolean;
  /** What the page shows over the plot. */
  readonly above?: (chart: TimeChart) => ReactNode;
}

export function ChartHost(props: ChartHostProps): ReactNode {
  const { session } = useServices();
  const { id, title, unit, presenting, timeAxis, cutSpikes = false, labelsAsk = true } = props;
  const data = useDataWithOverlays(id, unit, props.data);
  const options = useMemo(
    () => ({ title, unit, presenter: presenting, timeAxis }),
    [title, unit, presenting, timeAxis],
  );
  // The chart's callbacks use the latest properties.
  const onPick = useEffectEvent<NonNullable<ChartHostProps["onPick"]>>((mark, at) =>
    props.onPick?.(mark, at),
  );
  const onAsk = useEffectEvent<NonNullable<ChartHostProps["onAsk"]>>((flow, t) => {
    // The simulator cannot explain what is drawn over its data.
    if (props.data.lines.some((line) => line.flow === flow || line.id === flow)) props.onAsk?.(flow, t);
  });
  return (
    <PlotHost
      place={props}
      title={title}
      options={options}
      data={data}
      {...(props.above && { above: props.above })}
      create={(element) =>
        createTimeChart(element, {
          ...options,
          timeView: session.timeView,
          cutSpikes,
          labelsAsk,
          onSeek: (t) => session.playback.seek(t),
          onPick: (mark, at) => onPick(mark, at),
          onAsk: (flow, t) => onAsk(flow, t),
        })
      }
    />
  );
}

/** The data of a chart with what is drawn over it. */
function useDataWithOverlays(id: string, unit: string, simulated: TimeChartData): TimeChartData {
  const overlays = useLab(
    useShallow((s) => Object.values(s.overlays).flatMap((charts) => charts[`${id} ${unit}`] ?? [])),
  );
  return useMemo(() => {
    if (overlays.length === 0) return simulated;
    const layers = [simulated, ...overlays];
    return {
      ...simulated,
      lines: layers.flatMap(({ lines }) => lines),
      bands: layers.flatMap(({ bands = [] }) => bands),
      note: layers.flatMap(({ note }) => note || []).join(", "),
    };
  }, [simulated, overlays]);
}
