// The controls of a drive: the slider and the buttons that move the window, the keys, and the numbers of the moment.

import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { gaugeAt, rateAt } from "../../charts/index.ts";
import { Button } from "../../components/Button.tsx";
import type { RunRecord } from "../../engine/types.ts";
import { localNumber } from "../../language/localized.ts";
import { formatPercent, formatQuantity } from "../../scenario/units.ts";
import { useLab, usePlayhead, useShownQueue } from "../lab/state/hooks.ts";
import { largestWindow } from "./documents.ts";
import { type Drive, MOST_MOVES } from "./drive.ts";
import { driveTexts } from "./texts/index.ts";

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
  const button =
    state === "running" ? driveTexts.pause : state === "paused" ? driveTexts.goOn : driveTexts.start;
  return (
    <section className="drive-controls roomy stack gap-2 card" aria-label={driveTexts.window}>
      <Readouts flow={flow} duration={duration} window={window} isRunning={state === "running"} />
      <output className="drive-window" aria-hidden="true">
        {driveTexts.windowIs({ packets: window })}
      </output>
      <input
        className="slider drive-slider"
        type="range"
        min={1}
        max={largest}
        step={step}
        value={window}
        style={{ "--share": (window - 1) / (largest - 1) } as React.CSSProperties}
        aria-label={driveTexts.window}
        aria-valuetext={driveTexts.windowIs({ packets: window })}
        onChange={(event) => set(Number(event.target.value))}
      />
      <div className="drive-buttons row">
        <Button onClick={() => set(window / 2)}>{driveTexts.halve}</Button>
        <Button
          aria-label={driveTexts.fewer({ n: BUTTON_STEP * step })}
          onClick={() => set(window - BUTTON_STEP * step)}
        >
          {`\u2212${BUTTON_STEP * step}`}
        </Button>
        <Button
          aria-label={driveTexts.more({ n: BUTTON_STEP * step })}
          onClick={() => set(window + BUTTON_STEP * step)}
        >
          {`+${BUTTON_STEP * step}`}
        </Button>
        <Button onClick={() => set(window * 2)}>{driveTexts.double}</Button>
      </div>
      <div className="drive-run row">
        <Button primary onClick={onToggle}>
          {button}
        </Button>
        {state !== "ready" && <Button onClick={onFinish}>{driveTexts.finish}</Button>}
      </div>
      {drive.moves.length >= MOST_MOVES && <p role="status">{driveTexts.noMoves({ most: MOST_MOVES })}</p>}
      <p className="drive-help soft text-m">{driveTexts.howTo}</p>
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
    wait: formatQuantity((queue && gaugeAt(queue, t)) || 0, "s"),
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
  // A report repeats its text until the next one is due, so that a screen reader reads each of them once.
  const due = Math.floor(t / REPORT_SECONDS) * REPORT_SECONDS;
  if (isRunning && moment && due > report.at)
    setReport({
      at: due,
      text: driveTexts.report({ t: String(due), window, share: moment.share, wait: moment.wait }),
    });
  const rows = [
    [
      driveTexts.time,
      driveTexts.ofSeconds({ t: localNumber(t.toFixed(1)), duration: localNumber(String(duration)) }),
    ],
    [driveTexts.shareNow, moment?.share ?? ""],
    [driveTexts.waitNow, moment?.wait ?? ""],
    [driveTexts.lossNow, moment?.lost ?? ""],
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
