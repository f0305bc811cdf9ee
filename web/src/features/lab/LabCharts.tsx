// The stack of charts over one time axis, the choice of the charts that are shown, and the button that saves the charts as one
// picture.
import { type ReactNode, useCallback, useRef, useState } from "react";
import { type EventMark, FLOWS_WITH_OWN_COLOUR, type TimeChart } from "../../charts/index.ts";
import { IconButton } from "../../components/icons.tsx";
import { S } from "../../strings/index.ts";
import { ChartChoice, ColourChoice } from "./ChartChoice.tsx";
import { ChartHost } from "./ChartHost.tsx";
import { eventFlow } from "./chartData.ts";
import { useLabCharts } from "./chartList.tsx";
import { useServices } from "./context.tsx";
import { useAlgorithmNames, useLab, useMembers, useStyles } from "./hooks.ts";
import { chartOf, toggledChart } from "./state/shownCharts.ts";

export interface LabChartsProps {
  readonly presenting: boolean;
  readonly onWhy: (flow: string, t: number) => void;
}

export function LabCharts({ presenting, onWhy }: LabChartsProps): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const members = useMembers(run);
  const offered = useLabCharts(run);
  const names = useLab((s) => s.charts);
  const chosen = new Set(names.map(chartOf));
  const shownCharts = names.flatMap((name) => offered.find((chart) => chart.id === chartOf(name)) ?? []);
  const charts = useRef(new Map<string, TimeChart>());
  const registerChart = useCallback((id: string, chart: TimeChart | null): void => {
    if (chart) charts.current.set(id, chart);
    else charts.current.delete(id);
  }, []);
  const { save, failed } = useSavePicture(() =>
    shownCharts.flatMap(({ id }) => charts.current.get(id) ?? []),
  );
  const explainEvent = (mark: EventMark): void => {
    if (!run) return;
    const flow = eventFlow(run, mark.event);
    if (flow !== null) onWhy(flow, mark.event.t);
    else session.playback.seek(mark.event.t);
  };
  return (
    <div className={`charts charts-${shownCharts.length}`}>
      {shownCharts.map(({ id, name: _name, ...chart }, index) => (
        <ChartHost
          key={id}
          id={id}
          {...chart}
          presenting={presenting}
          timeAxis={index === shownCharts.length - 1}
          onPick={explainEvent}
          onAsk={onWhy}
          onChart={registerChart}
        />
      ))}
      <ChartChoice
        offered={offered}
        chosen={chosen}
        onToggle={(id) => session.showCharts(toggledChart(names, id))}
      >
        {members.length > 1 && <ColourChoice manyFlows={members.length > FLOWS_WITH_OWN_COLOUR} />}
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

/** Returns the function that saves the charts as one picture. `getCharts` returns the charts from top to bottom. */
function useSavePicture(getCharts: () => readonly TimeChart[]): {
  readonly save: () => void;
  readonly failed: boolean;
} {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const members = useMembers(run);
  const styles = useStyles(members);
  const algorithmNames = useAlgorithmNames();
  const [failed, setFailed] = useState(false);
  const save = (): void => {
    if (!run) return;
    const { domain } = session.timeView.state;
    const version = session.engineVersion;
    setFailed(false);
    import("./chartPicture.ts")
      .then(({ saveChartPicture }) =>
        saveChartPicture({ run, members, styles, algorithmNames, charts: getCharts(), domain, version }),
      )
      .catch(() => setFailed(true));
  };
  return { save, failed };
}
