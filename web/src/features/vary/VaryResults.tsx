// The results of a sweep: the figure, the values with buttons that open their runs, the files, and the link.
import { memo, type ReactNode, useId, useMemo } from "react";
import { cellTitle } from "../../charts/paper/index.ts";
import { Disclosure } from "../../components/surfaces.tsx";
import { DrawingTable } from "../../experiments/DrawingTable.tsx";
import { runOf } from "../../experiments/figureRun.ts";
import { PanelFigure } from "../../experiments/PanelFigure.tsx";
import type { PageProps } from "../../extension/feature.ts";
import { useOffer } from "../../extension/offers.ts";
import type { ScenarioDocument } from "../../generated/types.ts";
import { CopyBox } from "../lab/share/CopyBox.tsx";
import { gapsOf, withGaps } from "./gaps.ts";
import { metricName } from "./metrics.ts";
import { designOf, type SweepDocument } from "./sweepDocument.ts";
import { type SweepFigure, sweepFigure, sweepPanels } from "./sweepFigure.ts";
import type { SweepSession, SweepState } from "./sweepSessions.ts";
import { varyTexts } from "./texts/index.ts";
import { type AxisUnits, crossingsInWords, hasCurves, readThreshold, withThreshold } from "./threshold.ts";
import { VarySave } from "./VarySave.tsx";

/** The sweep of the page. */
export interface VaryRunsProps extends PageProps {
  readonly sweep: SweepDocument;
  readonly metric: string;
  /** The text of the field for a threshold. */
  readonly threshold: string;
  readonly onThreshold: (text: string) => void;
  readonly address: string;
}

interface VaryResultsProps extends VaryRunsProps {
  readonly session: SweepSession;
  readonly results: SweepState["results"];
  readonly outline: SweepState["outline"];
}

const NO_MODELS = {};
/** The largest number of gaps that are stated below the figure. */
const MAX_SENTENCES = 4;

/** The state of a session changes with each run, and its results twice a second at most. */
export const VaryResults = memo(ResultsOfSweep);

function ResultsOfSweep(props: VaryResultsProps): ReactNode {
  const { sweep, metric, catalogue, session, results, outline, address } = props;
  const models = useOffer("modelNames") ?? NO_MODELS;
  const figure = useMemo(
    () => (results && outline ? sweepFigure(sweep, outline.cells, results, metric, catalogue, models) : null),
    [sweep, outline, results, metric, catalogue, models],
  );
  const { threshold, onThreshold } = props;
  const unit = figure?.experiment.quantities?.[0]?.unit ?? "";
  const read = readThreshold(threshold, unit, metricName(metric, sweep.scenario));
  const limit = read && "value" in read ? read.value : null;
  const gaps = useMemo(() => (figure && results ? gapsOf(figure, results) : []), [figure, results]);
  const shownGaps = gaps.filter(({ isLargest }) => isLargest).slice(0, MAX_SENTENCES);
  const measured = useMemo(
    () => (figure ? sweepPanels(figure, sweep, catalogue) : []),
    [figure, sweep, catalogue],
  );
  const panels = useMemo(
    () => withThreshold(withGaps(measured, gaps), limit, unit),
    [measured, gaps, limit, unit],
  );
  const open = async (cell: string): Promise<void> => {
    if (figure) await openCell(props, figure, cell);
  };
  const title = figure?.drawing.title ?? "";
  return (
    <section className="vary-results stack left" aria-label={varyTexts.results}>
      {panels.length === 0 && (
        <p className="vary-empty card soft">{figure ? varyTexts.noValue : varyTexts.empty}</p>
      )}
      {figure && panels.length > 0 && (
        <figure className="experiment-figure card stack gap-3">
          <PanelFigure
            panels={panels}
            label={`${title}. ${varyTexts.figureHint}`}
            form="map"
            turn={0}
            onCell={(cell) => void open(cell)}
          />
          <figcaption className="stack gap-2">
            {shownGaps.map(({ sentence }) => (
              <p key={sentence}>{sentence}</p>
            ))}
            <p className="faint text-s">{varyTexts.figureHint}</p>
          </figcaption>
        </figure>
      )}
      {hasCurves(measured) && (
        <ThresholdField
          text={threshold}
          unit={unit}
          problem={read && "problem" in read ? read.problem : ""}
          onChange={onThreshold}
        />
      )}
      {limit !== null && hasCurves(measured) && (
        <ul className="bullets" aria-live="polite">
          {crossingsInWords(measured, limit, unitsOf(figure, unit)).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {figure && (
        <DrawingTable
          drawing={figure.drawing}
          experiment={figure.experiment}
          results={figure.results}
          onCell={(cell) => void open(cell)}
          isOnly
        />
      )}
      <VarySave
        {...{ sweep, session, panels, title }}
        hasResults={results !== null}
        version={props.version}
      />
      <Disclosure summary={varyTexts.copyLink}>
        <CopyBox label={varyTexts.copyLink} text={new URL(address, location.href).href} />
      </Disclosure>
      <p>
        {varyTexts.commandLine} <code>fairshare sweep sweep.json --csv</code>
      </p>
    </section>
  );
}

/** The axis of a figure of curves, whose values sentences name. */
function unitsOf(figure: SweepFigure | null, y: string): AxisUnits {
  const x = figure?.drawing.kind === "curves" ? figure.drawing.x : "";
  const axis = figure?.experiment.axes?.find(({ id }) => id === x);
  return { name: axis?.label ?? "", x: axis?.unit ?? "", y };
}

interface ThresholdFieldProps {
  readonly text: string;
  /** Why the text is not understood. */
  readonly problem: string;
  /** The unit of the figure. */
  readonly unit: string;
  readonly onChange: (text: string) => void;
}

/** The value whose crossings are drawn and stated. */
function ThresholdField({ text, unit, problem, onChange }: ThresholdFieldProps): ReactNode {
  const hint = useId();
  return (
    <div className="vary-field labelled text-m">
      <label className="vary-field labelled text-m is-short">
        {varyTexts.threshold}
        <input
          className="text-box"
          inputMode="decimal"
          value={text}
          aria-invalid={problem !== ""}
          aria-describedby={hint}
          onChange={({ target }) => onChange(target.value)}
        />
      </label>
      <p id={hint} className="field-note" role={problem === "" ? undefined : "alert"}>
        {problem ||
          varyTexts.thresholdHint({ kind: unit === "%" ? "share" : unit === "" ? "none" : "unit", unit })}
      </p>
    </div>
  );
}

/** Opens the first seed of a cell in the Lab. */
async function openCell(
  { sweep, session, onOpenRun, address }: VaryResultsProps,
  { experiment, results }: SweepFigure,
  cell: string,
): Promise<void> {
  const doc = JSON.parse(await session.document({ cell, seed: 1 })) as ScenarioDocument;
  const at = results.cells.find(({ id }) => id === cell)?.at ?? {};
  const isBase = designOf(sweep) === "one-at-a-time" && at["setting"] === "";
  const place = isBase ? varyTexts.unchanged : cellTitle(experiment, at);
  onOpenRun(
    { ...doc, title: `${sweep.scenario.title ?? varyTexts.title}: ${place}`.slice(0, 200) },
    { ...runOf(experiment, results, cell), from: "sweep", address, place: varyTexts.placeOf({ at: place }) },
  );
}
