// The dialog that opens a new scenario: the user chooses the network. The scenario has one flow, because the
// simulator refuses a scenario without flows, and default settings.
import type { ReactNode } from "react";
import { Dialog } from "../components/Dialog.tsx";
import type { Catalogue, NetworkDocument } from "../generated/types.ts";
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
  const open = (kind: NonNullable<NetworkDocument["kind"]>): void => {
    const flows = [{ id: NEW_FLOW_ID }];
    scenario.getState().open({ v: 1, network: { kind }, flows }, newOrigin("own"));
    onClose();
  };
  const write = (): void => {
    scenario.getState().open(ownScenario(), newOrigin("own"));
    onClose();
  };
  return (
    <Dialog title={pageTexts.newScenario.title} open onClose={onClose}>
      <p>{appTexts.newScenario.intro}</p>
      <ul className="stack gap-2">
        {(network?.variants ?? []).map(
          ({ value, label }) =>
            isNetworkKind(value) && (
              <li className="new-network grid" key={value}>
                <button type="button" className="button" onClick={() => open(value)}>
                  {label}
                </button>
                <span>{appTexts.newScenario.networks[value]}</span>
              </li>
            ),
        )}
        <li className="new-network grid">
          <button type="button" className="button" onClick={write}>
            {pageTexts.lab.writeOwn}
          </button>
          <span>{pageTexts.lab.writeOwnTip}</span>
        </li>
      </ul>
    </Dialog>
  );
}
