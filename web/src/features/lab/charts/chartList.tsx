// The charts of the lab, from top to bottom. Each chart has a hook, which returns its title, its unit, its
// data (chartData.ts) and the controls in its head. To add a chart, add its id (`CHARTS` in
// state/shownCharts.ts) and its hook.
import { type ReactNode, useMemo } from "react";
import type { TimeChartData } from "../../../charts/index.ts";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { pageTexts } from "../../../texts/index.ts";
import {
  type ChartInputs,
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
  readonly data: () => TimeChartData;
}

const EMPTY: TimeChartData = { lines: [] };

const knownData = new WeakMap<ChartInputs, Map<string, TimeChartData>>();

/**
 * Computes the data of a chart when it is shown, because those of hundreds of flows take some ms, and once for the same
 * inputs and `variant`. `link` is the link whose outages the background shows, without it all links.
 */
const dataOf =
  (inputs: Inputs, variant: string, make: (inputs: ChartInputs) => TimeChartData, link?: string) =>
  (): TimeChartData => {
    if (!inputs) return EMPTY;
    const known = knownData.get(inputs) ?? new Map<string, TimeChartData>();
    knownData.set(inputs, known);
    const data = known.get(variant) ?? { ...make(inputs), ...chartBackground(inputs.run, link) };
    known.set(variant, data);
    return data;
  };

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
  const data = dataOf(inputs, `rate ${showsTotal}`, (all) => rateData(all, showsTotal));
  return { id: "rate", name: pageTexts.lab.chartRate, title, unit: "bit/s", cutSpikes: true, tools, data };
}

/** The share of the rate of each link that is used. */
function useUtilisationChart(inputs: Inputs): LabChart {
  return {
    id: "use",
    name: pageTexts.numbers.utilisation,
    title: pageTexts.lab.chartUtilisation,
    unit: "share",
    data: dataOf(inputs, "use", utilisationData),
  };
}

function useQueueChart(inputs: Inputs): LabChart {
  const [variant, setVariant] = useVariant("queue");
  const unit = variant === "ms" ? "s" : "packets";
  const data = dataOf(inputs, `queue ${unit}`, (all) => queueData(all, unit), inputs?.link);
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
  const data = dataOf(inputs, `window ${signal}`, (all) => windowData(all, signal));
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
  return {
    id: "rtt",
    name: pageTexts.lab.chooseRtt,
    title: pageTexts.lab.chartRtt,
    unit: "s",
    cutSpikes: true,
    data: dataOf(inputs, "rtt", rttData),
  };
}

function useJainChart(inputs: Inputs): LabChart {
  const data = dataOf(inputs, "jain", jainData);
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
  if (!signal) return null;
  const make = (all: ChartInputs): TimeChartData => disciplineData(all, signal.signal);
  const data = dataOf(inputs, `discipline ${signal.signal}`, make, inputs?.link);
  const name = pageTexts.lab.chartDiscipline;
  const tools = <SignalChoice label={name} signals={signals} value={signal} onChange={choose} />;
  return { id: "discipline", name, title: signal.label, unit: signal.unit, tools, data };
}

/** The chart of a signal of the flows, which the user chooses. Null if the other charts show all signals. */
function useFlowSignalChart(inputs: Inputs): LabChart | null {
  const signals = useMemo(() => (inputs ? flowSignals(inputs.run, inputs.recordedSeries) : []), [inputs]);
  const [signal, choose] = useChosenSignal("inside", signals);
  if (!signal) return null;
  const data = dataOf(inputs, `inside ${signal.signal}`, (all) => flowSignalData(all, signal.signal));
  const name = pageTexts.lab.chartFlowSignals;
  const tools = <SignalChoice label={name} signals={signals} value={signal} onChange={choose} />;
  return { id: "inside", name, title: signal.label, unit: signal.unit, cutSpikes: true, tools, data };
}
