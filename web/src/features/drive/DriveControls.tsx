// The controls of a drive: the slider and the buttons that move the window, the keys, and the numbers of the moment.

import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { gaugeAt, rateAt } from "../../charts/index.ts";
import type { RunRecord } from "../../engine/types.ts";
import { formatPercent, formatQuantity } from "../../scenario/units.ts";
import { DRIVE } from "../../strings/drive.ts";
import { useLab, usePlayhead, useShownQueue } from "../lab/state/hooks.ts";
import { largestWindow } from "./documents.ts";
import { type Drive, MOST_MOVES } from "./drive.ts";

export type DriveState = "ready" | "running" | "paused" | "ended";

/** The current share is the share in this many seconds before now. */
const RECENT_SECONDS = 3;
/** The interval of the reports to screen readers, in seconds. */
const REPORT_SECONDS = 5;
const BIG_STEP = 10;
const BUTTON_STEP = 5;

export interface DriveControlsProps {
  readonly drive: Drive;
  readonly flow: string;
  readonly duration: number;
  readonly state: DriveState;
  readonly onToggle: () => void;
  readonly onFinish: () => void;
}

export function DriveControls(props: DriveControlsProps): ReactNode {
  const { drive, flow, duration, state, onToggle, onFinish } = props;
  const derived = useLab((s) => s.derived);
  const largest = derived ? largestWindow(derived, flow) : 100;
  const [window, setWindow] = useState(drive.wanted);
  const set = (next: number): void => {
    drive.wanted = Math.round(Math.max(1, Math.min(largest, next)));
    setWindow(drive.wanted);
  };
  const step = largest > 1000 ? Math.round(largest / 500) : 1;
  const moveByKey = (event: KeyboardEvent | globalThis.KeyboardEvent): void => {
    const next = keyedWindow(event, window, step, largest);
    if (next === null) return;
    event.preventDefault();
    set(next);
  };
  useKeys(moveByKey, onToggle);
  const button = state === "running" ? DRIVE.pause : state === "paused" ? DRIVE.goOn : DRIVE.start;
  return (
    <section className="drive-controls roomy stack gap-2 card" aria-label={DRIVE.window}>
      <Readouts flow={flow} duration={duration} window={window} isRunning={state === "running"} />
      <output className="drive-window" aria-hidden="true">
        {DRIVE.windowIs(window)}
      </output>
      <input
        className="slider drive-slider"
        type="range"
        min={1}
        max={largest}
        step={step}
        value={window}
        style={{ "--share": (window - 1) / (largest - 1) } as React.CSSProperties}
        aria-label={DRIVE.window}
        aria-valuetext={DRIVE.windowIs(window)}
        onChange={(event) => set(Number(event.target.value))}
      />
      <div className="drive-buttons row">
        <button type="button" className="button" onClick={() => set(window / 2)}>
          {DRIVE.halve}
        </button>
        <button
          type="button"
          className="button"
          aria-label={DRIVE.fewer(BUTTON_STEP * step)}
          onClick={() => set(window - BUTTON_STEP * step)}
        >
          {`\u2212${BUTTON_STEP * step}`}
        </button>
        <button
          type="button"
          className="button"
          aria-label={DRIVE.more(BUTTON_STEP * step)}
          onClick={() => set(window + BUTTON_STEP * step)}
        >
          {`+${BUTTON_STEP * step}`}
        </button>
        <button type="button" className="button" onClick={() => set(window * 2)}>
          {DRIVE.double}
        </button>
      </div>
      <div className="drive-run row">
        <button type="button" className="button is-primary" onClick={onToggle}>
          {button}
        </button>
        {state !== "ready" && (
          <button type="button" className="button" onClick={onFinish}>
            {DRIVE.finish}
          </button>
        )}
      </div>
      {drive.moves.length >= MOST_MOVES && <p role="status">{DRIVE.noMoves(MOST_MOVES)}</p>}
      <p className="drive-help soft text-m">{DRIVE.howTo}</p>
    </section>
  );
}

