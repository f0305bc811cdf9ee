// The boundary between React and a chart or view: creates it, renders its menu and its table, and destroys
// it.
import { type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Menu, type MenuItem } from "../../../components/Menu.tsx";
import { S } from "../../../strings/index.ts";
import { type Savable, savingItems } from "./chartMenu.ts";

type Hosted = Savable & { readonly tools: HTMLElement; destroy(): void };

/**
 * The chart that `create` has made in `host`; null before that. `create` is called once, after the first
 * rendering.
 */
export function useHostedChart<C extends Hosted>(
  id: string,
  create: (element: HTMLElement) => C,
  onChart: ((id: string, chart: C | null) => void) | undefined,
): { readonly host: RefObject<HTMLDivElement | null>; readonly chart: C | null } {
  const host = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<C | null>(null);
  const createNow = useEffectEvent(create);
  useEffect(() => {
    if (!host.current) return;
    const created = createNow(host.current);
    setChart(created);
    onChart?.(id, created);
    return () => {
      setChart(null);
      onChart?.(id, null);
      created.destroy();
    };
  }, [id, onChart]);
  return { host, chart };
}

export interface HostedChartProps<C extends Hosted> {
  readonly id: string;
  readonly title: string;
  readonly host: RefObject<HTMLDivElement | null>;
  readonly chart: C | null;
  /** The height in per cent of the chart's normal height. */
  readonly height: number;
  /** The handle by which the chart is moved. */
  readonly grip: ReactNode;
  /** Buttons next to the title. */
  readonly tools: ReactNode;
  /** Further entries of the chart's menu. */
  readonly actions: readonly MenuItem[];
  /** The dialog with the chart's values as a table. */
  readonly table: (chart: C, open: boolean, onClose: () => void) => ReactNode;
}

export function HostedChart<C extends Hosted>(props: HostedChartProps<C>): ReactNode {
  const { id, title, chart } = props;
  // Null until the table is first shown. The dialog stays mounted after that, so that it gives the focus
  // back.
  const [showsTable, setShowsTable] = useState<boolean | null>(null);
  return (
    <div
      className={`chart chart-${id}`}
      data-chart={id}
      style={{ "--height": props.height / 100 } as React.CSSProperties}
    >
      {props.grip}
      <div className="chart-host" ref={props.host} />
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
        <Suspense fallback={null}>{props.table(chart, showsTable, () => setShowsTable(false))}</Suspense>
      )}
    </div>
  );
}
