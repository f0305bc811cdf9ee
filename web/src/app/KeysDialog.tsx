// The list of keyboard shortcuts, with the switch for single keys.
import type { ReactNode } from "react";
import { Dialog } from "../components/Dialog.tsx";
import { Toggle } from "../components/fields/choice.tsx";
import { KEY_TEXTS } from "../strings/keys.ts";
import { PARTS } from "../strings/labParts.ts";
import { KEYS } from "./keys.ts";

export interface KeysDialogProps {
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
  readonly onClose: () => void;
}

export default function KeysDialog({ singleKeys, onSingleKeys, onClose }: KeysDialogProps): ReactNode {
  return (
    <Dialog title={PARTS.keys.title} open onClose={onClose}>
      <Toggle label={PARTS.keys.enabled} value={singleKeys} onCommit={(on) => onSingleKeys(on === true)} />
      <p className="field-note">{PARTS.keys.off}</p>
      <dl className="keys">
        {KEYS.map((key) => (
          <div key={key.id} className="grid gap-0 baseline">
            <dt className="cluster gap-1">
              {key.labels.map((label) => (
                <kbd key={label}>{keyName(label)}</kbd>
              ))}
            </dt>
            <dd>{KEY_TEXTS[key.id]}</dd>
          </div>
        ))}
      </dl>
      <p className="field-note">{PARTS.keys.charts}</p>
    </Dialog>
  );
}

/**
 * The label of a key or of a combination of keys, such as "Shift U", as the keyboards of the language name
 * them.
 */
function keyName(label: string): string {
  const names: Readonly<Record<string, string>> = KEY_TEXTS.names;
  return label
    .split(" ")
    .map((key) => names[key] ?? key)
    .join(" ");
}
