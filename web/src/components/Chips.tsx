// Values as chips, each with a button that removes it.
import type { ReactNode } from "react";
import { IconButton } from "./icons.tsx";
import { componentTexts } from "./texts/index.ts";

interface ChipsProps {
  readonly names: readonly string[];
  /** Without it, the values cannot be removed. */
  readonly onRemove?: ((index: number) => void) | undefined;
}

export function Chips({ names, onRemove }: ChipsProps): ReactNode {
  return (
    <ul className="cluster gap-1">
      {names.map((name, index) => (
        <li key={name} className="chip">
          {name}
          {onRemove && (
            <IconButton
              icon="close"
              size={16}
              label={`${componentTexts.remove}: ${name}`}
              onClick={() => onRemove(index)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
