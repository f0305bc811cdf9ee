// Moves the cursor with the keyboard: in time, from line to line, and from event to event. Returns a
// description of every step for screen readers.

import { CHART } from "../../strings/charts.ts";
import type { TimeView } from "../timeView.ts";
import {
  type ChartEvent,
  DEFAULT_CODES,
  type EventSource,
  eventAt,
  eventName,
  firstRow,
  isWanted,
} from "./events.ts";
import type { ChartLine } from "./lineLayer.ts";
import type { CursorStep, TimeChartOptions } from "./types.ts";
import { describeCursor } from "./words.ts";

/** Number of steps from one end of the visible window to the other. */
const STEPS_PER_WINDOW = 100;

export class CursorReader {
  /** The index of the line whose values are described. */
  #lineIndex = 0;
  /** The event to which the cursor was last moved by a step from event to event. */
  #event: ChartEvent | null = null;

  /** The event to which the cursor was last moved, if it is at time `t`; otherwise null. */
  eventAt(t: number): ChartEvent | null {
    return this.#event !== null && Math.abs(this.#event.t - t) < 1e-9 ? this.#event : null;
  }

  /** The line whose values are described. */
  currentLine(lines: readonly ChartLine[]): ChartLine | null {
    return lines[this.#lineIndex] ?? lines[0] ?? null;
  }

  /** Moves the cursor and returns a description of its new position. */
  step(
    step: CursorStep,
    lines: readonly ChartLine[],
    source: EventSource | null,
    { timeView, unit }: Pick<TimeChartOptions, "timeView" | "unit">,
  ): string {
    const { domain, cursor, playhead } = timeView.state;
    const clamped = (t: number): number => Math.max(domain[0], Math.min(domain[1], t));
    const at = cursor ?? clamped(playhead);
    let eventText = "";
    if (step.kind === "time")
      timeView.setCursor(clamped(at + (step.steps * (domain[1] - domain[0])) / STEPS_PER_WINDOW));
    else if (step.kind === "start") timeView.setCursor(domain[0]);
    else if (step.kind === "end") timeView.setCursor(clamped(playhead));
    else if (step.kind === "event") {
      const event = nextEvent(source, at, step.steps > 0);
      this.#event = event ?? this.#event;
      if (event !== null) this.#readLineOf(event, lines, source);
      eventText = goToEvent(timeView, source, event, step.steps > 0);
    } else if (lines.length > 0) {
      this.#lineIndex = (((this.#lineIndex + step.steps) % lines.length) + lines.length) % lines.length;
      const spec = lines[this.#lineIndex]?.trace.spec;
      timeView.setHighlight(spec === undefined ? null : (spec.flow ?? spec.id));
      timeView.setCursor(at);
    }
    return describeCursor(timeView.state.cursor ?? at, this.currentLine(lines), unit) + eventText;
  }

  /**
   * Describes the line on which an event is drawn, so that the event and the values belong to the same flow.
   */
  #readLineOf(event: ChartEvent, lines: readonly ChartLine[], source: EventSource | null): void {
    const id = source?.lineOf(event.code, event.entity);
    const index = lines.findIndex(({ trace }) => trace.spec.id === id);
    if (index >= 0) this.#lineIndex = index;
  }
}

/** The next or the previous event that the chart shows. */
function nextEvent(source: EventSource | null, at: number, forward: boolean): ChartEvent | null {
  if (source === null) return null;
  const codes = new Set(source.codes ?? DEFAULT_CODES);
  const start = forward ? firstRow(source.events, at + 1e-9) : firstRow(source.events, at) - 1;
  for (let row = start; row >= 0 && row < source.events.rows; row += forward ? 1 : -1) {
    const event = eventAt(source.events, row);
    if (codes.has(event.code) && isWanted(source, event)) return event;
  }
  return null;
}

/**
 * Moves the cursor to an event, and the window if the event is outside of it. Returns the name of the event
 * for speech.
 */
function goToEvent(
  timeView: TimeView,
  source: EventSource | null,
  event: ChartEvent | null,
  forward: boolean,
): string {
  if (source === null) return `, ${CHART.noEvents}`;
  if (event === null) return `, ${forward ? CHART.noLaterEvent : CHART.noEarlierEvent}`;
  const { domain } = timeView.state;
  if (event.t < domain[0] || event.t > domain[1]) timeView.panBy(event.t - (domain[0] + domain[1]) / 2);
  timeView.setCursor(event.t);
  return `, ${eventName(event.code, event.count)}`;
}
