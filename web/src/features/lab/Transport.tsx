// Time: what an edit applies to, play and pause, steps, the scrubber with the changes of the run, the moment as text, and
// the playback speed. The playhead moves every frame without React.
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { SegmentedControl } from "../../components/choice.tsx";
import { Icon, IconButton } from "../../components/icons.tsx";
import { formatQuantity, parseQuantity, significant } from "../../scenario/units.ts";
import { S } from "../../strings/index.ts";
import { linkName } from "./chartData.ts";
import { useServices } from "./context.tsx";
import { useLab, usePlayhead, useSample, useScenario } from "./hooks.ts";
import { outageBands } from "./outages.ts";

export interface TransportProps {
  readonly onCompare: () => void;
  readonly comparing: boolean;
}

export function Transport({ onCompare, comparing }: TransportProps): ReactNode {
  const { session } = useServices();
  const playing = useLab((s) => s.playing);
  return (
    <section className="transport" aria-label={S.lab.playback}>
      <EditMode />
      <div className="transport-play">
        <IconButton
          icon="toStart"
          label={S.lab.toStart}
          hint="Home"
          onClick={() => session.playback.seek(0)}
        />
        <IconButton
          icon="stepBack"
          label={S.lab.stepBack}
          hint={"\u2190"}
          onClick={() => session.playback.step(-0.1)}
        />
        <button type="button" className="button is-primary play" onClick={() => session.playback.toggle()}>
          <Icon name={playing ? "pause" : "play"} />
          <span>{playing ? S.lab.pause : S.lab.play}</span>
        </button>
        <IconButton
          icon="stepForward"
          label={S.lab.stepForward}
          hint={"\u2192"}
          onClick={() => session.playback.step(0.1)}
        />
      </div>
      <Scrubber />
      <TimeBox />
      <Speed />
      <button type="button" className="button" aria-pressed={comparing} onClick={onCompare}>
        <Icon name="compare" size={18} />
        <span>{S.lab.compare}</span>
      </button>
    </section>
  );
}

/** "Changes apply: to the whole run / from 12.3 s on". */
function EditMode(): ReactNode {
  const { session, scenario } = useServices();
  const mode = useScenario((s) => s.editMode);
  const playhead = usePlayhead();
  return (
    <div className="edit-mode">
      <span>{S.lab.changesApply}</span>
      <SegmentedControl
        label={S.lab.changesApply}
        value={mode}
        options={[
          { value: "whole", label: S.lab.wholeRun },
          {
            value: "from",
            label: S.lab.fromHere(`${playhead.toFixed(1)}\u202fs`),
            tip: S.lab.fromHereTip,
          },
        ]}
        onChange={(next) => {
          if (next === "from") session.playback.pauseAtRoundTime();
          scenario.getState().setEditMode(next);
        }}
      />
    </div>
  );
}

/** Outages that readers of the screen are told one by one. */
const MOST_TOLD = 6;

/** Places of the scrubber's handle. */
const STEPS = 1000;

