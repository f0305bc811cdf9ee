// The user's choices of the charts that are shown and of the colours of lines.
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { SegmentedControl } from "../../../components/fields/choice.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { pageTexts } from "../../../texts/index.ts";
import type { FlowGroup } from "../flows/groups.ts";
import { useServices } from "../state/context.tsx";
import { useLab } from "../state/hooks.ts";
import type { ChartId } from "../state/shownCharts.ts";

const ViewList = lazyPart(() => import("../views/ViewList.tsx"));

export interface ChartChoiceProps {
  readonly offered: readonly { readonly id: ChartId; readonly name: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (id: ChartId) => void;
  readonly children: ReactNode;
}

/**
 * A checkbox for each chart and a button that lists the views, followed by `children`. Where the row is too
 * short for all checkboxes, the list of views begins with the other charts. The last chart that is shown
 * cannot be unchecked.
 */
export function ChartChoice({ offered, chosen, onToggle, children }: ChartChoiceProps): ReactNode {
  const shownCount = chosen.size;
  const boxes = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(offered.length);
  useLayoutEffect(() => {
    const { current } = boxes;
    if (!current) return;
    const measure = (): void => {
      const labels = [...current.children] as HTMLElement[];
      const isClipped = getComputedStyle(current).overflowY === "hidden";
      const first = labels.findIndex((label) => label.offsetTop >= current.offsetTop + current.clientHeight);
      setFitting(isClipped && first >= 0 ? first : offered.length);
    };
    const observer = new ResizeObserver(measure);
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [offered]);
  return (
    <fieldset className="chart-choice cluster gap-4 flat soft">
      <legend className="visually-hidden">{pageTexts.lab.charts}</legend>
      <div className="chart-boxes" ref={boxes}>
        {offered.map(({ id, name }, index) => (
          <label key={id} className={index < fitting ? undefined : "is-hidden"}>
            <input
              type="checkbox"
              checked={chosen.has(id)}
              disabled={chosen.has(id) && shownCount === 1}
              onChange={() => onToggle(id)}
            />
            {name}
          </label>
        ))}
      </div>
      <ViewChoice chosen={chosen} charts={offered.slice(fitting)} onToggle={onToggle} />
      <div className="chart-more end cluster inline">{children}</div>
    </fieldset>
  );
}

/** A button that opens the list of views. The last chart or view that is shown cannot be hidden. */
function ViewChoice({
  chosen,
  charts,
  onToggle,
}: Pick<ChartChoiceProps, "chosen" | "onToggle"> & {
  /** The charts that the list offers as well. */
  readonly charts: ChartChoiceProps["offered"];
}): ReactNode {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  return (
    <span className="menu">
      <Button small ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
        {pageTexts.views.choose}
        {charts.length > 0 && ` +${charts.length}`}
      </Button>
      {open && (
        <ViewList button={button} chosen={chosen} charts={charts} onToggle={onToggle} onClose={close} />
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
    <div className="chart-colours row inline faint">
      <span aria-hidden="true">{pageTexts.groups.shown}</span>
      <SegmentedControl
        small
        label={pageTexts.groups.shown}
        value={ids.some((id) => open.includes(id)) ? "flows" : "groups"}
        options={[
          { value: "groups", label: pageTexts.groups.asOne },
          { value: "flows", label: pageTexts.groups.oneByOne },
        ]}
        onChange={(value) => session.store.setState({ openGroups: value === "flows" ? ids : [] })}
      />
    </div>
  );
}

/**
 * The choice whether lines are coloured by flow or by algorithm. Until the user chooses, lines are coloured
 * by algorithm if there are many flows.
 */
export function ColourChoice({ manyFlows }: { readonly manyFlows: boolean }): ReactNode {
  const { session } = useServices();
  const colours = useLab((s) => s.colours);
  return (
    <div className="chart-colours row inline faint">
      <span aria-hidden="true">{pageTexts.lab.colours}</span>
      <SegmentedControl
        small
        label={pageTexts.lab.colours}
        value={colours === "auto" ? (manyFlows ? "algorithm" : "flow") : colours}
        options={[
          { value: "flow", label: pageTexts.lab.byFlow },
          { value: "algorithm", label: pageTexts.lab.byAlgorithm },
        ]}
        onChange={(value) => session.setColours(value)}
      />
    </div>
  );
}
