// A form for a list of fields.
import type { ReactNode } from "react";
import type { Field, Json, JsonObject } from "../../generated/types.ts";
import { sameJson } from "../../scenario/path.ts";
import { Disclosure } from "../surfaces.tsx";
import { componentTexts } from "../texts/index.ts";
import { FieldControl } from "./FieldControl.tsx";
import type { FieldHints } from "./fieldProps.ts";

export interface ParamFormProps {
  readonly fields: readonly Field[];
  /**
   * The number of fields that are always visible. Changed fields are also visible. All other fields are in a
   * disclosure below.
   */
  readonly visibleCount?: number | undefined;
  /** The values that differ from the defaults. */
  readonly values: JsonObject;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  readonly onPreview: (name: string, value: Json) => void;
  readonly onCommit: (name: string, value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** Whether a field has an editor of its own: the text of a program, and the settings that it declares. */
export const hasOwnEditor = ({ type }: Field): boolean => type === "code" || type === "settings";

export function ParamForm(props: ParamFormProps): ReactNode {
  const { values, visibleCount = Number.POSITIVE_INFINITY } = props;
  const fields = props.fields.filter((field) => !hasOwnEditor(field));
  const isVisible = (field: Field, index: number): boolean =>
    index < visibleCount || Object.hasOwn(values, field.name) || fields.length <= visibleCount + 1;
  const hidden = fields.filter((field, index) => !isVisible(field, index));
  return (
    <div className="form stack">
      <Fields {...props} fields={fields.filter(isVisible)} />
      {hidden.length > 0 && (
        <Disclosure summary={componentTexts.moreFields({ n: hidden.length })}>
          <div className="form stack">
            <Fields {...props} fields={hidden} />
          </div>
        </Disclosure>
      )}
    </div>
  );
}

function Fields({ fields, values, hints, onPreview, onCommit }: ParamFormProps): ReactNode {
  return (
    <>
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          hints={hints?.(field)}
          onPreview={(value) => onPreview(field.name, value)}
          onCommit={(value, mergeWithLastEdit) =>
            onCommit(
              field.name,
              value !== undefined && sameJson(value, field.default ?? null) ? undefined : value,
              mergeWithLastEdit,
            )
          }
        />
      ))}
    </>
  );
}

/** A copy of an object in which one field has a new value, or is missing if the value is undefined. */
export function withField(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  if (value !== undefined) return { ...object, [name]: value };
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