function Scrubber(): ReactNode {
  const { session } = useServices();
  const duration = useLab((s) => s.run?.record.duration ?? 0) || session.timeView.state.duration;
  const computed = useSample((s) => Math.min(1, s.computedTo / Math.max(1e-9, duration)));
  const playhead = usePlayhead();
  const changes = useScenario((s) => s.doc.timeline);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let shown = Number.NaN;
    const show = (t: number): void => {
      const element = input.current;
      // Steps that nobody sees cost as much as others.
      const share = Math.round((t / Math.max(1e-9, session.timeView.state.duration)) * STEPS) / STEPS;
      if (!element || share === shown) return;
      shown = share;
      element.value = String(t);
      element.style.setProperty("--share", String(share));
    };
    show(session.playback.time);
    return session.timeView.subscribe((state) => show(state.playhead));
  }, [session]);
  const marks = [...new Set((changes ?? []).map((c) => c.at))];
  const record = useLab((s) => s.run?.record ?? null);
  const bands = useMemo(() => (record ? outageBands(record, linkName) : []), [record]);
  const place = (t: number): string => `${(t / Math.max(1e-9, duration)) * 100}%`;
  return (
    <div className="scrub" style={{ "--computed": computed } as React.CSSProperties}>
      <input
        ref={input}
        className="slider scrub-slider"
        type="range"
        min={0}
        max={duration}
        step="any"
        defaultValue={0}
        aria-label={S.lab.scrub}
        aria-describedby={bands.length > 0 ? "scrub-outages" : undefined}
        aria-valuetext={`${playhead.toFixed(1)} s`}
        onChange={(event) => session.playback.seek(Number(event.target.value))}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -0.1, ArrowDown: -0.1, ArrowRight: 0.1, ArrowUp: 0.1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          session.playback.step(step * (event.shiftKey ? 10 : 1));
        }}
      />
      <div className="scrub-marks" aria-hidden="true">
        {bands.map((band) => (
          <b key={band.from} style={{ left: place(band.from), width: place(band.to - band.from) }} />
        ))}
        {marks.map((at) => (
          <i key={at} style={{ left: place(at) }} />
        ))}
      </div>
      {bands.length > 0 && (
        <p className="visually-hidden" id="scrub-outages">
          {bands.slice(0, MOST_TOLD).map(S.lab.outage).join(", ")}
          {bands.length > MOST_TOLD ? S.lab.andMore(bands.length - MOST_TOLD) : ""}
        </p>
      )}
    </div>
  );
}

/** The moment, as text that can be typed into. */
function TimeBox(): ReactNode {
  const { session } = useServices();
  const box = useRef<HTMLInputElement>(null);
  const duration = useLab((s) => s.run?.record.duration ?? 0) || session.timeView.state.duration;
  useEffect(() => {
    const show = (t: number): void => {
      const text = t.toFixed(1);
      if (box.current && document.activeElement !== box.current && box.current.value !== text)
        box.current.value = text;
    };
    show(session.playback.time);
    return session.timeView.subscribe((state) => show(state.playhead));
  }, [session]);
  const go = (text: string): void => {
    const t = parseQuantity(text, "s", 1);
    if (t !== null) session.playback.seek(t);
    if (box.current) box.current.value = session.playback.time.toFixed(1);
  };
  return (
    <label className="time-box">
      <input
        ref={box}
        type="text"
        inputMode="decimal"
        defaultValue="0.0"
        aria-label={S.lab.time}
        onFocus={(event) => {
          session.playback.pause();
          event.target.select();
        }}
        onBlur={(event) => go(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur();
          event.stopPropagation();
        }}
      />
      <span>{S.lab.of(formatQuantity(duration, "s"))}</span>
    </label>
  );
}

const SLOWEST = 0.01;
const FASTEST = 100;
const DETENT = 0.04;

const speedAt = (position: number): number => {
  const share = position / 100;
  if (Math.abs(share - 0.5) < DETENT) return 1;
  const raw = SLOWEST * (FASTEST / SLOWEST) ** share;
  return Number(raw.toPrecision(2));
};

/** 0.01 to 100 times, logarithmic, with a detent at 1. */
function Speed(): ReactNode {
  const { session } = useServices();
  const speed = useLab((s) => s.speed);
  const [held, setHeld] = useState<number | null>(null);
  const position = held ?? (Math.log(speed / SLOWEST) / Math.log(FASTEST / SLOWEST)) * 100;
  return (
    <label className="speed">
      <input
        className="slider"
        type="range"
        min={0}
        max={100}
        step="any"
        value={position}
        style={{ "--share": position / 100 } as React.CSSProperties}
        aria-label={S.lab.speed}
        aria-valuetext={`${significant(speed, 2)} times`}
        onChange={(event) => {
          setHeld(Number(event.target.value));
          session.playback.setSpeed(speedAt(Number(event.target.value)));
        }}
        onPointerUp={() => setHeld(null)}
        onDoubleClick={() => session.playback.setSpeed(1)}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          setHeld(null);
          session.playback.setSpeed(neighbour(speed, by));
        }}
      />
      <span>{significant(speed, 2)}&times;</span>
    </label>
  );
}

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;

export function neighbour(speed: number, by: number): number {
  if (by > 0) return SPEEDS.find((s) => s > speed * 1.001) ?? FASTEST;
  return [...SPEEDS].reverse().find((s) => s < speed * 0.999) ?? SLOWEST;
}