/** The window after a key. Null for a key without a meaning here. */
export function keyedWindow(
  { key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">,
  window: number,
  step: number,
  largest: number,
): number | null {
  const by = shiftKey ? BIG_STEP * step : step;
  switch (key) {
    case "ArrowUp":
    case "ArrowRight":
      return window + by;
    case "ArrowDown":
    case "ArrowLeft":
      return window - by;
    case "PageUp":
      return window + BIG_STEP * step;
    case "PageDown":
      return window - BIG_STEP * step;
    case "Home":
      return 1;
    case "End":
      return largest;
    case "h":
    case "H":
      return window / 2;
    default:
      return null;
  }
}

/** The keys work wherever the focus is, except in menus, dialogs and groups of choices, which use them. */
function useKeys(onMove: (event: globalThis.KeyboardEvent) => void, onToggle: () => void): void {
  useEffect(() => {
    const keyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest("dialog, [role=menu], .fs-chart, textarea, input:not(.drive-slider)")) return;
      if (event.key !== " ") onMove(event);
      else if (!at?.closest("button, a")) {
        event.preventDefault();
        onToggle();
      }
    };
    addEventListener("keydown", keyDown);
    return () => removeEventListener("keydown", keyDown);
  });
}

interface Moment {
  readonly share: string;
  readonly wait: string;
  readonly lost: string;
}

/** The share of the last seconds, the wait in the queue now, and the packets lost so far. */
function momentOf(record: RunRecord, flow: string, link: string, t: number): Moment {
  const rate = (entity: string): number => {
    const series = record.series(entity, "delivered");
    return series ? rateAt(series, record.computedTo, t, RECENT_SECONDS) || 0 : 0;
  };
  const flows = record.derived.flows.map(({ id }) => id);
  const isOwn = (id: string): boolean => id === flow || id.startsWith(`${flow}.`);
  const all = flows.reduce((sum, id) => sum + rate(`flow:${id}`), 0);
  const own = flows.filter(isOwn).reduce((sum, id) => sum + rate(`flow:${id}`), 0);
  const queue = record.series(`link:${link}`, "queue_delay");
  const lost = flows.filter(isOwn).reduce((sum, id) => {
    const series = record.series(`flow:${id}`, "lost");
    return sum + (series ? (series.data[series.bins - 1] ?? 0) : 0);
  }, 0);
  return {
    share: all > 0 ? formatPercent(own / all, 2) : "\u2013",
    wait: formatQuantity(queue ? gaugeAt(queue, t) : 0, "s"),
    lost: formatQuantity(lost, "packets"),
  };
}

interface ReadoutsProps {
  readonly flow: string;
  readonly duration: number;
  readonly window: number;
  readonly isRunning: boolean;
}

function Readouts({ flow, duration, window, isRunning }: ReadoutsProps): ReactNode {
  const run = useLab((s) => s.run);
  const link = useShownQueue(run);
  const t = usePlayhead();
  const moment = run ? momentOf(run.record, flow, link, t) : null;
  const [report, setReport] = useState({ at: 0, text: "" });
  const due = Math.floor(t / REPORT_SECONDS) * REPORT_SECONDS;
  if (isRunning && moment && due > report.at)
    setReport({ at: due, text: DRIVE.report(String(due), window, moment.share, moment.wait) });
  const rows = [
    [DRIVE.time, DRIVE.ofSeconds(t.toFixed(1), String(duration))],
    [DRIVE.shareNow, moment?.share ?? ""],
    [DRIVE.waitNow, moment?.wait ?? ""],
    [DRIVE.lossNow, moment?.lost ?? ""],
  ];
  return (
    <>
      <dl className="drive-readouts grid gap-2">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="soft text-m">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="visually-hidden" aria-live="polite">
        {report.text}
      </p>
    </>
  );
}
