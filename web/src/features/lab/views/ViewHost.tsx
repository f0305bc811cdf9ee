// A view below the time charts. This module is loaded when the first
// view is shown.
import { type ReactNode, Suspense, useMemo } from "react";
import type { View } from "../../../charts/views/types.ts";
import { createViewChart } from "../../../charts/views/viewContent.ts";
import { PlotHost, type PlotPlace } from "../charts/PlotHost.tsx";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { ListedViewId, ViewId } from "../state/shownCharts.ts";
import { isSimpleView } from "../state/simpleViews.ts";
import { ModelsView } from "./ModelsView.tsx";
import { PacketsView, SequenceView } from "./packetViews.tsx";
import { SimpleViewHost } from "./SimpleViewHost.tsx";
import { DelayView, PhaseView, ScalesView, SharesView, SpreadView } from "./views.tsx";

export interface ViewHostProps extends PlotPlace {
  readonly id: ViewId;
  readonly presenting: boolean;
  /** Whether an axis of time has labels. */
  readonly timeAxis: boolean;
}

const VIEWS = {
  shares: SharesView,
  models: ModelsView,
  phase: PhaseView,
  delay: DelayView,
  spread: SpreadView,
  scales: ScalesView,
  sequence: SequenceView,
  packets: PacketsView,
} as const satisfies Record<ListedViewId, unknown>;

export default function ViewHost(props: ViewHostProps): ReactNode {
  const run = useLab((s) => s.run);
  const { id } = props;
  const frame = (content: ViewContent): ReactNode => <ViewFrame {...props} {...content} />;
  if (isSimpleView(id))
    return (
      <Suspense fallback={null}>
        <SimpleViewHost key={id} id={id} run={run} frame={frame} />
      </Suspense>
    );
  const Shown = VIEWS[id];
  return <Shown run={run} frame={frame} />;
}

export interface ViewContent {
  readonly title: string;
  readonly hint: string;
  /** Null until there is a run. */
  readonly view: View | null;
  readonly tools?: ReactNode;
}

function ViewFrame(props: ViewHostProps & ViewContent): ReactNode {
  const { session } = useServices();
  const { title, hint, view, presenting, timeAxis } = props;
  const options = useMemo(
    () => ({ title, hint, presenter: presenting, timeAxis }),
    [title, hint, presenting, timeAxis],
  );
  const onSeek = (t: number): void => session.playback.seek(t);
  return (
    <PlotHost
      place={props}
      title={title}
      options={options}
      data={view}
      create={(element) => createViewChart(element, { ...options, timeView: session.timeView, onSeek })}
    />
  );
}
