// The list of keyboard shortcuts, with the switch for single keys.
import type { ReactNode } from "react";
import { Dialog } from "../components/Dialog.tsx";
import { Toggle } from "../components/fields/choice.tsx";
import { panels } from "../extension/installed.ts";
import { pageTexts } from "../texts/index.ts";
import { KEYS } from "./keys.ts";
import { appTexts } from "./texts/index.ts";

export interface KeysDialogProps {
  readonly singleKeys: boolean;
  readonly onSingleKeys: (on: boolean) => void;
  readonly onClose: () => void;
}

export default function KeysDialog({ singleKeys, onSingleKeys, onClose }: KeysDialogProps): ReactNode {
  return (
    <Dialog title={appTexts.keys.title} open onClose={onClose}>
      <Toggle label={appTexts.keys.enabled} value={singleKeys} onCommit={(on) => onSingleKeys(on === true)} />
      <p className="field-note">{appTexts.keys.off}</p>
      <dl className="keys">
        {KEYS.map(({ id, labels }) => {
          const text = id === "panel" ? panels()[0]?.name() : appTexts.keyNames[id];
          return (
            text && (
              <div className="grid gap-0 baseline" key={id}>
                <dt className="cluster gap-1">
                  {labels.map((label) => (
                    <kbd key={label}>{keyName(label)}</kbd>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            )
          );
        })}
      </dl>
      <p className="field-note">{appTexts.keys.charts}</p>
      <a href="docs/index.html" target="_blank" rel="noopener">
        {pageTexts.app.documentation}
      </a>
    </Dialog>
  );
}

/**
 * The label of a key or of a combination of keys, such as "Shift U", as the keyboards of the language name
 * them.
 */
function keyName(label: string): string {
  const names: Readonly<Record<string, string>> = appTexts.keyNames.names;
  return label
    .split(" ")
    .map((key) => names[key] ?? key)
    .join(" ");
}
