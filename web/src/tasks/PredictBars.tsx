// Bars that the student sets before the run is revealed. Each bar is a slider, for mouse, finger and
// keyboard.

import { type CSSProperties, type ReactNode, useId } from "react";
import { chartTexts } from "../charts/texts/index.ts";
import { formatQuantity } from "../scenario/units.ts";
import type { BarPrediction } from "./model.ts";
import type { Drawing } from "./prediction.ts";
import { useTextLanguage } from "./textLanguage.ts";
import { taskTexts } from "./texts/index.ts";

/** The number of positions of a bar. A number without a unit counts something, so a short axis has whole numbers only. */
const positionsOf = ({ unit, max }: BarPrediction): number =>
  unit === "" && Number.isInteger(max) && max >= 10 && max < 100 ? max : 100;

/** The keys that leave a slider at its lower end. */
const ZERO_KEYS: ReadonlySet<string> = new Set(["Home", "ArrowLeft", "ArrowDown", "Enter", " "]);

interface PredictBarsProps {
  readonly what: BarPrediction;
  readonly drawing: Drawing;
  /** The values of the run. Null before the reveal. */
  readonly actual: readonly number[] | null;
  /** Null after the reveal. */
  readonly onDraw: ((drawing: Drawing) => void) | null;
}

export function PredictBars({ what, drawing, actual, onDraw }: PredictBarsProps): ReactNode {
  const id = useId();
  const lang = useTextLanguage();
  const positions = positionsOf(what);
  const share = (value: number): CSSProperties =>
    ({ "--share": Math.min(1, value / what.max) }) as CSSProperties;
  const set = (index: number, next: number): void =>
    onDraw?.(drawing.map((old, k) => (k === index ? next : old)));
  const text = (value: number | null): string =>
    value === null ? taskTexts.notSet : formatQuantity(value, what.unit);
  return (
    <fieldset className="predict-bars stack">
      <legend lang={lang}>{what.label}</legend>
      {onDraw && <p className="cluster gap-4 flat soft text-m">{taskTexts.setAll}</p>}
      {what.bars.map(({ label }, i) => {
        const value = drawing[i] ?? null;
        const shown = actual?.[i];
        return (
          <div key={label} className="predict-bar">
            <label className="strong" htmlFor={`${id}-${i}`}>
              <span lang={lang}>{chartTexts.named({ name: label, text: "" })}</span>
              <span>{text(value)}</span>
            </label>
            <input
              id={`${id}-${i}`}
              type="range"
              className="slider"
              min={0}
              max={positions}
              step={1}
              value={((value ?? 0) / what.max) * positions}
              style={share(value ?? 0)}
              aria-valuetext={text(value)}
              disabled={onDraw === null}
              // The slider begins at 0, so it reports no change if 0 is the prediction.
              onPointerUp={() => set(i, value ?? 0)}
              onKeyDown={({ key }) => {
                if (ZERO_KEYS.has(key)) set(i, value ?? 0);
              }}
              onChange={(event) => set(i, (Number(event.target.value) / positions) * what.max)}
            />
            <p className="row between soft text-s" aria-hidden="true">
              <span>0</span>
              <span>{formatQuantity(what.max, what.unit)}</span>
            </p>
            {shown !== undefined && (
              <p className="stack gap-1 text-m">
                <span className="predict-run-bar" style={share(shown)} aria-hidden="true" />
                {chartTexts.named({ name: taskTexts.run, text: text(shown) })}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
