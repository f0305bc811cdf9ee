// Controls in the head of a chart: the choice of a signal, and the choice of a link.

import type { ReactNode } from "react";
import { Select } from "../../../components/fields/choice.tsx";
import { layers } from "../../../extension/installed.ts";
import type { SeriesInfo } from "../../../generated/types.ts";
import { dumbbellOf } from "../../../scenario/descriptors.ts";
import { pageTexts } from "../../../texts/index.ts";
import { ALL_QUEUES, linkLabel } from "../state/chartData.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario } from "../state/hooks.ts";
import type { Run } from "../state/labStore.ts";
import { type ChartId, joinLayers, splitLayers, variantOf, withVariant } from "../state/shownCharts.ts";

/**
 * The variant of a chart, such as "ms" of the queue chart, and the function that changes it. "" is the first
 * variant.
 */
export function useVariant(chart: ChartId): [string, (variant: string) => void] {
  const { session } = useServices();
  const [variant, over] = splitLayers(useLab((s) => variantOf(s.charts, chart)));
  return [
    variant,
    (next) => session.showCharts(withVariant(session.store.getState().charts, chart, joinLayers(next, over))),
  ];
}

/** The switches that draw layers of features over a chart. */
export function LayerSwitches({
  chart,
  title,
}: {
  readonly chart: ChartId;
  readonly title: string;
}): ReactNode {
  const { session } = useServices();
  const [variant, over] = splitLayers(useLab((s) => variantOf(s.charts, chart)));
  const show = (ids: readonly string[]): void =>
    session.showCharts(withVariant(session.store.getState().charts, chart, joinLayers(variant, ids)));
  return layers()
    .filter(({ charts }) => charts.includes(chart))
    .map(({ id, name, tip }) => (
      <label key={id} className="chart-switch nowrap row gap-1 inline soft" title={tip()}>
        <input
          type="checkbox"
          checked={over.includes(id)}
          aria-label={`${name()}: ${title}`}
          onChange={() => show(over.includes(id) ? over.filter((one) => one !== id) : [...over, id])}
        />
        {name()}
      </label>
    ));
}

/**
 * The chosen signal, and the function that changes the choice. Without a valid choice, the first signal is
 * chosen.
 */
export function useChosenSignal(
  chart: ChartId,
  signals: readonly SeriesInfo[],
): [SeriesInfo | undefined, (id: string) => void] {
  const [chosen, setChosen] = useVariant(chart);
  return [signals.find((s) => s.signal === chosen) ?? signals[0], setChosen];
}

/** The choice of a signal. Not rendered if there are fewer than two signals. */
export function SignalChoice({
  label,
  signals,
  value,
  onChange,
}: {
  readonly label: string;
  readonly signals: readonly SeriesInfo[];
  readonly value: SeriesInfo | undefined;
  readonly onChange: (signal: string) => void;
}): ReactNode {
  if (signals.length < 2 || !value) return null;
  return (
    <Select
      accessibleName={pageTexts.lab.signalOf({ chart: label })}
      value={value.signal}
      choices={signals.map((s) => ({ value: s.signal, label: s.label, doc: "" }))}
      onCommit={onChange}
    />
  );
}

/**
 * The choice of the link whose queue is shown. Not rendered if there is only one link, or if the only other
 * link is the reverse path of a dumbbell and no data crosses it.
 */
export function LinkChoice({ run, link }: { readonly run: Run | null; readonly link: string }): ReactNode {
  const { session } = useServices();
  const doc = useScenario((s) => s.doc);
  const links = run?.record.derived.links ?? [];
  const reverseIsUsed =
    Boolean(dumbbellOf(doc)?.reverse) || (doc.flows ?? []).some((f) => f.role === "reverse");
  if (links.length < 2 || (links.length === 2 && !reverseIsUsed)) return null;
  return (
    <Select
      accessibleName={pageTexts.lab.whichQueue}
      value={link}
      choices={[
        ...links.map((l) => ({ value: l.id, label: linkLabel(l.id), doc: "" })),
        { value: ALL_QUEUES, label: pageTexts.lab.allQueues, doc: "" },
      ]}
      onCommit={(id) => session.chooseQueue(id)}
    />
  );
}
