// A group of fields. If the group is optional, a switch adds or removes the group.
import type { ReactNode } from "react";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { WORDS } from "../../strings/components.ts";
import { Toggle } from "./choice.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { ParamForm, withField } from "./ParamForm.tsx";

interface ObjectFieldProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: Json;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

export function ObjectField({ field, value, onPreview, onCommit, ...common }: ObjectFieldProps): ReactNode {
  const object = (value ?? {}) as JsonObject;
  return (
    <fieldset className="field-group stack gap-2" disabled={common.disabled}>
      <legend>{common.label}</legend>
      {field.nullable && (
        <Toggle
          label={WORDS.specify(common.label)}
          help={common.help}
          value={value !== null}
          note={value === null ? field.null_means : undefined}
          onCommit={(on) => onCommit(on ? {} : undefined, false)}
        />
      )}
      {value !== null && (
        <ParamForm
          fields={field.fields ?? []}
          values={object}
          onPreview={(name, next) => onPreview?.({ ...object, [name]: next })}
          onCommit={(name, next, mergeWithLastEdit) =>
            onCommit(withField(object, name, next), mergeWithLastEdit)
          }
        />
      )}
      {common.issue && <p className="field-error">{common.issue}</p>}
    </fieldset>
  );
}
