// The user's choices of the charts that are shown and of the colours of lines.
import { type ReactNode, useState } from "react";
import { SegmentedControl } from "../../components/choice.tsx";
import { browserStorage, readPreference, savePreference } from "../../scenario/storage.ts";
import { S } from "../../strings/index.ts";
import type { ChartId } from "./chartData.ts";
import { useServices } from "./context.tsx";
import { useLab } from "./hooks.ts";

const CHARTS: readonly ChartId[] = ["rate", "queue", "window", "rtt", "jain", "discipline", "inside"];
const SHOWN_BY_DEFAULT: readonly ChartId[] = ["rate", "queue", "window"];

export interface ChartChoiceProps {
  readonly offered: readonly { readonly id: ChartId; readonly name: string }[];
  readonly chosen: ReadonlySet<ChartId>;
  readonly onToggle: (id: ChartId) => void;
  readonly children: ReactNode;
}

/** A checkbox for each chart, followed by `children`. The last chart that is shown cannot be unchecked. */
export function ChartChoice({ offered, chosen, onToggle, children }: ChartChoiceProps): ReactNode {
  const shownCount = offered.filter(({ id }) => chosen.has(id)).length;
  return (
    <fieldset className="chart-choice">
      <legend className="visually-hidden">{S.lab.charts}</legend>
      {offered.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.has(id)}
            disabled={chosen.has(id) && shownCount === 1}
            onChange={() => onToggle(id)}
          />
          {name}
        </label>
      ))}
      <div className="chart-more">{children}</div>
    </fieldset>
  );
}

/**
 * The choice whether lines are coloured by flow or by algorithm. Until the user chooses, lines are coloured by algorithm if there
 * are many flows.
 */
export function ColourChoice({ manyFlows }: { readonly manyFlows: boolean }): ReactNode {
  const { session } = useServices();
  const colours = useLab((s) => s.colours);
  return (
    <div className="chart-colours">
      <span aria-hidden="true">{S.lab.colours}</span>
      <SegmentedControl
        small
        label={S.lab.colours}
        value={colours === "auto" ? (manyFlows ? "algorithm" : "flow") : colours}
        options={[
          { value: "flow", label: S.lab.byFlow },
          { value: "algorithm", label: S.lab.byAlgorithm },
        ]}
        onChange={(value) => session.setColours(value)}
      />
    </div>
  );
}

/** The charts that the user chose, and the function that adds or removes a chart. The browser stores the choice. */
export function useShownCharts(): [ReadonlySet<ChartId>, (id: ChartId) => void] {
  const [shown, setShown] = useState<ReadonlySet<ChartId>>(() => {
    const saved = readPreference(browserStorage(), "charts")?.split(",") ?? [];
    const valid = CHARTS.filter((id) => saved.includes(id));
    return new Set(valid.length > 0 ? valid : SHOWN_BY_DEFAULT);
  });
  const toggle = (id: ChartId): void => {
    const next = new Set(shown);
    if (!next.delete(id)) next.add(id);
    setShown(next);
    savePreference(browserStorage(), "charts", [...next].join(","));
  };
  return [shown, toggle];
}
