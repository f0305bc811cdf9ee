// The charts of the lab, from top to bottom. Each chart has a hook, which returns its title, its unit, its
// data (chartData.ts) and the controls in its head. To add a chart, add its id (`CHARTS` in
// state/shownCharts.ts) and its hook.
import { type ReactNode, useMemo } from "react";
import type { TimeChartData } from "../../../charts/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { pageTexts } from "../../../texts/index.ts";
import {
  chartBackground,
  disciplineData,
  disciplineSignals,
  flowSignalData,
  flowSignals,
  jainData,
  queueData,
  rateData,
  rttData,
  utilisationData,
  windowData,
} from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import type { Run } from "../state/labStore.ts";
import type { ChartId } from "../state/shownCharts.ts";
import { type Inputs, useChartInputs } from "./chartInputs.ts";
import { LayerSwitches, LinkChoice, SignalChoice, useChosenSignal, useVariant } from "./chartTools.tsx";

export interface LabChart {
  readonly id: ChartId;
  /** The name of the chart where the user chooses charts. The title may be more specific. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly cutSpikes?: boolean;
  /** Controls in the head of the chart. */
  readonly tools?: ReactNode;
  readonly data: TimeChartData;
}

const EMPTY: TimeChartData = { lines: [] };

/** The charts for which the shown run has data, from top to bottom. */
export function useLabCharts(run: Run | null): readonly LabChart[] {
  const inputs = useChartInputs(run);
  const charts: readonly (LabChart | null)[] = [
    useRateChart(inputs),
    useUtilisationChart(inputs),
    useQueueChart(inputs),
    useWindowChart(inputs),
    useRttChart(inputs),
    useJainChart(inputs),
    useDisciplineChart(inputs),
    useFlowSignalChart(inputs),
  ];
  return charts.filter((chart) => chart !== null);
}

function useRateChart(inputs: Inputs): LabChart {
  const [variant, setVariant] = useVariant("rate");
  const showsTotal = variant === "total";
  const data = useMemo(
    () => (inputs ? { ...rateData(inputs, showsTotal), ...chartBackground(inputs.run) } : EMPTY),
    [inputs, showsTotal],
  );
  const tools = (
    <>
      {inputs && inputs.members.length > 1 && (
        <SegmentedControl
          small
          label={pageTexts.groups.rateOf}
          value={showsTotal ? "total" : ""}
          options={[
            { value: "", label: pageTexts.groups.perFlow },
            { value: "total", label: pageTexts.groups.total },
          ]}
          onChange={setVariant}
        />
      )}
      <LayerSwitches chart="rate" title={pageTexts.lab.chartRate} />
    </>
  );
  const title = showsTotal ? pageTexts.lab.chartTotalRate : pageTexts.lab.chartRate;
  return { id: "rate", name: pageTexts.lab.chartRate, title, unit: "bit/s", cutSpikes: true, tools, data };
}

/** The share of the rate of each link that is used. */
function useUtilisationChart(inputs: Inputs): LabChart {
  const data = useMemo(
    () => (inputs ? { ...utilisationData(inputs), ...chartBackground(inputs.run) } : EMPTY),
    [inputs],
  );
  return {
    id: "use",
    name: pageTexts.numbers.utilisation,
    title: pageTexts.lab.chartUtilisation,
    unit: "share",
    data,
  };
}

function useQueueChart(inputs: Inputs): LabChart {
  const [variant, setVariant] = useVariant("queue");
  const unit = variant === "ms" ? "s" : "packets";
  const data = useMemo(
    () => (inputs ? { ...queueData(inputs, unit), ...chartBackground(inputs.run, inputs.link) } : EMPTY),
    [inputs, unit],
  );
  const tools = (
    <>
      {inputs && <LinkChoice run={inputs.run} link={inputs.link} />}
      <SegmentedControl
        small
        label={pageTexts.lab.unitOf({ what: pageTexts.lab.chartQueue })}
        value={unit}
        options={[
          { value: "packets", label: pageTexts.lab.packets },
          { value: "s", label: pageTexts.lab.milliseconds },
        ]}
        onChange={(next) => setVariant(next === "s" ? "ms" : "")}
      />
      <LayerSwitches chart="queue" title={pageTexts.lab.chartQueue} />
    </>
  );
  return { id: "queue", name: pageTexts.lab.chartQueue, title: pageTexts.lab.chartQueue, unit, tools, data };
}

