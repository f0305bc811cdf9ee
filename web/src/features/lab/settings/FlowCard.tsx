// The settings of one flow: a sample of its line, its name, algorithm, menu and base RTT. A disclosure contains all other settings.

import { type ReactNode, Suspense, useEffect, useState } from "react";
import { addressOf } from "../../../address/route.ts";
import { DASHES, type LineStyle } from "../../../charts/index.ts";
import { Select } from "../../../components/fields/choice.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Menu } from "../../../components/Menu.tsx";
import { Disclosure } from "../../../components/surfaces.tsx";
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
import { roundTime } from "../../../scenario/store.ts";
import { S } from "../../../strings/index.ts";
import { groupNameOf, namedGroupId } from "../flows/groups.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useSelected } from "../state/hooks.ts";
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

export function FlowCard({ flow, isFirst, isLast, style, picked, onPick }: FlowCardProps): ReactNode {
  const { session, scenario, catalogue } = useServices();
  const doc = useScenario((s) => s.doc);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const issues = useLab((s) => s.issues);
  const [renaming, setRenaming] = useState(false);
  // The members of a flow with `count` have the ids `id.0`, `id.1` and so on.
  const box = useSelected<HTMLLIElement>(
    "flow",
    (id) => id === flow.id || id.replace(/\.\d+$/, "") === flow.id,
  );
  const label = labelOf(flow, doc);
  const algorithmId = algorithmOf(catalogue, flow.id, doc);
  const algorithmName = catalogue.algorithms.find((a) => a.id === algorithmId)?.name ?? algorithmId;
  const groupName = groupNameOf(flow);
  const isGroup = groupName !== "" || (flow.count ?? 1) > 1;
  const groupId = groupName === "" ? flow.id : namedGroupId(groupName);
  const isOpen = useLab((s) => s.openGroups.includes(groupId));
  const { apply } = scenario.getState();
  const algorithms: readonly Choice[] = catalogue.algorithms.map((a) => ({
    value: a.id,
    label: a.name,
    doc: a.summary,
  }));
  const familyOf = (choice: Choice): string =>
    S.algorithms.families[catalogue.algorithms.find((a) => a.id === choice.value)?.family ?? "none"];
  const hasProblem = issues.some((i) => i.path.startsWith(`flows[${(doc.flows ?? []).indexOf(flow)}]`));
  const remove = (): void => {
    const at = roundTime(session.playback.time);
    if (editsFromPlayhead) apply("stop flow", (d) => setFromTime(d, `flows.${flow.id}.active`, false, at));
    else {
      // Before this card disappears, move the focus to a neighbouring card or to the button that adds a flow.
      const card = box.current;
      const next =
        (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector(".menu") ??
        card?.closest(".panel");
      next?.querySelector<HTMLElement>("button")?.focus();
      apply("remove flow", (d) => removeFlow(d, flow.id));
    }
  };
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
      <div className="flow-head">
        {picked !== null && (
          <input
            type="checkbox"
            aria-label={S.groups.select(label)}
            checked={picked}
            onChange={() => onPick(flow.id)}
          />
        )}
        <FlowSample style={style} />
        {renaming ? (
          <input
            className="text-box flow-name-box"
            aria-label={S.lab.nameOfFlow}
            defaultValue={label}
            maxLength={80}
            // biome-ignore lint/a11y/noAutofocus: the user has just activated this field
            autoFocus
            onFocus={(event) => event.target.select()}
            onBlur={(event) => {
              setRenaming(false);
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
        ) : (
          <button type="button" className="flow-name" title={S.lab.rename} onClick={() => setRenaming(true)}>
            {label}
          </button>
        )}
        {(flow.count ?? 1) > 1 && <span className="flow-count">&times;&#8239;{flow.count}</span>}
        <Select
          accessibleName={`${S.lab.algorithm}: ${label}`}
          value={algorithmId}
          choices={algorithms}
          groupOf={familyOf}
          disabled={editsFromPlayhead}
          onCommit={(id) => apply("algorithm", (d) => setAlgorithm(d, flow.id, id))}
        />
        <Menu
          label={S.lab.actionsFor(label)}
          items={[
            { label: S.lab.rename, onSelect: () => setRenaming(true) },
            {
              label: S.lab.aboutAlgorithm(algorithmName),
              icon: "book",
              onSelect: () => {
                location.hash = addressOf("algorithms", algorithmId);
              },
            },
            {
              label: S.lab.duplicate,
              icon: "copy",
              onSelect: () =>
                apply("duplicate", (d) => duplicateFlow(d, flow.id, scenario.getState().usedIds)),
            },
            {
              label: S.groups.number,
              disabled: editsFromPlayhead,
              onSelect: () =>
                void import("../state/goToSetting.ts").then(({ goToSetting }) =>
                  goToSetting(session, `flows.${flow.id}.count`),
                ),
            },
            ...(isGroup
              ? [
                  {
                    label: (isOpen ? S.groups.close : S.groups.open)(groupName || label),
                    onSelect: () => session.toggleGroup(groupId),
                  },
                ]
              : []),
            {
              label: S.lab.moveUp,
              icon: "up",
              disabled: isFirst,
              onSelect: () => apply("move", (d) => moveFlow(d, flow.id, -1)),
            },
            {
              label: S.lab.moveDown,
              icon: "down",
              disabled: isLast,
              onSelect: () => apply("move", (d) => moveFlow(d, flow.id, 1)),
            },
            {
              label: editsFromPlayhead ? S.lab.stopHere : S.lab.remove,
              icon: "trash",
              danger: true,
              onSelect: remove,
            },
          ]}
        />
      </div>
      {groupName !== "" && (
        <p className="flow-group">
          {S.groups.group}: {groupName}
        </p>
      )}
      <RttField flow={flow} />
      <Disclosure summary={S.lab.more} className="flow-more">
        <Suspense fallback={null}>
          <FlowSettings flow={flow} />
        </Suspense>
      </Disclosure>
    </li>
  );
}

/** A sample of the flow's line in charts. */
export function FlowSample({ style }: { readonly style: LineStyle | undefined }): ReactNode {
  return (
    <svg className="flow-sample" width="18" height="10" aria-hidden="true">
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
