// Whether the shown run takes long.
import { useEffect, useState } from "react";
import { useServices } from "./context.tsx";
import { useLab } from "./hooks.ts";
import { LONG_SECONDS } from "./runCost.ts";

/** A run that takes longer than this, in milliseconds, shows its progress. */
const SLOW_MS = 1500;

/** Whether the shown run is not complete, and takes long as expected or as measured. */
export function useIsSlow(): boolean {
  const { session } = useServices();
  const running = useLab((s) => (s.run && !s.run.outcome && !s.failure ? s.run : null));
  const id = running?.id ?? null;
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setSlow(id), SLOW_MS);
    return () => clearTimeout(timer);
  }, [id]);
  if (!running) return false;
  return slow === id || session.costs.costOf(running.record.derived).seconds > LONG_SECONDS;
}
