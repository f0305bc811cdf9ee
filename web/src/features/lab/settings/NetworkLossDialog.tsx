// If a change of the kind of network would drop settings, lists them and asks for confirmation.
import type { ReactNode } from "react";
import { Dialog } from "../../../components/Dialog.tsx";
import type { Lost } from "../../../scenario/networkKind.ts";
import { PARTS } from "../../../strings/labParts.ts";

export interface NetworkLossDialogProps {
  readonly lost: Lost;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export default function NetworkLossDialog({ lost, onClose, onConfirm }: NetworkLossDialogProps): ReactNode {
  const { links, nodes, paths, changes } = lost;
  return (
    <Dialog title={PARTS.networkLoss.title} open onClose={onClose}>
      <p>{PARTS.networkLoss.intro}</p>
      <ul className="bullets">
        {links.length > 0 && <li>{PARTS.networkLoss.links(links.join(", "))}</li>}
        {nodes && <li>{PARTS.networkLoss.nodes}</li>}
        {paths.length > 0 && <li>{PARTS.networkLoss.paths(paths.join(", "))}</li>}
        {changes > 0 && <li>{PARTS.networkLoss.changes(changes)}</li>}
      </ul>
      <div className="cluster">
        <button type="button" className="button is-primary" onClick={onConfirm}>
          {PARTS.networkLoss.confirm}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {PARTS.networkLoss.cancel}
        </button>
      </div>
    </Dialog>
  );
}
