// The measured data of the lab, and the actions of the panel on them.
import { useEffect, useMemo, useState } from "react";
import { importTexts } from "../../../engine/imports/texts/index.ts";
import type { ImportedSeries } from "../../../engine/imports/types.ts";
import type { Json } from "../../../generated/types.ts";
import { describePath } from "../../../scenario/descriptors.ts";
import { readPath, writePath } from "../../../scenario/path.ts";
import { formatQuantity, groupDigits } from "../../../scenario/units.ts";
import { bottleneckOf } from "../flows/members.ts";
import { ALL_QUEUES, linkLabel } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useAveragingInterval, useLab, useMembers, useScenario } from "../state/hooks.ts";
import { type Measured, type MeasuredFile, NOTHING_MEASURED } from "../state/measured.ts";
import { deliveryTrace, MAX_LINES } from "./deliveryTrace.ts";
import { measuredLines } from "./measuredLines.ts";
import { changeMeasured } from "./openMeasured.ts";
import { nameOf } from "./texts.ts";

export function useMeasured(): [Measured, (change: (measured: Measured) => Measured) => void] {
  const { store } = useServices().session;
  const measured = useLab((s) => s.measured) ?? NOTHING_MEASURED;
  return [measured, (change) => changeMeasured(store, change)];
}

/**
 * Keeps the lines of the charts up to date with the files, the length of the run, and the averaging of its
 * rates.
 */
export function useMeasuredLines(files: readonly MeasuredFile[]): void {
  const { store } = useServices().session;
  const run = useLab((s) => s.run);
  const duration = run?.record.duration ?? 0;
  const interval = useAveragingInterval(useMembers(run));
  useEffect(() => {
    if (!(duration > 0)) return;
    const lines = measuredLines(files, { duration, interval, nameOf: (series) => nameOf(series.name) });
    changeMeasured(store, (measured) => ({ ...measured, lines }));
  }, [store, files, duration, interval]);
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
