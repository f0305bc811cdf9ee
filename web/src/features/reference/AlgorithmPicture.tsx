// A picture of an algorithm: the charts of a run that shows its mechanism, with a caption and a button that
// opens the run in the Lab.
import "./reference.css";
import { type ReactNode, useEffect, useRef } from "react";
import { createTimeChart, type TimeChart, TimeView } from "../../charts/index.ts";
import { Button } from "../../components/Button.tsx";
import { InlineProse } from "../../components/Prose.tsx";
import type { EngineClient } from "../../engine/types.ts";
import type { AlgorithmInfo, AlgorithmPicture as Picture, ScenarioDocument } from "../../generated/types.ts";
import { rulesInLanguage } from "../../scenario/catalogue/rules/inLanguage.ts";
import { pictureCharts, pictureScenario } from "./picture.ts";
import { referenceTexts } from "./texts/index.ts";

/** The number of bins per series, which is enough for the width of the charts. */
const BINS = 720;

interface AlgorithmPictureProps {
  readonly algorithm: AlgorithmInfo;
  readonly picture: Picture;
  readonly engine: EngineClient;
  readonly onOpen: (doc: ScenarioDocument) => void;
}

/** The run is computed when the page about the algorithm is opened. */
export function AlgorithmPicture({ algorithm, picture, engine, onOpen }: AlgorithmPictureProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let cancelled = false;
    const charts: TimeChart[] = [];
    engine
      .computeRecord(JSON.stringify(pictureScenario(algorithm, picture)), BINS)
      .then((run) => {
        const element = host.current;
        if (cancelled || !element) return;
        const timeView = new TimeView(run.duration);
        const shown = pictureCharts(picture, run);
        // All charts have labels at their ends or none has, because the labels take space of the time axis.
        const labels = shown.some(({ data }) => data.lines.length > 1);
        element.style.minHeight = "0";
        shown.forEach(({ title, unit, data }, index) => {
          const box = element.appendChild(document.createElement("div"));
          const timeAxis = index === shown.length - 1;
          const chart = createTimeChart(box, { title, unit, timeView, cutSpikes: true, labels, timeAxis });
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
  }, [algorithm, picture, engine]);
  return (
    <figure className="article-picture card">
      <div ref={host} className={`stack gap-1 charts-${picture.charts.length}`} />
      <figcaption className="cluster gap-4 between faint text-s">
        <InlineProse {...rulesInLanguage(picture.caption)} />
        <Button small onClick={() => onOpen(pictureScenario(algorithm, picture))}>
          {referenceTexts.open}
        </Button>
      </figcaption>
    </figure>
  );
}
