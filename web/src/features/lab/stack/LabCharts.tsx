// The stack of charts over one time axis, the choice of the charts that are shown, and the button that saves
// the charts as one picture. The stack fills the height that the stage gives it.
import { type ReactNode, useCallback, useRef, useState } from "react";
import { type EventSymbol, FLOWS_WITH_OWN_COLOUR } from "../../../charts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { IconButton } from "../../../components/icons.tsx";
import { layers } from "../../../extension/installed.ts";
import { lazyOf, Parts } from "../../../extension/parts.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { type LabChart, useLabCharts } from "../charts/chartList.tsx";
import type { Savable } from "../charts/chartMenu.ts";
import { hasGroups } from "../flows/groups.ts";
import { eventFlow } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useAlgorithmNames, useGroups, useLab, usePictured, useStyles, useTimeView } from "../state/hooks.ts";
import {
  type ChartId,
  type ChartName,
  chartOf,
  DEFAULT_CHARTS,
  featureView,
  hasLayer,
  heightOf,
  isOverTime,
  isSimpleView,
  isViewId,
  type ListedViewId,
  toggledChart,
  type ViewId,
} from "../state/shownCharts.ts";
import { englishName } from "../state/simpleViews.ts";
import { ChartChoice, ColourChoice, GroupChoice } from "./ChartChoice.tsx";
import { ChartStack, type Shown } from "./ChartStack.tsx";

export interface LabChartsProps {
  readonly presenting: boolean;
  readonly onWhy: (flow: string, t: number) => void;
  /** What is in one line with the choice of charts, below the charts. Without it, the choice is inside their frame. */
  readonly children?: ReactNode;
}

export function LabCharts({ presenting, onWhy, children }: LabChartsProps): ReactNode {
  const { session } = useServices();
  const run = usePictured();
  const groups = useGroups(run);
  const offered = useLabCharts(run);
  const names = useLab((s) => s.charts);
  const shown = shownCharts(offered, names);
  const order = shown.map((chart) => chart.id);
  const charts = useRef(new Map<string, Savable>());
  const registerChart = useCallback((id: string, chart: Savable | null): void => {
    if (chart) charts.current.set(id, chart);
    else charts.current.delete(id);
  }, []);
  // The picture shows the charts over time first, like the page.
  const { save, failed } = useSavePicture(() =>
    [...order.filter(isOverTime), ...order.filter((id) => !isOverTime(id))].flatMap(
      (id) => charts.current.get(id) ?? [],
    ),
  );
  const toggle = (id: ChartId): void => session.showCharts(toggledChart(names, id));
  const explainEvent = (mark: EventSymbol): void => {
    if (!run) return;
    const flow = eventFlow(run, mark.event);
    if (flow !== null) onWhy(flow, mark.event.t);
    else session.playback.seek(mark.event.t);
  };
  const choice = (
    <ChartChoice offered={offered} chosen={new Set(order)} onToggle={toggle}>
      {hasGroups(groups) && <GroupChoice groups={groups} />}
      {groups.length > 1 && <ColourChoice manyFlows={groups.length > FLOWS_WITH_OWN_COLOUR} />}
      <WholeRunButton />
      <IconButton
        icon="picture"
        label={pageTexts.picture.save}
        tipSide="left"
        disabled={!run}
        onClick={save}
      />
    </ChartChoice>
  );
  return (
    <>
      <div className="charts grow card stack gap-0">
        <ChartStack
          shown={shown}
          presenting={presenting}
          onPick={explainEvent}
          onAsk={(flow, t) => onWhy(groups.find((g) => g.id === flow)?.members[0]?.id ?? flow, t)}
          onChart={registerChart}
        />
        {children === undefined && choice}
        {layers().map(({ id, load }) => {
          const Layer = lazyOf(load);
          return names.some((name) => hasLayer(name, id)) && <Layer key={id} />;
        })}
        <Parts place="charts" />
        {failed && (
          <p className="field-note" role="alert">
            {pageTexts.picture.failed}
          </p>
        )}
      </div>
      {children !== undefined && (
        <div className="below grid gap-4">
          {choice}
          {children}
        </div>
      )}
    </>
  );
}

/** Shows the whole run again. The button exists only while the charts show a part of the run. */
function WholeRunButton(): ReactNode {
  const { session } = useServices();
  const isZoomed = useTimeView((view) => view.domain[0] > 0 || view.domain[1] < view.duration);
  if (!isZoomed) return null;
  return (
    <Button small onClick={() => session.timeView.reset()}>
      {pageTexts.lab.showWholeRun}
    </Button>
  );
}

const nameOfView = (id: ViewId): string =>
  isSimpleView(id) ? englishName(id) : (featureView(id)?.name() ?? pageTexts.views[id as ListedViewId]);

/**
 * The views, and the charts for which there are data, with these names. If there are none, the default
 * charts.
 */
function shownCharts(offered: readonly LabChart[], names: readonly ChartName[]): readonly Shown[] {
  const shown = names.flatMap((name): Shown[] => {
    const id = chartOf(name);
    const height = heightOf(name);
    if (isViewId(id)) return [{ isView: true, id, title: nameOfView(id), height }];
    const chart = offered.find((candidate) => candidate.id === id);
    return chart ? [{ ...chart, height }] : [];
  });
  return shown.length > 0 || names === DEFAULT_CHARTS ? shown : shownCharts(offered, DEFAULT_CHARTS);
}

/**
 * Returns the function that saves the charts as one picture. `getCharts` returns the charts from top to
 * bottom.
 */
function useSavePicture(getCharts: () => readonly Savable[]): {
  readonly save: () => void;
  readonly failed: boolean;
} {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const styles = useStyles(run);
  const groups = useGroups(run);
  const algorithmNames = useAlgorithmNames();
  const [failed, setFailed] = useState(false);
  const save = (): void => {
    if (!run) return;
    const { domain } = session.timeView.state;
    const version = session.engineVersion;
    setFailed(false);
    import("../charts/chartPicture.ts")
      .then(({ saveChartPicture }) =>
        saveChartPicture({ run, groups, styles, algorithmNames, charts: getCharts(), domain, version }),
      )
      .catch(() => setFailed(true));
  };
  return { save, failed };
}
