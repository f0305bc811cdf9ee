// The playhead as a slider over the whole run, on which outages and timeline changes are marked, and as a
// text box. The handle of the slider and the text in the box move with every frame. The computed part and the
// text for screen readers follow a few times a second. React renders none of them.

import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from "react";
import type { TimeBand } from "../../../charts/index.ts";
import { localNumber } from "../../../language/localized.ts";
import { formatQuantity, parseQuantity } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { outageBands } from "../flows/outages.ts";
import { linkLabel } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";

/** The maximum number of outages that are announced individually to screen readers. */
const MAX_ANNOUNCED = 6;

/**
 * The number of distinct positions at which the handle is drawn. Smaller changes of the playhead are not
 * drawn.
 */
const DRAWN_POSITIONS = 1000;

export function Scrubber(): ReactNode {
  const { session } = useServices();
  const duration = useLab((s) => s.run?.record.duration ?? 0) || session.timeView.state.duration;
  const slider = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const write = (): void => {
      const { playhead, computedTo } = session.sampler.sample;
      const computed = Math.min(1, computedTo / Math.max(1e-9, duration));
      slider.current?.style.setProperty("--computed", String(computed));
      input.current?.setAttribute("aria-valuetext", `${localNumber(playhead.toFixed(1))} s`);
    };
    write();
    return session.sampler.subscribe(write);
  }, [session, duration]);
  useEffect(() => {
    let shown = Number.NaN;
    const show = (t: number): void => {
      const element = input.current;
      const fraction = Math.min(1, t / Math.max(1e-9, duration));
      const share = Math.round(fraction * DRAWN_POSITIONS) / DRAWN_POSITIONS;
      if (!element || share === shown) return;
      shown = share;
      element.value = String(t);
      element.style.setProperty("--share", String(share));
    };
    show(session.playback.time);
    return session.timeView.subscribe((state) => show(state.playhead));
  }, [session, duration]);
  const record = useLab((s) => s.run?.record ?? null);
  const outages = useMemo(() => (record ? outageBands(record, linkLabel) : []), [record]);
  return (
    <div className="scrub" ref={slider}>
      <input
        ref={input}
        className="slider scrub-slider"
        type="range"
        min={0}
        max={duration}
        step="any"
        defaultValue={0}
        aria-label={pageTexts.lab.scrub}
        aria-describedby={outages.length > 0 ? OUTAGES : undefined}
        onChange={(event) => session.playback.seek(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -0.1, ArrowDown: -0.1, ArrowRight: 0.1, ArrowUp: 0.1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          session.playback.step(step * (event.shiftKey ? 10 : 1));
        }}
      />
      <Marks outages={outages} duration={duration} />
    </div>
  );
}

/** The id of the text about the outages. */
const OUTAGES = "scrub-outages";

/**
 * The marks of outages and timeline changes on the slider, and a text about the outages for screen readers.
 */
function Marks({
  outages,
  duration,
}: {
  readonly outages: readonly TimeBand[];
  readonly duration: number;
}): ReactNode {
  const changes = useScenario((s) => s.doc.timeline);
  const timesOfChanges = [...new Set((changes ?? []).map((c) => c.at))];
  const positionOf = (t: number): string => `${(t / Math.max(1e-9, duration)) * 100}%`;
  return (
    <>
      <div className="scrub-marks" aria-hidden="true">
        {outages.map(({ from, to }) => (
          <b key={from} style={{ left: positionOf(from), width: positionOf(to - from) }} />
        ))}
        {timesOfChanges.map((at) => (
          <i key={at} style={{ left: positionOf(at) }} />
        ))}
      </div>
      {outages.length > 0 && (
        <p className="visually-hidden" id={OUTAGES}>
          {outages
            .slice(0, MAX_ANNOUNCED)
            .map((outage) => pageTexts.lab.outage(outage))
            .join(", ")}
          {outages.length > MAX_ANNOUNCED ? pageTexts.lab.andMore({ n: outages.length - MAX_ANNOUNCED }) : ""}
        </p>
      )}
    </>
  );
}

/** The playhead as a text box. */
export function TimeBox(): ReactNode {
  const { session } = useServices();
  const box = useRef<HTMLInputElement>(null);
  const duration = useLab((s) => s.run?.record.duration ?? 0) || session.timeView.state.duration;
  const show = useEffectEvent((t: number): void => {
    const { playing, speed } = session.store.getState();
    // In slow motion, tenths of a second stand still for long.
    const text = localNumber(t.toFixed(playing && speed <= 0.1 ? 3 : 1));
    if (box.current && document.activeElement !== box.current && box.current.value !== text)
      box.current.value = text;
  });
  // Also after a change of the language, which can change the decimal separator.
  useEffect(() => show(session.playback.time));
  useEffect(() => session.timeView.subscribe((state) => show(state.playhead)), [session]);
  const seekTo = (text: string): void => {
    const t = parseQuantity(text, "s", 1);
    if (t !== null) session.playback.seek(t);
    if (box.current) box.current.value = localNumber(session.playback.time.toFixed(1));
  };
  return (
    <label className="time-box gap-1 nowrap row inline baseline faint">
      <input
        ref={box}
        type="text"
        inputMode="decimal"
        defaultValue="0.0"
        aria-label={pageTexts.lab.time}
        onFocus={(event) => {
          session.playback.pause();
          event.target.select();
        }}
        onBlur={(event) => seekTo(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          event.stopPropagation();
        }}
      />
      <span>{pageTexts.lab.ofDuration({ s: formatQuantity(duration, "s") })}</span>
    </label>
  );
}
