// The charts and views that the user chose: those over time in one stack with a common time axis, and the
// other views below it, next to each other where there is space.
import { Fragment, type ReactNode, Suspense } from "react";
import type { EventSymbol } from "../../../charts/index.ts";
import { lazyComponent } from "../../../components/lazyPart.tsx";
import type { MenuItem } from "../../../components/Menu.tsx";
import { pageTexts } from "../../../texts/index.ts";
import type { LabChart } from "../charts/chartList.tsx";
import type { Savable } from "../charts/chartMenu.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import {
  type ChartId,
  type ChartName,
  isOverTime,
  movedChart,
  toggledChart,
  type ViewId,
  withHeights,
} from "../state/shownCharts.ts";
import { ChartGrip, ChartSplitter } from "./ChartHandles.tsx";
import { ChartHost } from "./ChartHost.tsx";

const ViewHost = lazyComponent(() => import("../views/ViewHost.tsx"));

/** The factor by which "Taller" multiplies the height of a chart. */
const TALLER = 1.25;

/** A chart, or a view without data of its own here. The height is in per cent of the normal height. */
export type Shown = { readonly height: number } & (
  | ({ readonly isView?: false } & LabChart)
  | { readonly isView: true; readonly id: ViewId; readonly title: string }
);

export interface ChartStackProps {
  readonly shown: readonly Shown[];
  readonly presenting: boolean;
  readonly onPick: (mark: EventSymbol) => void;
  readonly onAsk: (flow: string, t: number) => void;
  readonly onChart: (id: string, chart: Savable | null) => void;
}

export function ChartStack({ shown, presenting, onPick, onAsk, onChart }: ChartStackProps): ReactNode {
  const names = useLab((s) => s.charts);
  const stacked = shown.filter(({ id }) => isOverTime(id));
  const others = shown.filter(({ id }) => !isOverTime(id));
  const order = stacked.map(({ id }) => id);
  const actionsFor = useActions(names, shown.length);
  const render = (item: Shown, index: number): ReactNode => {
    const { height, title } = item;
    const common = {
      height,
      presenting,
      onChart,
      timeAxis: index === stacked.length - 1,
      actions: actionsFor(item.id, isOverTime(item.id) ? order : others.map(({ id }) => id)),
      grip: isOverTime(item.id) && stacked.length > 1 && (
        <ChartGrip id={item.id} title={title} order={order} />
      ),
    };
    if (item.isView)
      return (
        <Suspense
          fallback={
            <div className={`chart chart-${item.id}`} style={{ "--height": 1 } as React.CSSProperties} />
          }
        >
          <ViewHost id={item.id} {...common} />
        </Suspense>
      );
    const { name: _name, height: _height, isView: _isView, data, ...chart } = item;
    return <ChartHost {...chart} {...common} data={data()} onPick={onPick} onAsk={onAsk} />;
  };
  return (
    <>
      {stacked.length > 0 && (
        <div
          className={`chart-stack grow stack gap-0${stacked.some(({ height }) => height !== 100) ? " is-resized" : ""}`}
        >
          {stacked.map((item, index) => {
            const above = stacked[index - 1];
            return (
              <Fragment key={item.id}>
                {above && (
                  <ChartSplitter above={above.id} below={item.id} title={above.title} height={above.height} />
                )}
                {render(item, index)}
              </Fragment>
            );
          })}
        </div>
      )}
      {others.length > 0 && (
        <div className="view-row fixed cluster gap-5 flat">
          {others.map((item) => (
            <Fragment key={item.id}>{render(item, -1)}</Fragment>
          ))}
        </div>
      )}
    </>
  );
}

/**
 * Returns the function that makes the entries of a chart's menu which move, resize and hide it. `order` are
 * all charts of its stack.
 */
function useActions(
  names: readonly ChartName[],
  count: number,
): (id: ChartId, order: readonly ChartId[]) => readonly MenuItem[] {
  const { session } = useServices();
  const show = (next: readonly ChartName[]) => (): void => session.showCharts(next);
  return (id, order) => {
    const index = order.indexOf(id);
    const move = (label: string, step: number): MenuItem => {
      const target = order[index + step];
      return { label, disabled: !target, onSelect: show(target ? movedChart(names, id, target) : names) };
    };
    const isStacked = isOverTime(id);
    return [
      move(isStacked ? pageTexts.stage.moveUp : pageTexts.views.forward, -1),
      move(isStacked ? pageTexts.stage.moveDown : pageTexts.views.back, 1),
      { label: pageTexts.stage.taller, onSelect: show(withHeights(names, { [id]: TALLER })) },
      { label: pageTexts.stage.shorter, onSelect: show(withHeights(names, { [id]: 1 / TALLER })) },
      { label: pageTexts.stage.hide, disabled: count === 1, onSelect: show(toggledChart(names, id)) },
    ];
  };
}
