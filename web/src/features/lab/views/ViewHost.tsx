// A view below the time charts. This module is loaded when the first
// view is shown.
import { type ReactNode, Suspense, use, useMemo } from "react";
import { createViewChart } from "../../../charts/views/viewContent.ts";
import type { ViewContent } from "../../../extension/feature.ts";
import { lazyOf } from "../../../extension/parts.tsx";
import { useChartInputs } from "../charts/chartInputs.ts";
import { PlotHost, type PlotPlace } from "../charts/PlotHost.tsx";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import {
  featureView,
  isSimpleView,
  type ListedViewId,
  type SimpleViewId,
  type ViewId,
} from "../state/shownCharts.ts";
import { loadSimpleView, textsOfView } from "../state/simpleViews.ts";
import { PacketsView, SequenceView } from "./packetViews.tsx";
import type { ViewProps } from "./viewProps.ts";
import { DelayView, PhaseView, ScalesView, SharesView, SpreadView } from "./views.tsx";

export interface ViewHostProps extends PlotPlace {
  readonly id: ViewId;
  readonly presenting: boolean;
  /** Whether an axis of time has labels. */
  readonly timeAxis: boolean;
}

const VIEWS = {
  shares: SharesView,
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
  const frame = (content: ViewContent): ReactNode => {
    const tools = (
      <>
        {content.tools}
        {props.tools}
      </>
    );
    return <ViewFrame {...props} {...content} tools={tools} />;
  };
  if (isSimpleView(id))
    return (
      <Suspense fallback={null}>
        <SimpleView key={id} id={id} run={run} frame={frame} />
      </Suspense>
    );
  const added = featureView(id);
  const Added = added && lazyOf(added.load);
  if (Added) return <Added frame={frame} />;
  const Shown = VIEWS[id as ListedViewId];
  return <Shown run={run} frame={frame} />;
}

/** A view that is one file (simple/). */
function SimpleView({ id, run, frame }: ViewProps & { readonly id: SimpleViewId }): ReactNode {
  const inputs = useChartInputs(run);
  const shown = use(loadSimpleView(id));
  const { name, hint } = textsOfView(id, shown);
  const view = useMemo(() => (inputs ? shown.make(inputs, name) : null), [inputs, shown, name]);
  return frame({ title: name, hint, view });
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
