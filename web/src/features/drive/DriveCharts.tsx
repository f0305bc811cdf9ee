// The charts of a drive: the windows of the flows, and the wait in the queue.
import { type ReactNode, useMemo } from "react";
import type { TimeChartData } from "../../charts/index.ts";
import { useChartInputs } from "../lab/charts/chartInputs.ts";
import { ChartHost } from "../lab/stack/ChartHost.tsx";
import { type ChartInputs, queueData, windowData } from "../lab/state/chartData.ts";
import { useLab } from "../lab/state/hooks.ts";
import { driveTexts } from "./texts/index.ts";

const EMPTY: TimeChartData = { lines: [] };

export function DriveCharts(): ReactNode {
  const inputs = useChartInputs(useLab((s) => s.run));
  const windows = useData(inputs, (of) => windowData(of, "cwnd"));
  const wait = useData(inputs, (of) => queueData(of, "s"));
  return (
    <section className="drive-charts stack gap-2 card" aria-label={driveTexts.charts}>
      <ChartHost
        id="window"
        title={driveTexts.windows}
        unit="packets"
        data={windows}
        presenting={false}
        timeAxis={false}
        height={100}
      />
      <ChartHost
        id="queue"
        title={driveTexts.queueDelay}
        unit="s"
        data={wait}
        presenting={false}
        timeAxis
        height={100}
      />
    </section>
  );
}

/** The data of a chart. Its lines read the record, which grows, whenever they are drawn. */
function useData(inputs: ChartInputs | null, data: (inputs: ChartInputs) => TimeChartData): TimeChartData {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `data` is the same function in every call
  return useMemo(() => (inputs ? data(inputs) : EMPTY), [inputs]);
}
