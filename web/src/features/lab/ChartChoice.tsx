// The user's choices of the charts that are shown and of the colours of lines.
import type { ReactNode } from "react";
import { SegmentedControl } from "../../components/choice.tsx";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import type { FlowGroup } from "./groups.ts";
import { useLab } from "./hooks.ts";
import type { ChartId } from "./state/shownCharts.ts";

export interface ChartChoiceProps {
  readonly offered: readonly { readonly id: ChartId; readonly name: string }[];
  readonly chosen: ReadonlySet<string>;
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

/** The choice whether each group is one line with a band, or whether its flows are drawn one by one. */
export function GroupChoice({ groups }: { readonly groups: readonly FlowGroup[] }): ReactNode {
  const { session } = useServices();
  const open = useLab((s) => s.openGroups);
  const ids = groups.flatMap((group) => (group.members.length > 1 ? [group.id] : []));
  return (
    <div className="chart-colours">
      <span aria-hidden="true">{S.groups.shown}</span>
      <SegmentedControl
        small
        label={S.groups.shown}
        value={ids.some((id) => open.includes(id)) ? "flows" : "groups"}
        options={[
          { value: "groups", label: S.groups.asOne },
          { value: "flows", label: S.groups.oneByOne },
        ]}
        onChange={(value) => session.store.setState({ openGroups: value === "flows" ? ids : [] })}
      />
    </div>
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
