// The settings of the network: one link, or the links and nodes of a larger network. This file defines the order
// of the controls. Their units, limits, help texts and most of their labels come from the catalogue.
import type { ReactNode } from "react";
import { ChoiceField } from "../../components/choice.tsx";
import { Disclosure, Panel } from "../../components/surfaces.tsx";
import type { JsonObject } from "../../generated/types.ts";
import { setNetworkKind } from "../../scenario/edit.ts";
import { S } from "../../strings/index.ts";
import { useServices } from "./context.tsx";
import { Direction, ReverseLink } from "./Direction.tsx";
import { useLab, useScenario, useSelected } from "./hooks.ts";
import { SettingControl } from "./SettingControl.tsx";
import { useSetting } from "./useSetting.tsx";

export function LinkForm(): ReactNode {
  const kind = useScenario((s) => s.doc.network?.kind ?? "dumbbell");
  const box = useSelected<HTMLDivElement>("link", () => true);
  return (
    <Panel title={kind === "dumbbell" ? S.lab.link : S.lab.network}>
      <div className="form" ref={box} tabIndex={-1}>
        {kind === "dumbbell" ? (
          <Direction path="network.forward" id="forward">
            <NetworkKind kind={kind} />
            <SettingControl path="network.access_rate" />
            <ReverseLink path="network" />
          </Direction>
        ) : (
          <>
            <NetworkKind kind={kind} />
            <LinkSettings kind={kind} />
          </>
        )}
      </div>
    </Panel>
  );
}

/**
 * The choice of the kind of network: dumbbell, parking lot or graph. Another kind starts with its default links.
 */
function NetworkKind({ kind }: { readonly kind: string }): ReactNode {
  const { scenario } = useServices();
  const editsFromPlayhead = useScenario((s) => s.editMode === "from");
  const { field } = useSetting("network.kind");
  const variants = field?.variants ?? [];
  if (variants.length < 2) return null;
  return (
    <ChoiceField
      label={S.lab.networkKind}
      help={variants.find((v) => v.value === kind)?.doc}
      value={kind}
      choices={variants.map((v) => ({ value: v.value, label: v.label, doc: "" }))}
      disabled={editsFromPlayhead}
      note={editsFromPlayhead ? S.lab.onlyToWholeRun : undefined}
      onCommit={(next) =>
        next !== undefined && scenario.getState().apply("network.kind", (d) => setNetworkKind(d, next))
      }
    />
  );
}

/** The settings of each link in a disclosure, followed by the lists of nodes and links. */
function LinkSettings({ kind }: { readonly kind: string }): ReactNode {
  const { session } = useServices();
  const { field, value } = useSetting("network.links");
  const chosenQueue = useLab((s) => s.chosenQueue);
  const links = (Array.isArray(value) ? value : (field?.default ?? [])) as readonly JsonObject[];
  const nodes = kind === "graph" ? <SettingControl path="network.nodes" /> : null;
  return (
    <>
      {links.map((link, index) => {
        const id = String(link["id"] ?? index);
        const path = `network.links.${id}`;
        return (
          <Disclosure
            key={id}
            summary={S.lab.linkNamed(id)}
            {...(chosenQueue.startsWith(`${id}.`) ? { open: true } : {})}
            onToggle={(open) => open && session.chooseQueue(`${id}.forward`)}
          >
            <div className="form">
              <Direction path={`${path}.forward`} id={`${id}.forward`}>
                <ReverseLink path={path} />
              </Direction>
            </div>
          </Disclosure>
        );
      })}
      <Disclosure summary={S.lab.nodesAndLinks}>
        <div className="form">
          {nodes}
          <SettingControl path="network.links" />
          <SettingControl path="network.access_rate" />
        </div>
      </Disclosure>
    </>
  );
}
