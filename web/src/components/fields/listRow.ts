// Derives the properties of a `FieldRow` from those of a list.

import { WORDS } from "../../strings/components.ts";
import type { ListFieldProps } from "./ListField.tsx";

/** The default of a list in words. The entries of a default list are numbers or names. */
function defaultOf({ field }: ListFieldProps): string {
  const entries = Array.isArray(field.default) ? field.default : [];
  return entries.length === 0 ? WORDS.none : entries.join(", ");
}

export function listRowProps(props: ListFieldProps) {
  return {
    label: props.label,
    help: props.help,
    cite: props.cite,
    changed: props.changed,
    note: props.note,
    defaultText: defaultOf(props),
    onRevert: props.disabled ? undefined : () => props.onCommit(undefined, false),
  };
}
