// Which charts are shown, and how lines are coloured.
import { type ReactNode, useState } from "react";
import { SegmentedControl } from "../../components/choice.tsx";
import { browserShelf, readSetting, saveSetting } from "../../scenario/storage.ts";
import { S } from "../../strings/index.ts";
import type { ChartId } from "./chartData.ts";
import { useServices } from "./context.tsx";
import { useLab } from "./hooks.ts";

const ALWAYS: readonly { readonly id: ChartId; readonly label: string }[] = [
  { id: "rate", label: S.lab.chartRate },
  { id: "queue", label: S.lab.chartQueue },
  { id: "window", label: S.lab.chartWindow },
  { id: "rtt", label: S.lab.chartRtt },
  { id: "jain", label: S.lab.chartJain },
];

const SOMETIMES: readonly { readonly id: ChartId; readonly label: string }[] = [
  { id: "discipline", label: S.lab.chartDiscipline },
  { id: "inside", label: S.lab.chartInside },
];

export const KNOWN = [...ALWAYS, ...SOMETIMES];

/** By flow up to eight flows and by algorithm above, unless somebody wants it otherwise. */
export function Colours({ many }: { readonly many: boolean }): ReactNode {
  const { session } = useServices();
  const colours = useLab((s) => s.colours);
  return (
    <div className="chart-colours">
      <span aria-hidden="true">{S.lab.colours}</span>
      <SegmentedControl
        small
        label={S.lab.colours}
        value={colours === "auto" ? (many ? "algorithm" : "flow") : colours}
        options={[
          { value: "flow", label: S.lab.byFlow },
          { value: "algorithm", label: S.lab.byAlgorithm },
        ]}
        onChange={(value) => session.setColours(value)}
      />
    </div>
  );
}

export function useShownCharts(): [ReadonlySet<ChartId>, (id: ChartId) => void] {
  const [shown, setShown] = useState<ReadonlySet<ChartId>>(() => {
    const saved = readSetting(browserShelf(), "charts")?.split(",") ?? [];
    const known = KNOWN.map((c) => c.id).filter((id) => saved.includes(id));
    return new Set(known.length > 0 ? known : ["rate", "queue", "window"]);
  });
  const toggle = (id: ChartId): void => {
    const next = new Set(shown);
    if (!next.delete(id)) next.add(id);
    setShown(next);
    saveSetting(browserShelf(), "charts", [...next].join(","));
  };
  return [shown, toggle];
}
