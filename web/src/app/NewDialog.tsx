// The dialog that opens a new scenario: the user chooses an everyday network, or a kind of network with default settings.
// The scenario has a flow, because the simulator refuses a scenario without flows.
import type { ReactNode } from "react";
import { Button } from "../components/Button.tsx";
import { Dialog } from "../components/Dialog.tsx";
import { Parts } from "../extension/parts.tsx";
import type { Catalogue, NetworkDocument, ScenarioDocument } from "../generated/types.ts";
import { NETWORKS, type StartNetwork } from "../scenario/everydayNetworks.ts";
import { NEW_FLOW_ID } from "../scenario/flowLabel.ts";
import { isNetworkKind } from "../scenario/networkKind.ts";
import { ownScenario } from "../scenario/programs.ts";
import { newOrigin, type ScenarioStore } from "../scenario/store.ts";
import { pageTexts } from "../texts/index.ts";
import { appTexts } from "./texts/index.ts";

export interface NewDialogProps {
  readonly scenario: ScenarioStore;
  readonly catalogue: Catalogue;
  readonly onClose: () => void;
}

export default function NewDialog({ scenario, catalogue, onClose }: NewDialogProps): ReactNode {
  const network = catalogue.document.fields?.find((field) => field.name === "network");
  const open = (doc: ScenarioDocument): void => {
    scenario.getState().open(doc, newOrigin("own"));
    onClose();
  };
  const { intro, networks, everyday, everydayTips } = appTexts.newScenario;
  const choice = (key: string, name: string, tip: string, doc: () => ScenarioDocument): ReactNode => (
    <li className="new-network grid" key={key}>
      <Button onClick={() => open(doc())}>{name}</Button>
      <span>{tip}</span>
    </li>
  );
  const ofKind = (kind: NonNullable<NetworkDocument["kind"]>): ScenarioDocument => ({
    v: 1,
    network: { kind },
    flows: [{ id: NEW_FLOW_ID }],
  });
  return (
    <Dialog title={pageTexts.newScenario.title} open onClose={onClose}>
      <p>{intro}</p>
      <ul className="stack gap-2">
        {(Object.keys(NETWORKS) as readonly StartNetwork[]).map((id) =>
          choice(id, everyday[id], everydayTips[id], () => ({
            v: 1,
            title: everyday[id],
            ...NETWORKS[id],
          })),
        )}
        {(network?.variants ?? []).map(
          ({ value, label }) =>
            isNetworkKind(value) && choice(value, label, networks[value], () => ofKind(value)),
        )}
        {choice("own", pageTexts.lab.writeOwn, pageTexts.lab.writeOwnTip, ownScenario)}
      </ul>
      <Parts place="newScenario" open={open} />
    </Dialog>
  );
}
