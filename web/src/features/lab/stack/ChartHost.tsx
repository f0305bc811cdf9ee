// A time chart of the lab, with the lines of measured data and of models over its data.
import { type ReactNode, useEffectEvent, useMemo } from "react";
import { createTimeChart, type TimeChartData, type TimeChartOptions } from "../../../charts/index.ts";
import { PlotHost, type PlotPlace } from "../charts/PlotHost.tsx";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";

export interface ChartHostProps extends PlotPlace, Pick<TimeChartOptions, "yScale" | "onPick" | "onAsk"> {
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
  readonly presenting: boolean;
  readonly timeAxis: boolean;
  readonly cutSpikes?: boolean;
}

export function ChartHost(props: ChartHostProps): ReactNode {
  const { session } = useServices();
  const { id, title, unit, presenting, timeAxis, yScale, cutSpikes = false } = props;
  const data = useDataWithLayers(id, unit, props.data);
  const options = useMemo(
    () => ({ title, unit, presenter: presenting, timeAxis }),
    [title, unit, presenting, timeAxis],
  );
  // The chart's callbacks use the latest properties.
  const onPick = useEffectEvent<NonNullable<ChartHostProps["onPick"]>>((mark, at) =>
    props.onPick?.(mark, at),
  );
  const onAsk = useEffectEvent<NonNullable<ChartHostProps["onAsk"]>>((flow, t) => {
    // The simulator cannot explain measured data and models.
    if (!/^(measured|model)\//.test(flow)) props.onAsk?.(flow, t);
  });
  return (
    <PlotHost
      place={props}
      title={title}
      options={options}
      data={data}
      create={(element) =>
        createTimeChart(element, {
          ...options,
          timeView: session.timeView,
          cutSpikes,
          ...(yScale && { yScale }),
          onSeek: (t) => session.playback.seek(t),
          onPick: (mark, at) => onPick(mark, at),
          onAsk: (flow, t) => onAsk(flow, t),
        })
      }
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
