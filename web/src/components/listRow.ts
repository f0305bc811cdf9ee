// Derives the properties of a `FieldRow` from those of a list.

import { WORDS } from "../strings/components.ts";
import type { ListFieldProps } from "./ListField.tsx";

export function listRowProps(props: ListFieldProps) {
  return {
    label: props.label,
    help: props.help,
    cite: props.cite,
    changed: props.changed,
    note: props.note,
    defaultText: WORDS.none,
    onRevert: props.disabled ? undefined : () => props.onCommit(undefined, false),
  };
}
