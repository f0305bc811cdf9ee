// Charts of a run in which an algorithm is alone on a link.
import { type ReactNode, useEffect, useRef } from "react";
import {
  createTimeChart,
  type LineSpec,
  type TimeChart,
  type TimeChartData,
  TimeView,
} from "../../charts/index.ts";
import type { EngineClient, RunRecord, Series } from "../../engine/types.ts";
import type { AlgorithmInfo, ScenarioDocument } from "../../generated/types.ts";
import { S } from "../../strings/index.ts";

/** The number of bins per series, which is enough for the width of the charts. */
const BINS = 720;

/** A scenario with one flow that uses the algorithm. The link and the buffer are the same for all algorithms. */
export function soloScenario(algorithm: AlgorithmInfo): ScenarioDocument {
  return {
    v: 1,
    title: `${algorithm.name} alone`,
    duration: 30,
    network: {
      kind: "dumbbell",
      forward: { rate: 1e7, delay: 0.01, queue: { kind: "drop_tail", limit: { bdp: 1 } } },
    },
    flows: [
      {
        id: algorithm.id,
        label: algorithm.name,
        algorithm: algorithm.id,
        access: { sender: 0.005, receiver: 0.005 },
      },
    ],
  };
}

/** One chart: of the flow's window, rate or packets in flight, or of the queue. */
interface PictureChart {
  readonly title: string;
  readonly unit: string;
  readonly data: TimeChartData;
}

function chartsOf(algorithm: AlgorithmInfo, run: RunRecord): readonly PictureChart[] {
  const entity = `flow:${algorithm.id}`;
  const flowSeries =
    run.series(entity, "cwnd") ?? run.series(entity, "rate") ?? run.series(entity, "in_flight");
  const queue = run.series("link:forward", "queue");
  const limit = run.derived.links.find((link) => link.id === "forward")?.limit;
  const line = (id: string, series: Series, colour: number): LineSpec => ({
    id,
    label: series.info.label,
    run,
    series,
    view: { kind: "value" },
    style: { colour, dash: 0, marker: 0 },
  });
  const charts: PictureChart[] = [];
  if (flowSeries)
    charts.push({
      title: flowSeries.info.label,
      unit: flowSeries.info.unit,
      data: {
        lines: [line("flow", flowSeries, 0)],
        ...(flowSeries.info.unit === "bit/s"
          ? {
              references: [
                { id: "capacity", label: S.lab.capacity, value: run.derived.capacity, extendsAxis: true },
              ],
            }
          : {}),
      },
    });
  if (queue)
    charts.push({
      title: S.lab.chartQueue,
      unit: "packets",
      data: {
        lines: [line("queue", queue, 7)],
        references: limit
          ? [{ id: "limit", label: S.lab.limit, value: limit.packets, extendsAxis: true }]
          : [],
        marks: { events: run.events, lineOf: () => null },
      },
    });
  return charts;
}

/** The charts of an algorithm, for which a run is computed when the page about the algorithm is opened. */
export function AlgorithmPicture({
  algorithm,
  engine,
}: {
  readonly algorithm: AlgorithmInfo;
  readonly engine: EngineClient;
}): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let cancelled = false;
    const charts: TimeChart[] = [];
    engine
      .computeRecord(JSON.stringify(soloScenario(algorithm)), BINS)
      .then((run) => {
        const element = host.current;
        if (cancelled || !element) return;
        const timeView = new TimeView(run.duration);
        const pictureCharts = chartsOf(algorithm, run);
        pictureCharts.forEach(({ title, unit, data }, index) => {
          const box = element.appendChild(document.createElement("div"));
          const chart = createTimeChart(box, {
            title,
            unit,
            timeView,
            cutSpikes: true,
            labels: false,
            timeAxis: index === pictureCharts.length - 1,
          });
          chart.update(data);
          charts.push(chart);
        });
      })
      .catch(() => undefined);
    return () => {
      cancelled = true;
      for (const chart of charts) chart.destroy();
      host.current?.replaceChildren();
    };
  }, [algorithm, engine]);
  return (
    <figure className="article-picture">
      <div ref={host} />
      <figcaption>{S.algorithms.picture}</figcaption>
    </figure>
  );
}
