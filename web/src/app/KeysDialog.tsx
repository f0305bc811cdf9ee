// The list of keyboard shortcuts, with the switch for single keys.
import type { ReactNode } from "react";
import { Toggle } from "../components/choice.tsx";
import { Dialog } from "../components/Dialog.tsx";
import { S } from "../strings/index.ts";
import { KEYS } from "./keys.ts";

export interface KeysDialogProps {
  readonly single: boolean;
  readonly onSingle: (on: boolean) => void;
  readonly onClose: () => void;
}

export default function KeysDialog({ single, onSingle, onClose }: KeysDialogProps): ReactNode {
  return (
    <Dialog title={S.keys.title} open onClose={onClose}>
      <Toggle label={S.keys.enabled} value={single} onCommit={(on) => onSingle(on === true)} />
      <p className="field-note">{S.keys.off}</p>
      <dl className="keys">
        {KEYS.map((key) => (
          <div key={key.id}>
            <dt>
              {key.shown.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{key.does}</dd>
          </div>
        ))}
      </dl>
      <p className="field-note">{S.keys.charts}</p>
    </Dialog>
  );
}
