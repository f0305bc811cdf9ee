// A list of ids, each chosen from the ids in the document. An id can be added only once.
import type { ReactNode } from "react";
import type { Choice, Json } from "../../generated/types.ts";
import { WORDS } from "../../strings/components.ts";
import { IconButton } from "../icons.tsx";
import { Select } from "./choice.tsx";
import { FieldRow } from "./FieldRow.tsx";
import type { ListFieldProps } from "./ListField.tsx";
import { listRowProps } from "./listRow.ts";

export function ChoiceList(props: ListFieldProps & { readonly choices: readonly Choice[] }): ReactNode {
  const { value, choices, label } = props;
  const unused = choices.filter((choice) => !value.includes(choice.value));
  const nameOf = (id: Json): string => choices.find((choice) => choice.value === id)?.label ?? String(id);
  return (
    <FieldRow
      {...listRowProps(props)}
      group
      side={
        unused.length > 0 && (
          <Select
            accessibleName={`${WORDS.add}: ${label}`}
            value=""
            choices={[{ value: "", label: `${WORDS.add}\u2026`, doc: "" }, ...unused]}
            disabled={props.disabled}
            onCommit={(next) => next !== "" && props.onCommit([...value, next], false)}
          />
        )
      }
    >
      {value.length === 0 ? (
        <p className="field-note">{WORDS.none}</p>
      ) : (
        <ul className="chips">
          {value.map((id, index) => (
            <li key={String(id)} className="chip">
              {nameOf(id)}
              <IconButton
                icon="close"
                size={16}
                label={`${WORDS.remove}: ${nameOf(id)}`}
                onClick={() =>
                  props.onCommit(
                    value.filter((_, i) => i !== index),
                    false,
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
    </FieldRow>
  );
}
