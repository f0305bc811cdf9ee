// The user's choices of the charts that are shown and of the colours of lines.
import { type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { SegmentedControl } from "../../components/choice.tsx";
import { lazyPart } from "../../components/lazyPart.tsx";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import type { FlowGroup } from "./groups.ts";
import { useLab } from "./hooks.ts";
import type { ChartId } from "./state/shownCharts.ts";

const ViewList = lazyPart(() => import("./views/ViewList.tsx"));

export interface ChartChoiceProps {
  readonly offered: readonly { readonly id: ChartId; readonly name: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: ChartId) => void;
  readonly children: ReactNode;
}

/** A checkbox for each chart and a button that lists the views, followed by `children`. The last chart that is shown cannot be unchecked. */
export function ChartChoice({ offered, chosen, onToggle, children }: ChartChoiceProps): ReactNode {
  const shownCount = chosen.size;
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
      <ViewChoice chosen={chosen} onToggle={onToggle} />
      <div className="chart-more">{children}</div>
    </fieldset>
  );
}

/** A button that opens the list of views. The last chart or view that is shown cannot be hidden. */
function ViewChoice({ chosen, onToggle }: Pick<ChartChoiceProps, "chosen" | "onToggle">): ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  return (
    <span className="menu">
      <button
        type="button"
        className="button is-small"
        ref={button}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {S.views.choose}
      </button>
      {open && (
        <Suspense fallback={null}>
          <ViewList button={button} chosen={chosen} onToggle={onToggle} onClose={close} />
        </Suspense>
      )}
    </span>
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
