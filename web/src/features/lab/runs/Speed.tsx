// The control for the playback speed: a logarithmic slider from 0.001 to 100 simulated seconds per wall-clock
// second, which snaps to 1.
import { type ReactNode, useState } from "react";
import { significant } from "../../../scenario/units.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";

/** The limits of the playback speed, in simulated seconds per wall-clock second. */
const SLOWEST = 0.001;

const FASTEST = 100;

/** The share of the slider's length at which the speed is 1. */
const NORMAL = Math.log(1 / SLOWEST) / Math.log(FASTEST / SLOWEST);

/**
 * A position that differs from the position of the speed 1 by less than this share of the slider's length
 * gives the speed 1.
 */
const SNAP_DISTANCE = 0.04;

/** The speed at a position of the slider between 0 and 100. */
const speedAt = (position: number): number => {
  const share = position / 100;
  if (Math.abs(share - NORMAL) < SNAP_DISTANCE) return 1;
  const raw = SLOWEST * (FASTEST / SLOWEST) ** share;
  return Number(raw.toPrecision(2));
};

export function Speed(): ReactNode {
  const { session } = useServices();
  const speed = useLab((s) => s.speed);
  const [dragPosition, setDragPosition] = useState<number | null>(null);
  const position = dragPosition ?? (Math.log(speed / SLOWEST) / Math.log(FASTEST / SLOWEST)) * 100;
  return (
    <label className="speed fixed row inline soft">
      <input
        className="slider"
        type="range"
        min={0}
        max={100}
        step="any"
        value={position}
        style={{ "--share": position / 100 } as React.CSSProperties}
        aria-label={pageTexts.lab.speed}
        aria-valuetext={pageTexts.lab.speedText({ times: significant(speed, 2) })}
        onChange={(event) => {
          setDragPosition(Number(event.target.value));
          session.playback.setSpeed(speedAt(Number(event.target.value)));
        }}
        onPointerUp={() => setDragPosition(null)}
        onDoubleClick={() => session.playback.setSpeed(1)}
        onKeyDown={(event) => {
          const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (direction === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          setDragPosition(null);
          session.playback.setSpeed(nextSpeed(speed, direction));
        }}
      />
      <span>{significant(speed, 2)}&times;</span>
    </label>
  );
}

/** The speeds that keys select. */
const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;

/** The next speed of `SPEEDS` above `speed` if `direction` is positive, else the next speed below. */
export function nextSpeed(speed: number, direction: number): number {
  if (direction > 0) return SPEEDS.find((s) => s > speed * 1.001) ?? FASTEST;
  return [...SPEEDS].reverse().find((s) => s < speed * 0.999) ?? SLOWEST;
}
