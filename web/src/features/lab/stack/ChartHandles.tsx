// The handles of the charts: a grip that moves a chart to another place, and a line between two charts that
// changes their heights. Both work with pointer and keys. The code for dragging is loaded when a handle is
// first touched.
import type { KeyboardEvent, ReactNode } from "react";
import { Icon } from "../../../components/icons.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import {
  type ChartId,
  HIGHEST,
  LOWEST,
  movedChart,
  withHeights,
  withNormalHeights,
} from "../state/shownCharts.ts";

/** A key changes heights by this many pixels, with Shift by four times as many. */
const KEY_STEP = 16;

const loadDrag = () => import("./chartDrag.ts");
const preload = (): void => void loadDrag().catch(() => undefined);

export function ChartGrip({
  id,
  title,
  order,
}: {
  readonly id: ChartId;
  readonly title: string;
  /** The shown charts from top to bottom. */
  readonly order: readonly ChartId[];
}): ReactNode {
  const { session } = useServices();
  const moveTo = (target: ChartId | undefined): void => {
    if (target) session.showCharts(movedChart(session.store.getState().charts, id, target));
  };
  const keyDown = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    moveTo(order[order.indexOf(id) + step]);
  };
  return (
    <button
      type="button"
      className="chart-grip"
      aria-label={pageTexts.stage.move({ title })}
      title={pageTexts.stage.moveTip}
      onPointerEnter={preload}
      onFocus={preload}
      onKeyDown={keyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const { currentTarget } = event;
        void loadDrag().then(({ dragToMove }) => dragToMove(currentTarget, moveTo));
      }}
    >
      <Icon name="grip" size={16} />
    </button>
  );
}

export function ChartSplitter({
  above,
  below,
  title,
  height,
}: {
  readonly above: ChartId;
  readonly below: ChartId;
  /** The title of the chart above. */
  readonly title: string;
  /** The height of the chart above in per cent of its normal height. */
  readonly height: number;
}): ReactNode {
  const { session } = useServices();
  const resize = (upper: number, lower: number): void =>
    session.showCharts(withHeights(session.store.getState().charts, { [above]: upper, [below]: lower }));
  const reset = (): void =>
    session.showCharts(withNormalHeights(session.store.getState().charts, [above, below]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a control, and a horizontal rule is not
    <div
      className="chart-splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={pageTexts.stage.resize({ title })}
      aria-valuenow={height}
      aria-valuemin={LOWEST}
      aria-valuemax={HIGHEST}
      title={pageTexts.stage.resizeTip}
      onPointerEnter={preload}
      onFocus={preload}
      onDoubleClick={reset}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        const { currentTarget } = event;
        if (event.key === "Enter") reset();
        if (step === undefined) return;
        event.preventDefault();
        const pixels = step * KEY_STEP * (event.shiftKey ? 4 : 1);
        void loadDrag().then(({ resizeBy }) => resizeBy(currentTarget, pixels, resize));
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const { currentTarget, clientY } = event;
        event.preventDefault();
        currentTarget.focus();
        void loadDrag().then(({ dragToResize }) => dragToResize(currentTarget, clientY, resize));
      }}
    />
  );
}
