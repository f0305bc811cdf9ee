// The measured data of the lab, and the actions of the panel on them.
import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import { importTexts } from "../../engine/imports/texts/index.ts";
import type { ImportedSeries } from "../../engine/imports/types.ts";
import type { Json } from "../../generated/types.ts";
import { describePath } from "../../scenario/descriptors.ts";
import { readPath, writePath } from "../../scenario/path.ts";
import { formatQuantity, groupDigits } from "../../scenario/units.ts";
import { bottleneckOf } from "../lab/flows/members.ts";
import { ALL_QUEUES, linkLabel } from "../lab/state/chartData.ts";
import { useServices } from "../lab/state/context.tsx";
import { useAveragingInterval, useLab, useMembers, useScenario } from "../lab/state/hooks.ts";
import { deliveryTrace, MAX_LINES } from "./deliveryTrace.ts";
import { type Measured, type MeasuredFile, measuredStore, NOTHING_MEASURED } from "./measured.ts";
import { measuredLines } from "./measuredLines.ts";
import { nameOf } from "./texts.ts";

export const useMeasured = (): Measured => useStore(measuredStore) ?? NOTHING_MEASURED;

/**
 * Draws the lines of the files over the charts, for the length of the run and the averaging of its rates. Returns them by
 * chart.
 */
export function useMeasuredLines(files: readonly MeasuredFile[]): ReturnType<typeof measuredLines> {
  const { session } = useServices();
  const run = useLab((s) => s.run);
  const duration = run?.record.duration ?? 0;
  const interval = useAveragingInterval(useMembers(run));
  const lines = useMemo(
    () =>
      duration > 0 ? measuredLines(files, { duration, interval, nameOf: ({ name }) => nameOf(name) }) : {},
    [files, duration, interval],
  );
  useEffect(() => {
    const entries = Object.entries(lines).map(([chart, of]) => [chart, { lines: of }]);
    session.drawOver("measured", Object.fromEntries(entries));
    return () => session.drawOver("measured", {});
  }, [session, lines]);
  return lines;
}

export interface TraceButton {
  /** The name of the link that would follow a series. */
  readonly link: string;
  readonly use: (file: MeasuredFile, series: ImportedSeries) => void;
  /** The series of the last click. */
  readonly last: ImportedSeries | null;
  /** The effect of the last click, or the reason why it had none. "" before the first click. */
  readonly message: string;
}

/** Makes a delivery trace of a series for the link whose queue is shown. */
export function useTraceButton(): TraceButton | null {
  const { scenario, catalogue } = useServices();
  const run = useLab((s) => s.run);
  const chosen = useLab((s) => s.chosenQueue);
  const doc = useScenario((s) => s.doc);
  const [{ last, message }, setAnswer] = useState<Pick<TraceButton, "last" | "message">>({
    last: null,
    message: "",
  });
  const link = useMemo(() => {
    if (!run) return null;
    const { links } = run.record.derived;
    const isKnown = chosen !== ALL_QUEUES && links.some(({ id }) => id === chosen);
    const id = isKnown ? chosen : bottleneckOf(run.record);
    // The reverse link of a dumbbell has settings only if the document states them.
    return id === "reverse" && typeof (readPath(doc, "network.reverse") ?? "") !== "object" ? "forward" : id;
  }, [run, chosen, doc]);
  if (!run || link === null) return null;
  const isDumbbell = link === "forward" || link === "reverse";
  const use: TraceButton["use"] = ({ shift, factor }, series) => {
    const setMessage = (text: string): void => setAnswer({ last: series, message: text });
    const trace = deliveryTrace(series, { shift, factor, duration: run.record.duration });
    if (!trace.ok) {
      setMessage(
        trace.reason === "long"
          ? importTexts.trace.long({ limit: groupDigits(MAX_LINES) })
          : importTexts.trace[trace.reason],
      );
      return;
    }
    scenario.getState().apply(`trace of ${link}`, (before) => {
      const stated: Json | undefined = readPath(before, "network.links");
      // If a network states no links, it has the links of the default.
      const isStated = isDumbbell || Array.isArray(stated);
      const known = isStated
        ? before
        : writePath(before, "network.links", describePath(catalogue, "network.links", before)?.default);
      return writePath(known, `network.${isDumbbell ? "" : "links."}${link}.impairments.trace`, trace.text);
    });
    setMessage(
      importTexts.trace.made({
        link: linkLabel(link),
        rate: formatQuantity(trace.meanRate, "bit/s"),
        seconds: formatQuantity(trace.seconds, "s"),
      }),
    );
  };
  return { link: linkLabel(link), use, last, message };
}
