// The mark "why?" at the biggest fall of a chart's curves. It opens the answer of the panel "Why?" next to it.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { TimeChart, TimeChartData } from "../../../charts/index.ts";
import { formatQuantity } from "../../../scenario/units.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { mainDecision, reductionOf } from "../why/reduction.ts";
import { whyTexts } from "../why/texts/index.ts";
import { TIME_TOLERANCE } from "../why/useAnswer.ts";
import { biggestFalls, type Fall } from "./biggestFalls.ts";
import "./whyMark.css";

export interface WhyMarkProps {
  readonly chart: TimeChart;
  readonly data: TimeChartData;
}

/** The width that the mark needs next to its point, in pixels. */
const WIDTH = 56;

export default function WhyMark({ chart, data }: WhyMarkProps): ReactNode {
  const { session } = useServices();
  const run = useLab((s) => (s.run?.outcome && s.run.handle ? s.run : null));
  const fall = useExplainedFall(run, data);
  const mark = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!fall) return;
    let placed: TimeChart["area"] = null;
    // The plot makes an area whenever its size, its axes or its window change.
    const place = (): boolean => {
      const { area } = chart;
      if (!mark.current || area === null || area === placed) return false;
      placed = area;
      const { x, y, width, layout } = area;
      const [left, top, point] = [x(fall.t), Math.max(0, y(fall.ceiling)), Math.max(0, y(fall.value))];
      const isLeft = left > width - WIDTH;
      mark.current.hidden = left < 0 || left > width;
      mark.current.classList.toggle("is-left", isLeft);
      mark.current.style.setProperty("--point", `${point - top}px`);
      mark.current.style.transform = `translate(${layout.left + left}px, ${layout.top + top}px)`;
      return false;
    };
    const stop = chart.loop.add({ draw: place });
    chart.loop.request();
    return stop;
  }, [chart, fall]);
  const isOpen = useLab(({ why }) => why !== null && why.flow === fall?.flow && why.t === fall.decidedAt);
  if (!fall) return null;
  const label = whyTexts.askFall({ name: fall.label, t: formatQuantity(fall.t, "s", 2) });
  return (
    <button
      ref={mark}
      type="button"
      className="why-mark tip tip-right"
      aria-label={label}
      data-tip={`${label}  D`}
      aria-keyshortcuts="D"
      aria-expanded={isOpen}
      onClick={() => session.explain(fall.flow, fall.decidedAt)}
    >
      <span>{whyTexts.ask}</span>
    </button>
  );
}

/** The biggest fall of the chart's lines whose decision reduced a window or a rate. Null until it is known. */
function useExplainedFall(run: Run | null, { lines }: TimeChartData): Fall | null {
  const [found, setFound] = useState<{ readonly run: Run; readonly fall: Fall } | null>(null);
  useEffect(() => {
    if (!run || !lines.some((line) => line.run === run.record)) return;
    let isCurrent = true;
    void explainedFall(biggestFalls(lines, run), run).then((fall) => {
      if (isCurrent) setFound(fall && { run, fall });
    });
    return () => {
      isCurrent = false;
    };
  }, [run, lines]);
  return found !== null && found.run === run ? found.fall : null;
}

async function explainedFall(falls: readonly Fall[], { handle }: Run): Promise<Fall | null> {
  for (const fall of falls) {
    const { flow, decidedAt: t } = fall;
    const decisions = await handle?.explain(flow, t, t + TIME_TOLERANCE).catch(() => []);
    const decision = mainDecision(decisions ?? [], t);
    if (decision && reductionOf(decision)) return fall;
  }
  return null;
}
