// The settings of one flow: a swatch of its line, its name, algorithm, menu and base RTT. A disclosure
// contains all other settings.

import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { addressOf } from "../../../address/route.ts";
import { DASHES, type LineStyle } from "../../../charts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { Select } from "../../../components/fields/choice.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Menu, type MenuItem } from "../../../components/Menu.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
import { linkItems, partsAt } from "../../../extension/installed.ts";
import type { Choice, FlowDocument } from "../../../generated/types.ts";
import { algorithmOf } from "../../../scenario/descriptors.ts";
import {
  duplicateFlow,
  moveFlow,
  removeFlow,
  renameFlow,
  setAlgorithm,
  setFromTime,
} from "../../../scenario/edit.ts";
import { labelOf } from "../../../scenario/flowLabel.ts";
import { OWN } from "../../../scenario/programs.ts";
import { roundTime } from "../../../scenario/store.ts";
import { pageTexts } from "../../../texts/index.ts";
import { groupNameOf, namedGroupId } from "../flows/groups.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useSelected } from "../state/hooks.ts";
import { FlowDirection } from "./FlowDirection.tsx";
import { RttField } from "./RttField.tsx";

const FlowSettings = lazyPart(() => import("./FlowSettings.tsx"));

interface FlowCardProps {
  readonly flow: FlowDocument;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly style: LineStyle | undefined;
  /** Whether the flow is selected for a group. Null while no group is being made. */
  readonly picked: boolean | null;
  readonly onPick: (id: string) => void;
}

export function FlowCard(props: FlowCardProps): ReactNode {
  const { flow } = props;
  const { session } = useServices();
  const doc = useScenario((s) => s.doc);
  const issues = useLab((s) => s.issues);
  // The members of a flow with `count` have the ids `id.0`, `id.1` and so on.
  const box = useSelected<HTMLLIElement>(
    "flow",
    (id) => id === flow.id || id.replace(/\.\d+$/, "") === flow.id,
  );
  const groupName = groupNameOf(flow);
  const groupId = groupName === "" ? flow.id : namedGroupId(groupName);
  const hasProblem = issues.some((i) => i.path.startsWith(`flows[${(doc.flows ?? []).indexOf(flow)}]`));
  // When a card is removed under the pointer, there is no "leave" event, so the highlight is cleared here.
  useEffect(() => () => session.timeView.setHighlight(null), [session]);
  return (
    <li
      ref={box}
      tabIndex={-1}
      className={`flow${hasProblem ? " has-problem" : ""}`}
      data-setting={`flows.${flow.id}`}
      onPointerEnter={() => session.timeView.setHighlight(groupId)}
      onPointerLeave={() => session.timeView.setHighlight(null)}
    >
      <FlowHead {...props} groupId={groupId} card={box} />
      {groupName !== "" && (
        <p className="faint text-s">
          {pageTexts.groups.group}: {groupName}
        </p>
      )}
      {flow.algorithm === OWN && partsAt("programEditor").length > 0 && (
        <Button small className="flow-program" onClick={() => session.editProgram(flow.id)}>
          {pageTexts.lab.editProgram}
        </Button>
      )}
      <FlowDirection flow={flow} />
      <RttField flow={flow} />
      <Disclosure summary={pageTexts.lab.more} className="flow-more">
        <FlowSettings flow={flow} />
      </Disclosure>
    </li>
  );
}

interface FlowHeadProps extends FlowCardProps {
  readonly groupId: string;
  readonly card: RefObject<HTMLLIElement | null>;
}

/** The name, the algorithm and the menu of a flow. */
function FlowHead(props: FlowHeadProps): ReactNode {
  const { flow, style, picked, onPick } = props;
  const { scenario, session, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const [renaming, setRenaming] = useState(false);
  const label = labelOf(flow, doc);
  // The entry for a program is the first one, so that it is found without searching the list.
  const algorithms: readonly Choice[] = [...catalogue.algorithms]
    .sort((a, b) => Number(b.id === OWN) - Number(a.id === OWN))
    .map((a) => ({ value: a.id, label: a.name, doc: a.summary }));
  const familyOf = (choice: Choice): string =>
    choice.value === OWN
      ? pageTexts.lab.writeOwn
      : pageTexts.algorithms.families[
          catalogue.algorithms.find((a) => a.id === choice.value)?.family ?? "none"
        ];
  return (
    <div className="flow-head row">
      {picked !== null && (
        <input
          type="checkbox"
          aria-label={pageTexts.groups.select({ label })}
          checked={picked}
          onChange={() => onPick(flow.id)}
        />
      )}
      <FlowSample style={style} />
      {renaming ? (
        <NameBox flow={flow} label={label} onDone={() => setRenaming(false)} />
      ) : (
        <button
          type="button"
          className="flow-name grow nowrap"
          title={pageTexts.lab.rename}
          onClick={() => setRenaming(true)}
        >
          {label}
        </button>
      )}
      {(flow.count ?? 1) > 1 && <span className="flow-count faint">&times;&#8239;{flow.count}</span>}
      <Select
        accessibleName={`${pageTexts.lab.algorithm}: ${label}`}
        value={algorithmOf(catalogue, flow.id, doc)}
        choices={algorithms}
        groupOf={familyOf}
        disabled={editsFromPlayhead}
        onCommit={(id) => {
          scenario.getState().apply("algorithm", (d) => setAlgorithm(d, flow.id, id));
          if (id === OWN) session.editProgram(flow.id);
        }}
      />
      <FlowMenu {...props} label={label} onRename={() => setRenaming(true)} />
    </div>
  );
}

/** The field for another name of a flow. */
function NameBox({
  flow,
  label,
  onDone,
}: {
  readonly flow: FlowDocument;
  readonly label: string;
  readonly onDone: () => void;
}): ReactNode {
  const { apply } = useServices().scenario.getState();
  return (
    <input
      className="text-box flow-name-box grow"
      aria-label={pageTexts.lab.nameOfFlow}
      defaultValue={label}
      maxLength={80}
      // biome-ignore lint/a11y/noAutofocus: the user has just activated this field
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => {
        onDone();
        apply("rename", (d) => renameFlow(d, flow.id, event.target.value));
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") {
          event.stopPropagation();
          event.currentTarget.value = label;
          event.currentTarget.blur();
        }
      }}
    />
  );
}

