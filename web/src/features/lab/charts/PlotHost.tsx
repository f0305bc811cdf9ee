// The boundary between React and a plot: creates it, passes data and options to it, renders its menu and its
// table, and destroys it. The values of series are not part of React's state.
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Area, Plot, PlotOptions } from "../../../charts/index.ts";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Menu, type MenuItem } from "../../../components/Menu.tsx";
import { pageTexts } from "../../../texts/index.ts";
import { type Savable, savingItems, shownPlots } from "./chartMenu.ts";

const PlotTable = lazyPart(() => import("./PlotTable.tsx"));

/** The place of a plot in the page. */
export interface PlotPlace {
  readonly id: string;
  /** The height in per cent of the plot's normal height. */
  readonly height: number;
  /** The handle by which the plot is moved. */
  readonly grip?: ReactNode;
  /** Buttons next to the title. */
  readonly tools?: ReactNode;
  /** Whether the plot has a menu for saving it and for its table. Default true. */
  readonly hasMenu?: boolean;
  /** Further entries of the plot's menu. */
  readonly actions?: readonly MenuItem[];
  /**
   * Called with the plot when it is created, and with null when it is destroyed. Must be the same function on
   * every render.
   */
  readonly onChart?: (id: string, plot: Savable | null) => void;
}

interface PlotHostProps<Data, Options extends PlotOptions, A extends Area> {
  readonly place: PlotPlace;
  /** Makes the plot, once. */
  readonly create: (element: HTMLElement) => Plot<Data, Options, A>;
  /** What the page shows over the plot. */
  readonly above?: (plot: Plot<Data, Options, A>) => ReactNode;
  readonly title: string;
  /** Options that can change. The same object as long as none of them changes. */
  readonly options: Partial<Options>;
  /** Null until there is something to show. */
  readonly data: Data | null;
}

export function PlotHost<Data, Options extends PlotOptions, A extends Area = Area>(
  props: PlotHostProps<Data, Options, A>,
): ReactNode {
  const { title, options, data } = props;
  const { id, height, grip, tools, hasMenu = true, actions = [], onChart } = props.place;
  const host = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<Plot<Data, Options, A> | null>(null);
  // Null until the table is first shown. The dialog stays mounted after that, so that it gives the focus back.
  const [showsTable, setShowsTable] = useState<boolean | null>(null);
  const create = useEffectEvent(props.create);
  useEffect(() => {
    if (!host.current) return;
    const created = create(host.current);
    setPlot(created);
    shownPlots.add(created);
    onChart?.(id, created);
    return () => {
      shownPlots.delete(created);
      setPlot(null);
      onChart?.(id, null);
      created.destroy();
    };
  }, [id, onChart]);
  useEffect(() => {
    plot?.change(options);
  }, [plot, options]);
  useEffect(() => {
    if (data !== null) plot?.update(data);
  }, [plot, data]);
  return (
    <div
      className={`chart chart-${id}`}
      data-chart={id}
      style={{ "--height": height / 100 } as React.CSSProperties}
    >
      {grip}
      <div className="chart-host" ref={host} />
      {plot &&
        createPortal(
          <>
            {tools}
            {hasMenu && (
              <Menu
                label={`${pageTexts.lab.save}: ${title}`}
                items={[...savingItems(id, plot, () => setShowsTable(true)), ...actions]}
              />
            )}
          </>,
          plot.tools,
        )}
      {plot && props.above && createPortal(props.above(plot), plot.elements.plot)}
      {plot && showsTable !== null && (
        <Suspense fallback={null}>
          <PlotTable
            read={() => plot.table()}
            title={title}
            open={showsTable}
            onClose={() => setShowsTable(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
