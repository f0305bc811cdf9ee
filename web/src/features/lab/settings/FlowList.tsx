// The list of flows, with the buttons that add a flow.
import { type ReactNode, useState } from "react";
import type { LineStyle } from "../../../charts/index.ts";
import { Button } from "../../../components/Button.tsx";
import { LongList } from "../../../components/LongList.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Panel } from "../../../components/surfaces.tsx";
import type { FlowDocument } from "../../../generated/types.ts";
import { addFlow } from "../../../scenario/edit.ts";
import { SENT_BACK, TRAFFIC_KINDS, type TrafficKind } from "../../../scenario/everyday.ts";
import { labelOf } from "../../../scenario/flowLabel.ts";
import { lookup } from "../../../scenario/lookup.ts";
import { OWN, programFlows } from "../../../scenario/programs.ts";
import { addNewFlow } from "../../../scenario/store.ts";
import { pageTexts } from "../../../texts/index.ts";
import { entryIdOf } from "../flows/groups.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useStyles } from "../state/hooks.ts";
import { labTexts } from "../texts/index.ts";
import { FlowCard } from "./FlowCard.tsx";

const Grouping = lazyPart(() => import("./Grouping.tsx"));

/** In a long list, this many cards are drawn together. */
const PART_SIZE = 5;
/** The height of a card that was not drawn yet, in pixels. */
const CARD_HEIGHT = 136;

const entryNamed = lookup<FlowDocument>(({ id }) => id);

export function FlowList(): ReactNode {
  const doc = useScenario((s) => s.doc);
  const run = useLab((s) => s.run);
  const flows = doc.flows ?? [];
  const styles = useStyles(run);
  const styleOf = (id: string): LineStyle | undefined => styles.get(id) ?? styles.get(`${id}.0`);
  const selected = useLab((s) => (s.selected?.kind === "flow" ? entryIdOf(s.selected.id) : null));
  /** The ids of the entries that the user selects for a group, or null. */
  const [picked, setPicked] = useState<readonly string[] | null>(null);
  const togglePicked = (id: string): void =>
    setPicked((ids) => (ids?.includes(id) ? ids.filter((other) => other !== id) : [...(ids ?? []), id]));
  return (
    <Panel
      title={pageTexts.lab.flows}
      actions={
        flows.length > 1 && (
          <Button small aria-pressed={picked !== null} onClick={() => setPicked((ids) => (ids ? null : []))}>
            {pageTexts.groups.pick}
          </Button>
        )
      }
    >
      <AddFlow />
      {picked && <Grouping picked={picked} onDone={() => setPicked(null)} />}
      {flows.length === 0 && (
        <p className="empty soft">
          {pageTexts.lab.noFlows} <span>{pageTexts.lab.noFlowsNext}</span>
        </p>
      )}
      <LongList
        items={flows.map(({ id }) => id)}
        nameOf={(id) => labelOf(entryNamed(flows, id) ?? { id }, doc)}
        // A flow that is added is the last one, and is scrolled to.
        isWanted={(id) => id === flows.at(-1)?.id || entryIdOf(id) === selected}
        partSize={PART_SIZE}
        itemHeight={CARD_HEIGHT}
        listClass="flows"
      >
        {(id) => {
          const flow = entryNamed(flows, id);
          return (
            flow && (
              <FlowCard
                key={id}
                flow={flow}
                isFirst={flow === flows[0]}
                isLast={flow === flows.at(-1)}
                style={styleOf(id)}
                picked={picked ? picked.includes(id) : null}
                onPick={togglePicked}
              />
            )
          );
        }}
      </LongList>
    </Panel>
  );
}

/**
 * The buttons that add a flow and show its card, which is at the end of the list and may be below the
 * visible part.
 */
function AddFlow(): ReactNode {
  const { session, scenario } = useServices();
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const add = (kind?: TrafficKind): void => {
    addNewFlow(scenario, editsFromPlayhead ? session.playback.time : null, kind);
    const id = scenario.getState().doc.flows?.at(-1)?.id ?? "";
    requestAnimationFrame(() =>
      document
        .querySelector(`.flow[data-setting="${CSS.escape(`flows.${id}`)}"]`)
        ?.scrollIntoView({ block: "nearest" }),
    );
  };
  /** Opens the first program, or adds a flow with a program. */
  const write = (): void => {
    const { doc, apply, usedIds } = scenario.getState();
    if (programFlows(doc).length === 0)
      apply("add flow", (d) => addFlow(d, { id: "mine", algorithm: OWN }, usedIds));
    session.editProgram(programFlows(scenario.getState().doc)[0] ?? null);
  };
  const button = (name: string, title: string, onClick: () => void, disabled = false): ReactNode => (
    <Button key={name} small {...{ title, onClick, disabled }}>
      {name}
    </Button>
  );
  const { names, tips, other, otherTip } = labTexts.traffic;
  return (
    <fieldset className="add-flow cluster gap-1 flat" aria-label={pageTexts.lab.add}>
      <span className="faint text-s" aria-hidden="true">
        {pageTexts.lab.add}
      </span>
      {TRAFFIC_KINDS.filter((kind) => !Object.values(SENT_BACK).includes(kind)).map((kind) =>
        button(names[kind], tips[kind], () => add(kind)),
      )}
      {button(other, otherTip, () => add())}
      {button(pageTexts.lab.writeOwn, pageTexts.lab.writeOwnTip, write, editsFromPlayhead)}
    </fieldset>
  );
}
