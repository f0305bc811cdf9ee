// A view beside the time charts: its choices, its menu and its table. This module is loaded when the first view is shown.
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { View } from "../../../charts/views/types.ts";
import { createViewChart, type ViewChart } from "../../../charts/views/viewChart.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Menu, type MenuItem } from "../../../components/Menu.tsx";
import { S } from "../../../strings/index.ts";
import { type Savable, savingItems } from "../chartMenu.ts";
import { useServices } from "../context.tsx";
import { useLab } from "../hooks.ts";
import type { ViewId } from "../state/shownCharts.ts";
import { ModelsView } from "./ModelsView.tsx";
import { PacketsView, SequenceView } from "./packetViews.tsx";
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
  /** Called with the chart when it is created, and with null when it is destroyed. Must be the same function on every render. */
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
} as const satisfies Record<ViewId, unknown>;

export default function ViewHost(props: ViewHostProps): ReactNode {
  const run = useLab((s) => s.run);
  const Shown = VIEWS[props.id];
  return <Shown run={run} frame={(content) => <ViewFrame {...props} {...content} />} />;
}

export interface ViewContent {
  readonly title: string;
  readonly hint: string;
  /** Null as long as there is no run. */
  readonly view: View | null;
  readonly tools?: ReactNode;
}

function ViewFrame(props: ViewHostProps & ViewContent): ReactNode {
  const { session } = useServices();
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ViewChart | null>(null);
  // Null until the table is first shown. The dialog stays mounted after that, so that it gives the focus back.
  const [showsTable, setShowsTable] = useState<boolean | null>(null);
  const { id, title, hint, view, presenting, timeAxis, onChart } = props;
  const create = useEffectEvent((element: HTMLElement) =>
    createViewChart(element, {
      title,
      hint,
      presenter: presenting,
      timeAxis,
      timeView: session.timeView,
      onSeek: (t) => session.playback.seek(t),
    }),
  );
  useEffect(() => {
    if (!host.current) return;
    const created = create(host.current);
    setChart(created);
    onChart(id, created);
    return () => {
      setChart(null);
      onChart(id, null);
      created.destroy();
    };
  }, [id, onChart]);
  useEffect(() => {
    chart?.change({ title, hint, presenter: presenting, timeAxis });
  }, [chart, title, hint, presenting, timeAxis]);
  useEffect(() => {
    if (view) chart?.update(view);
  }, [chart, view]);
  return (
    <div
      className={`chart chart-${id}`}
      data-chart={id}
      style={{ "--height": props.height / 100 } as React.CSSProperties}
    >
      {props.grip}
      <div className="chart-host" ref={host} />
      {chart &&
        createPortal(
          <>
            {props.tools}
            <Menu
              label={`${S.lab.save}: ${title}`}
              items={[...savingItems(id, chart, () => setShowsTable(true)), ...props.actions]}
            />
          </>,
          chart.tools,
        )}
      {chart && showsTable !== null && (
        <Suspense fallback={null}>
          <ViewTable chart={chart} title={title} open={showsTable} onClose={() => setShowsTable(false)} />
        </Suspense>
      )}
    </div>
  );
}
