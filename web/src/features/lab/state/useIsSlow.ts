// Whether the shown run takes long.
import { useEffect, useState } from "react";
import { useLab } from "./hooks.ts";

/** A run that takes longer than this, in milliseconds, shows its progress. */
const SLOW_MS = 1500;

/** Whether the shown run has been computed for a while and is not complete. */
export function useIsSlow(): boolean {
  const running = useLab((s) => (s.run && !s.run.outcome && !s.failure ? s.run.id : null));
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (running === null) return;
    const timer = setTimeout(() => setSlow(running), SLOW_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return running !== null && slow === running;
}
