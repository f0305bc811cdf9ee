// A switch that slows playback down so far that single packets can be followed, and back.
import { type ReactNode, useMemo } from "react";
import { significant } from "../../../scenario/units.ts";
import { V } from "../../../strings/views.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { LabSession } from "../state/session.ts";
import { factsOf, slowMotionSpeed } from "./liveMode.ts";

/** The playback speed of each session before it was slowed down. */
const speedsBefore = new WeakMap<LabSession, number>();

export default function SlowMotion(): ReactNode {
  const { session } = useServices();
  const record = useLab((s) => s.run?.record);
  const speed = useLab((s) => s.speed);
  const slow = useMemo(() => (record ? slowMotionSpeed(factsOf(record.derived)) : 0.01), [record]);
  const isSlow = speed <= slow * 1.001;
  const toggle = (): void => {
    if (isSlow) session.playback.setSpeed(speedsBefore.get(session) ?? 1);
    else {
      speedsBefore.set(session, speed);
      session.playback.setSpeed(slow);
    }
  };
  return (
    <button
      type="button"
      className="button is-small slow-motion"
      aria-pressed={isSlow}
      title={V.live.slowTip(significant(1 / slow, 2))}
      onClick={toggle}
    >
      {V.live.slow}
    </button>
  );
}
