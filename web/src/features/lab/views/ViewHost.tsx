// A view below the time charts: its choices, its menu and its table. This module is loaded when the first
// view is shown.
import { type ReactNode, Suspense, use, useEffect, useMemo } from "react";
import { createViewChart, type ViewChart } from "../../../charts/views/viewChart.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import type { MenuItem } from "../../../components/Menu.tsx";
import { useChartInputs } from "../charts/chartInputs.ts";
import type { Savable } from "../charts/chartMenu.ts";
import { HostedChart, useHostedChart } from "../charts/HostedChart.tsx";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import { isSimpleView, type ListedViewId, type SimpleViewId, type ViewId } from "../state/shownCharts.ts";
import { loadSimpleView, textsOfView } from "../state/simpleViews.ts";
import { ModelsView } from "./ModelsView.tsx";
import { PacketsView, SequenceView } from "./packetViews.tsx";
import type { ViewContent, ViewProps } from "./viewProps.ts";
import { DelayView, PhaseView, ScalesView, SharesView, SpreadView } from "./views.tsx";

const ViewTable = lazyPart(() => import("./ViewTable.tsx"));

export interface ViewHostProps {
  readonly id: ViewId;
  readonly presenting: boolean;
  /** Whether an axis of time has labels. */
  readonly timeAxis: boolean;
  /** The height in per cent of the normal height. */
  readonly height: number;
  readonly grip?: ReactNode;
  readonly actions: readonly MenuItem[];
  /**
   * Called with the chart when it is created, and with null when it is destroyed. Must be the same function
   * on every render.
   */
  readonly onChart: (id: string, chart: Savable | null) => void;
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
        <SimpleView key={id} id={id} run={run} frame={frame} />
      </Suspense>
    );
  const Shown = VIEWS[id];
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
  const { id, title, hint, view, presenting, timeAxis, onChart } = props;
  const create = (element: HTMLElement): ViewChart =>
    createViewChart(element, {
      title,
      hint,
      presenter: presenting,
      timeAxis,
      timeView: session.timeView,
      onSeek: (t) => session.playback.seek(t),
    });
  const { host, chart } = useHostedChart(id, create, onChart);
  useEffect(() => {
    chart?.change({ title, hint, presenter: presenting, timeAxis });
  }, [chart, title, hint, presenting, timeAxis]);
  useEffect(() => {
    if (view) chart?.update(view);
  }, [chart, view]);
  return (
    <HostedChart
      id={id}
      title={title}
      host={host}
      chart={chart}
      height={props.height}
      grip={props.grip}
      tools={props.tools}
      actions={props.actions}
      table={(shown, open, onClose) => (
        <ViewTable chart={shown} title={title} open={open} onClose={onClose} />
      )}
    />
  );
}
