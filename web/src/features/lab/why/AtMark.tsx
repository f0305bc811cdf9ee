// Shows a card over the charts next to the moment that it explains. It covers neither the moment nor the
// chart with the mark, and no element of the page moves.
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useServices } from "../state/context.tsx";

/** The smallest distance in pixels between the card and the elements that it must not cover. */
const GAP = 10;
/** The heights of what may cover the upper and the lower edge of the window, as in the style sheet (`scroll-margin`). */
const EDGES = { top: 60, bottom: 70 } as const;
/** The chart with the marks of a flow's decisions, if no chart has the focus. */
const DEFAULT_CHART = '[data-chart="window"]';

/**
 * The chart that has the focus, because its mark was clicked or a key was pressed in it; otherwise the chart
 * of windows, or the last one.
 */
function chartOfMark(charts: Element): Element | null {
  const focused = document.activeElement?.closest("[data-chart]");
  if (focused && charts.contains(focused)) return focused;
  return charts.querySelector(DEFAULT_CHART) ?? [...charts.querySelectorAll("[data-chart]")].at(-1) ?? null;
}

export function AtMark({ t, children }: { readonly t: number; readonly children: ReactNode }): ReactNode {
  const { timeView } = useServices().session;
  const card = useRef<HTMLDivElement>(null);
  const chart = useRef<Element | null>(null);
  const [charts] = useState(() => document.querySelector<HTMLElement>(".charts, .face-pictures"));
  useLayoutEffect(() => {
    const box = card.current;
    if (!box || !charts) return;
    if (!chart.current?.isConnected) chart.current = chartOfMark(charts);
    const move = (): void => place(box, charts, chart.current, timeView.state.domain, t);
    move();
    const observer = new ResizeObserver(move);
    for (const element of [box, charts]) observer.observe(element);
    const stop = timeView.subscribe((now, before) => {
      if (now.domain !== before.domain) move();
    });
    return () => {
      observer.disconnect();
      stop();
    };
  }, [charts, timeView, t]);
  useEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const content = (
    <div className="at-mark" ref={card}>
      {children}
    </div>
  );
  return charts ? createPortal(content, charts) : content;
}

/**
 * Places the card above the chart of the mark or, if it would not be visible there, below it, and to the right or left of
 * the time `t`.
 */
function place(
  card: HTMLElement,
  charts: HTMLElement,
  chart: Element | null,
  [from, to]: readonly [number, number],
  t: number,
): void {
  const outer = charts.getBoundingClientRect();
  const anchor = (chart ?? charts).getBoundingClientRect();
  const data = chart?.querySelector(".fs-data")?.getBoundingClientRect();
  const [width, height] = [card.offsetWidth, card.offsetHeight];
  const above = anchor.top - height - GAP;
  // A question has nothing to use above its pictures, and the answer below them.
  const least = charts.matches(".face-pictures") ? EDGES.top : Math.max(outer.top, EDGES.top);
  const below = Math.min(anchor.bottom + GAP / 2, innerHeight - EDGES.bottom - height);
  card.style.top = `${(above >= least ? above : Math.max(least, below)) - outer.top}px`;
  const x = data ? data.left - outer.left + ((t - from) / (to - from)) * data.width : outer.width / 2;
  const right = x + GAP;
  const left = right + width + GAP <= outer.width ? right : x - GAP - width;
  card.style.left = `${Math.max(GAP / 2, Math.min(outer.width - width - GAP / 2, left))}px`;
}
