// The stack of charts over one time axis, the choice of the charts that are shown, and the button that saves the charts as one
// picture. The stack fills the height that the stage gives it.
import { Fragment, type ReactNode, useCallback, useRef, useState } from "react";
import { type EventMark, FLOWS_WITH_OWN_COLOUR, type TimeChart } from "../../charts/index.ts";
import { IconButton } from "../../components/icons.tsx";
import type { MenuItem } from "../../components/Menu.tsx";
import { S } from "../../strings/index.ts";
import { ChartChoice, ColourChoice, GroupChoice } from "./ChartChoice.tsx";
import { ChartGrip, ChartSplitter } from "./ChartHandles.tsx";
import { ChartHost } from "./ChartHost.tsx";
import { eventFlow } from "./chartData.ts";
import { type LabChart, useLabCharts } from "./chartList.tsx";
import { useServices } from "./context.tsx";
import { hasGroups } from "./groups.ts";
import { useAlgorithmNames, useGroups, useLab, useStyles, useTimeView } from "./hooks.ts";
import {
  type ChartName,
  chartOf,
  DEFAULT_CHARTS,
  heightOf,
  movedChart,
  toggledChart,
  withHeights,
} from "./state/shownCharts.ts";

/** The factor by which "Taller" multiplies the height of a chart. */
const TALLER = 1.25;

export interface LabChartsProps {
  readonly presenting: boolean;
  readonly onWhy: (flow: string, t: number) => void;
}

type ShownChart = LabChart & { readonly height: number };

export function LabCharts({ presenting, onWhy }: LabChartsProps): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const groups = useGroups(run);
  const offered = useLabCharts(run);
  const names = useLab((s) => s.charts);
  const shown = shownCharts(offered, names);
  const order = shown.map((chart) => chart.id);
  const charts = useRef(new Map<string, TimeChart>());
  const registerChart = useCallback((id: string, chart: TimeChart | null): void => {
    if (chart) charts.current.set(id, chart);
    else charts.current.delete(id);
  }, []);
  const { save, failed } = useSavePicture(() => order.flatMap((id) => charts.current.get(id) ?? []));
  const explainEvent = (mark: EventMark): void => {
    if (!run) return;
    const flow = eventFlow(run, mark.event);
    if (flow !== null) onWhy(flow, mark.event.t);
    else session.playback.seek(mark.event.t);
  };
  const moveItem = (label: string, index: number, step: number): MenuItem => {
    const [id, target] = [order[index], order[index + step]];
    return {
      label,
      disabled: !target,
      onSelect: () => id && target && session.showCharts(movedChart(names, id, target)),
    };
  };
  const actionsOf = ({ id }: ShownChart, index: number): readonly MenuItem[] => [
    moveItem(S.stage.moveUp, index, -1),
    moveItem(S.stage.moveDown, index, 1),
    { label: S.stage.taller, onSelect: () => session.showCharts(withHeights(names, { [id]: TALLER })) },
    { label: S.stage.shorter, onSelect: () => session.showCharts(withHeights(names, { [id]: 1 / TALLER })) },
    {
      label: S.stage.hide,
      disabled: shown.length === 1,
      onSelect: () => session.showCharts(toggledChart(names, id)),
    },
  ];
  return (
    <div className="charts">
      <div className="chart-stack">
        {shown.map((chart, index) => {
          const { name: _name, height, ...rest } = chart;
          const above = shown[index - 1];
          return (
            <Fragment key={chart.id}>
              {above && (
                <ChartSplitter above={above.id} below={chart.id} title={above.title} height={above.height} />
              )}
              <ChartHost
                {...rest}
                height={height}
                grip={shown.length > 1 && <ChartGrip id={chart.id} title={chart.title} order={order} />}
                actions={actionsOf(chart, index)}
                presenting={presenting}
                timeAxis={index === shown.length - 1}
                onPick={explainEvent}
                onAsk={(flow, t) => onWhy(groups.find((g) => g.id === flow)?.members[0]?.id ?? flow, t)}
                onChart={registerChart}
              />
            </Fragment>
          );
        })}
      </div>
      <ChartChoice
        offered={offered}
        chosen={new Set(order)}
        onToggle={(id) => session.showCharts(toggledChart(names, id))}
      >
        {hasGroups(groups) && <GroupChoice groups={groups} />}
        {groups.length > 1 && <ColourChoice manyFlows={groups.length > FLOWS_WITH_OWN_COLOUR} />}
        <WholeRunButton />
        <IconButton icon="picture" label={S.picture.save} tipSide="left" disabled={!run} onClick={save} />
      </ChartChoice>
      {failed && (
        <p className="field-note" role="alert">
          {S.picture.failed}
        </p>
      )}
    </div>
  );
}

/** Shows the whole run again. The button exists only while the charts show a part of the run. */
function WholeRunButton(): ReactNode {
  const { session } = useServices();
  const isZoomed = useTimeView((view) => view.domain[0] > 0 || view.domain[1] < view.duration);
  if (!isZoomed) return null;
  return (
    <button type="button" className="button is-small" onClick={() => session.timeView.reset()}>
      {S.lab.showWholeRun}
    </button>
  );
}

/** The charts with these names for which there are data. If there are none, the default charts. */
function shownCharts(offered: readonly LabChart[], names: readonly ChartName[]): readonly ShownChart[] {
  const shown = names.flatMap((name) => {
    const chart = offered.find((candidate) => candidate.id === chartOf(name));
    return chart ? [{ ...chart, height: heightOf(name) }] : [];
  });
  return shown.length > 0 || names === DEFAULT_CHARTS ? shown : shownCharts(offered, DEFAULT_CHARTS);
}

/** Returns the function that saves the charts as one picture. `getCharts` returns the charts from top to bottom. */
function useSavePicture(getCharts: () => readonly TimeChart[]): {
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
    import("./chartPicture.ts")
      .then(({ saveChartPicture }) =>
        saveChartPicture({ run, groups, styles, algorithmNames, charts: getCharts(), domain, version }),
      )
      .catch(() => setFailed(true));
  };
  return { save, failed };
}
