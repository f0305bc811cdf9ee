// Counts the seconds during which the page is visible.
import { useEffect, useRef } from "react";
import type { Work } from "./work.ts";

/** How often the time is added to the work, in milliseconds. */
const INTERVAL = 5000;

export function useTimeSpent(onWork: (change: (work: Work) => Work) => void): void {
  const report = useRef(onWork);
  useEffect(() => {
    report.current = onWork;
  }, [onWork]);
  useEffect(() => {
    let since = performance.now();
    let wasVisible = !document.hidden;
    const count = (): void => {
      const now = performance.now();
      const seconds = (now - since) / 1000;
      since = now;
      if (wasVisible && seconds > 0)
        report.current((work) => ({ ...work, spent: Math.round((work.spent + seconds) * 10) / 10 }));
      wasVisible = !document.hidden;
    };
    const timer = setInterval(count, INTERVAL);
    document.addEventListener("visibilitychange", count);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", count);
    };
  }, []);
}