function useWindowChart(inputs: Inputs): LabChart {
  const [variant, setVariant] = useVariant("window");
  const signal = variant === "in_flight" ? "in_flight" : "cwnd";
  const data = useMemo(
    () => (inputs ? { ...windowData(inputs, signal), ...chartBackground(inputs.run) } : EMPTY),
    [inputs, signal],
  );
  const tools = (
    <>
      <SegmentedControl
        small
        label={pageTexts.lab.windowOrFlight}
        value={signal}
        options={[
          { value: "cwnd", label: pageTexts.lab.window },
          { value: "in_flight", label: pageTexts.lab.inFlight },
        ]}
        onChange={(next) => setVariant(next === "in_flight" ? "in_flight" : "")}
      />
      <LayerSwitches chart="window" title={pageTexts.lab.chartWindow} />
    </>
  );
  const title = signal === "cwnd" ? pageTexts.lab.chartWindow : pageTexts.lab.chartInFlight;
  return {
    id: "window",
    name: pageTexts.lab.chartWindow,
    title,
    // The first loss, at the peak of slow start, is what a window is looked at for.
    unit: "packets",
    tools,
    data,
  };
}

function useRttChart(inputs: Inputs): LabChart {
  const data = useMemo(
    () => (inputs ? { ...rttData(inputs), ...chartBackground(inputs.run) } : EMPTY),
    [inputs],
  );
  return {
    id: "rtt",
    name: pageTexts.lab.chooseRtt,
    title: pageTexts.lab.chartRtt,
    unit: "s",
    cutSpikes: true,
    data,
  };
}

function useJainChart(inputs: Inputs): LabChart {
  const data = useMemo(
    () => (inputs ? { ...jainData(inputs), ...chartBackground(inputs.run) } : EMPTY),
    [inputs],
  );
  return { id: "jain", name: pageTexts.lab.chooseJain, title: pageTexts.lab.chartJain, unit: "", data };
}

/** The chart of a signal that only the queue discipline records. Null if there is no such signal. */
function useDisciplineChart(inputs: Inputs): LabChart | null {
  const { catalogue } = useServices();
  const signals = useMemo(() => {
    const commonSignals = new Set(catalogue.link_signals.map((signal) => signal.id));
    return inputs ? disciplineSignals(inputs.run, inputs.link, commonSignals) : [];
  }, [inputs, catalogue]);
  const [signal, choose] = useChosenSignal("discipline", signals);
  const data = useMemo(
    () =>
      inputs && signal
        ? { ...disciplineData(inputs, signal.signal), ...chartBackground(inputs.run, inputs.link) }
        : EMPTY,
    [inputs, signal],
  );
  if (!signal) return null;
  const name = pageTexts.lab.chartDiscipline;
  const tools = <SignalChoice label={name} signals={signals} value={signal} onChange={choose} />;
  return { id: "discipline", name, title: signal.label, unit: signal.unit, tools, data };
}

/** The chart of a signal of the flows, which the user chooses. Null if the other charts show all signals. */
function useFlowSignalChart(inputs: Inputs): LabChart | null {
  const signals = useMemo(() => (inputs ? flowSignals(inputs.run, inputs.recordedSeries) : []), [inputs]);
  const [signal, choose] = useChosenSignal("inside", signals);
  const data = useMemo(
    () =>
      inputs && signal ? { ...flowSignalData(inputs, signal.signal), ...chartBackground(inputs.run) } : EMPTY,
    [inputs, signal],
  );
  if (!signal) return null;
  const name = pageTexts.lab.chartFlowSignals;
  const tools = <SignalChoice label={name} signals={signals} value={signal} onChange={choose} />;
  return { id: "inside", name, title: signal.label, unit: signal.unit, cutSpikes: true, tools, data };
}
