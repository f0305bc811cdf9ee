// The settings of the network: one link, or the links and nodes of a larger network. This file defines the
// order of the controls. Their units, limits, help texts and most of their labels come from the catalogue.
import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button.tsx";
import { LongList } from "../../../components/LongList.tsx";
import { lazyPart } from "../../../components/lazyPart.tsx";
import { Disclosure, Panel } from "../../../components/surfaces.tsx";
import type { JsonObject } from "../../../generated/types.ts";
import { kindAt } from "../../../scenario/descriptors.ts";
import { pageTexts } from "../../../texts/index.ts";
import { useServices } from "../state/context.tsx";
import { useLab, useScenario, useSelected } from "../state/hooks.ts";
import { Direction, ReverseLink } from "./Direction.tsx";
import { NetworkKind } from "./NetworkKind.tsx";
import { SettingControl, useSetting } from "./SettingControl.tsx";

const GraphEditor = lazyPart(() => import("./graph/GraphEditor.tsx"));

export function LinkForm(): ReactNode {
  const { catalogue } = useServices();
  const kind = useScenario((s) => kindAt(catalogue, "network", s.doc));
  const box = useSelected<HTMLDivElement>("link", () => true);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  return (
    <Panel
      title={kind === "dumbbell" ? pageTexts.lab.link : pageTexts.lab.network}
      actions={editsFromPlayhead && <span className="faint text-s">{pageTexts.lab.greyOnlyToWholeRun}</span>}
    >
      <div className="form stack" ref={box} tabIndex={-1} data-setting="network">
        {kind === "dumbbell" ? (
          <>
            <NetworkKind kind={kind} />
            <Direction path="network.forward" id="forward">
              <SettingControl path="network.access_rate" />
            </Direction>
            <ReverseLink path="network" />
          </>
        ) : (
          <>
            <NetworkKind kind={kind} />
            <EditorButton />
            <LinkSettings kind={kind} />
          </>
        )}
      </div>
    </Panel>
  );
}

/** The button that opens the drawing of nodes, links and flows. */
function EditorButton(): ReactNode {
  const [open, setOpen] = useState(false);
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  return (
    <>
      <Button disabled={editsFromPlayhead} onClick={() => setOpen(true)}>
        {pageTexts.lab.drawNetwork}
      </Button>
      {open && <GraphEditor onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The settings of each link in a disclosure, followed by the rate of the access links. The links of a parking
 * lot are a list.
 */
function LinkSettings({ kind }: { readonly kind: string }): ReactNode {
  const { session } = useServices();
  const { field, value } = useSetting("network.links");
  const chosenQueue = useLab((s) => s.chosenQueue);
  const links = (Array.isArray(value) ? value : (field?.default ?? [])) as readonly JsonObject[];
  const ids = links.map((link, index) => String(link["id"] ?? index));
  const isChosen = (id: string): boolean => chosenQueue.startsWith(`${id}.`);
  return (
    <>
      <LongList items={ids} isWanted={isChosen} partSize={20} itemHeight={36}>
        {(id) => (
          <Disclosure
            key={id}
            summary={pageTexts.lab.linkNamed({ id })}
            {...(isChosen(id) ? { open: true } : {})}
            onToggle={(open) => open && session.chooseQueue(`${id}.forward`)}
          >
            <div className="form stack">
              <Direction path={`network.links.${id}.forward`} id={`${id}.forward`} />
              <ReverseLink path={`network.links.${id}`} />
            </div>
          </Disclosure>
        )}
      </LongList>
      <Disclosure summary={pageTexts.lab.nodesAndLinks}>
        <div className="form stack">
          {kind === "parking_lot" && <SettingControl path="network.links" />}
          <SettingControl path="network.access_rate" />
        </div>
      </Disclosure>
    </>
  );
}