interface FlowMenuProps extends FlowHeadProps {
  readonly label: string;
  readonly onRename: () => void;
}

/** Everything that can be done with a flow. */
function FlowMenu({ flow, isFirst, isLast, groupId, card, label, onRename }: FlowMenuProps): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const { apply } = scenario.getState();
  const algorithmId = algorithmOf(catalogue, flow.id, doc);
  const algorithmName = catalogue.algorithms.find((a) => a.id === algorithmId)?.name ?? algorithmId;
  const move = (by: number): void => apply("move", (d) => moveFlow(d, flow.id, by));
  const remove = (): void => {
    const at = roundTime(session.playback.time);
    if (editsFromPlayhead) apply("stop flow", (d) => setFromTime(d, `flows.${flow.id}.active`, false, at));
    else {
      focusNeighbour(card.current);
      apply("remove flow", (d) => removeFlow(d, flow.id));
    }
  };
  const items: readonly MenuItem[] = [
    { label: pageTexts.lab.rename, onSelect: onRename },
    {
      label: pageTexts.lab.aboutAlgorithm({ name: algorithmName }),
      icon: "book",
      onSelect: () => {
        location.hash = addressOf("algorithms", algorithmId);
      },
    },
    ...linkItems("flow", flow.id),
    {
      label: pageTexts.lab.duplicate,
      icon: "copy",
      onSelect: () => apply("duplicate", (d) => duplicateFlow(d, flow.id, scenario.getState().usedIds)),
    },
    ...useGroupItems(flow, groupId, label),
    { label: pageTexts.lab.moveUp, icon: "up", disabled: isFirst, onSelect: () => move(-1) },
    { label: pageTexts.lab.moveDown, icon: "down", disabled: isLast, onSelect: () => move(1) },
    {
      label: editsFromPlayhead ? pageTexts.lab.stopHere : pageTexts.lab.remove,
      icon: "trash",
      danger: true,
      onSelect: remove,
    },
  ];
  return <Menu label={pageTexts.lab.actionsFor({ label })} items={items} />;
}

/** The entries of the menu about the number of flows, and about showing the flows of a group one by one. */
function useGroupItems(flow: FlowDocument, groupId: string, label: string): readonly MenuItem[] {
  const { session } = useServices();
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const isOpen = useLab((s) => s.openGroups.includes(groupId));
  const groupName = groupNameOf(flow);
  const isGroup = groupName !== "" || (flow.count ?? 1) > 1;
  const goToCount = async (): Promise<void> => {
    const { goToSetting } = await import("../state/goToSetting.ts");
    await goToSetting(session, `flows.${flow.id}.count`);
  };
  return [
    { label: pageTexts.groups.number, disabled: editsFromPlayhead, onSelect: () => void goToCount() },
    ...(isGroup
      ? [
          {
            label: (isOpen ? pageTexts.groups.close : pageTexts.groups.open)({ label: groupName || label }),
            onSelect: () => session.toggleGroup(groupId),
          },
        ]
      : []),
  ];
}

/** Before a card disappears, moves the focus to a neighbouring card or to the button that adds a flow. */
function focusNeighbour(card: HTMLElement | null): void {
  const next =
    (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector(".menu") ??
    card?.closest(".panel");
  next?.querySelector<HTMLElement>("button")?.focus();
}

/** A swatch of the flow's line in charts. */
export function FlowSample({ style }: { readonly style: LineStyle | undefined }): ReactNode {
  return (
    <svg width="18" height="10" aria-hidden="true">
      {style && (
        <line
          x1="1"
          x2="17"
          y1="5"
          y2="5"
          strokeWidth="3"
          stroke={
            style.shade
              ? `color-mix(in srgb, var(--ink) ${style.shade * 100}%, var(--line-${style.colour + 1}))`
              : `var(--line-${style.colour + 1})`
          }
          strokeDasharray={(DASHES[style.dash] ?? []).join(" ") || undefined}
        />
      )}
    </svg>
  );
}
