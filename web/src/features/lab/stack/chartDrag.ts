// Moves and resizes charts with the pointer. The elements of the charts follow the pointer, and the plan of
// the charts changes when a chart passes another chart, or when a line between two charts is released.
import type { ChartId } from "../state/shownCharts.ts";

/** No chart gets lower than this many pixels. */
const LOWEST = 96;

/** Called with the factors by which the heights of the chart above and of the chart below change. */
type Resize = (above: number, below: number) => void;

/**
 * Calls `move` with each event of the pointer until the button is released or Escape is pressed, then `end`.
 */
function followPointer(move: (event: PointerEvent) => void, end: (cancelled: boolean) => void): void {
  const stop = new AbortController();
  const finish = (cancelled: boolean): void => {
    stop.abort();
    end(cancelled);
  };
  const { signal } = stop;
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", () => finish(false), { signal });
  addEventListener("pointercancel", () => finish(true), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && finish(true), { signal });
}

/**
 * Moves the chart that contains `grip`. Calls `moveTo` with the chart that is under the pointer.
 */
export function dragToMove(grip: HTMLElement, moveTo: (target: ChartId) => void): void {
  const chart = grip.closest<HTMLElement>(".chart");
  const stack = chart?.parentElement;
  if (!chart || !stack) return;
  chart.classList.add("is-moving");
  followPointer(
    ({ clientY }) => {
      const charts = [...stack.querySelectorAll<HTMLElement>(".chart")];
      const own = charts.indexOf(chart);
      const target = charts.find((other, index) => {
        const { top, bottom, height } = other.getBoundingClientRect();
        // A chart must be passed by more than a third of its height, so that charts of different heights do
        // not swap back and forth.
        return index < own ? clientY < bottom - height / 3 : index > own && clientY > top + height / 3;
      });
      if (target?.dataset["chart"]) moveTo(target.dataset["chart"] as ChartId);
    },
    () => chart.classList.remove("is-moving"),
  );
}

/** The charts at both sides of a line, with their heights in pixels. */
function neighbours(splitter: HTMLElement): readonly [HTMLElement, HTMLElement] | null {
  const { previousElementSibling: above, nextElementSibling: below } = splitter;
  return above instanceof HTMLElement && below instanceof HTMLElement ? [above, below] : null;
}

/** The factors of both heights after the line has moved down by `pixels`. */
export function factors(above: number, below: number, pixels: number): readonly [number, number] {
  const moved = Math.max(LOWEST - above, Math.min(below - LOWEST, pixels));
  return [(above + moved) / above, (below - moved) / below];
}

export function resizeBy(splitter: HTMLElement, pixels: number, resize: Resize): void {
  const pair = neighbours(splitter);
  if (pair) resize(...factors(pair[0].offsetHeight, pair[1].offsetHeight, pixels));
}

/** Moves a line between two charts with the pointer, which was pressed at `startY`. */
export function dragToResize(splitter: HTMLElement, startY: number, resize: Resize): void {
  const pair = neighbours(splitter);
  if (!pair) return;
  const heights = pair.map((chart) => chart.offsetHeight) as [number, number];
  const before = pair.map((chart) => Number(chart.style.getPropertyValue("--height"))) as [number, number];
  let latest: readonly [number, number] = [1, 1];
  const show = (both: readonly [number, number]): void =>
    pair.forEach((chart, i) => {
      chart.style.setProperty("--height", String((before[i] ?? 1) * (both[i] ?? 1)));
    });
  splitter.classList.add("is-moving");
  followPointer(
    ({ clientY }) => {
      latest = factors(...heights, clientY - startY);
      show(latest);
    },
    (cancelled) => {
      splitter.classList.remove("is-moving");
      if (cancelled) show([1, 1]);
      else resize(...latest);
    },
  );
}
