// The chart of a layout, over the time of the picture above it.
import { type ReactNode, useMemo } from "react";
import type { EventSymbol, TimeChartData } from "../../../charts/index.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { useChartInputs } from "../charts/chartInputs.ts";
import { ChartHost } from "../stack/ChartHost.tsx";
import {
  type ChartInputs,
  chartBackground,
  eventFlow,
  queueData,
  rateData,
  rttData,
  windowData,
} from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useGroups, useLab } from "../state/hooks.ts";
import { faceTexts } from "./texts/index.ts";

const WhyMark = lazyPart(() => import("./WhyMark.tsx"));

interface Shown {
  readonly id: string;
  readonly title: () => string;
  readonly unit: string;
  readonly data: (inputs: ChartInputs) => TimeChartData;
}

/** The charts that a layout can show, by their names. */
const CHARTS: Readonly<Record<string, Shown>> = {
  rate: {
    id: "rate",
    title: () => pageTexts.lab.chartRate,
    unit: "bit/s",
    data: (inputs) => rateData(inputs),
  },
  "rate.total": {
    id: "rate",
    title: () => pageTexts.lab.chartTotalRate,
    unit: "bit/s",
    data: (inputs) => rateData(inputs, true),
  },
  queue: {
    id: "queue",
    title: () => pageTexts.lab.chartQueue,
    unit: "packets",
    data: (inputs) => queueData(inputs, "packets"),
  },
  "queue.ms": {
    id: "queue",
    title: () => pageTexts.lab.chartQueue,
    unit: "s",
    data: (inputs) => queueData(inputs, "s"),
  },
  window: {
    id: "window",
    title: () => pageTexts.lab.chartWindow,
    unit: "packets",
    data: (inputs) => windowData(inputs, "cwnd"),
  },
  rtt: { id: "rtt", title: () => pageTexts.lab.chartRtt, unit: "s", data: (inputs) => rttData(inputs) },
};

/** Stands for the part of a feature in place of the chart of a question. */
export const PART = "part";

const EMPTY: TimeChartData = { lines: [] };

/** The first of these names that names a chart. Undefined if there is none. */
export const chartAmong = (names: readonly string[]): string | undefined =>
  names.find((name) => Object.hasOwn(CHARTS, name));

/** The data with the capacity on the axis, however far above the data it is. */
const withWholeCapacity = (data: TimeChartData, isWhole: boolean): TimeChartData =>
  isWhole && data.references
    ? {
        ...data,
        references: data.references.map((line) =>
          line.id === "capacity" ? { ...line, extendsAxis: "always" } : line,
        ),
      }
    : data;

/** The button that leads back to a chart. */
export function BackTo({ chart = "" }: { readonly chart: string | undefined }): ReactNode {
  const { session } = useServices();
  const former = CHARTS[chart];
  return (
    (former || chart === PART) && (
      <button
        type="button"
        className="button is-small"
        onClick={() => session.store.setState({ instead: null })}
      >
        {former ? faceTexts.backTo({ chart: former.title() }) : faceTexts.back}
      </button>
    )
  );
}

export function FaceChart({
  name,
  instead,
  presenting,
  showsUse,
}: {
  readonly name: string;
  /** The name of the chart that this chart replaces. A button leads back to it. */
  readonly instead: string | undefined;
  readonly presenting: boolean;
  /** Whether the question is how much of the link is used. */
  readonly showsUse: boolean;
}): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const groups = useGroups(run);
  const explainEvent = ({ event }: EventSymbol): void => {
    const flow = run && eventFlow(run, event);
    if (flow) session.explain(flow, event.t);
    else session.playback.seek(event.t);
  };
  const inputs = useChartInputs(run);
  const shown = CHARTS[name];
  const data = useMemo(
    () =>
      inputs && shown
        ? { ...withWholeCapacity(shown.data(inputs), showsUse), ...chartBackground(inputs.run) }
        : EMPTY,
    [inputs, shown, showsUse],
  );
  if (!shown) return null;
  return (
    <ChartHost
      key={name}
      id={shown.id}
      title={shown.title()}
      unit={shown.unit}
      data={data}
      presenting={presenting}
      timeAxis
      cutSpikes={shown.unit === "bit/s"}
      height={100}
      hasMenu={false}
      labelsAsk={false}
      tools={<BackTo chart={instead} />}
      above={(chart) => <WhyMark chart={chart} data={data} />}
      onPick={explainEvent}
      onAsk={(flow, t) => session.explain(groups.find(({ id }) => id === flow)?.members[0]?.id ?? flow, t)}
    />
  );
}
