// Fields for names, texts and ids.
import { type ReactNode, useId } from "react";
import type { Field, Json } from "../../generated/types.ts";
import { WORDS } from "../../strings/components.ts";
import { ChoiceField } from "./choice.tsx";
import { FieldRow } from "./FieldRow.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { useIdChoices } from "./idChoices.ts";

interface IdControlProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** An id: chosen from the ids of the document, or typed if the field defines a new id. */
export function IdControl({ field, value, onCommit, ...common }: IdControlProps): ReactNode {
  const choices = useIdChoices(field.name);
  if (!choices) return <TextControl {...common} value={value} maxLength={40} onCommit={onCommit} />;
  const none = field.nullable ? [{ value: "", label: field.null_means || WORDS.none, doc: "" }] : [];
  return (
    <ChoiceField
      {...common}
      value={value}
      fallback={field.nullable ? "" : undefined}
      choices={[...none, ...choices]}
      onCommit={(next) => onCommit(next === "" || next === undefined ? undefined : next, false)}
    />
  );
}

interface TextControlProps extends CommonFieldProps {
  readonly value: string;
  readonly maxLength?: number | undefined;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** Texts that may be longer than this, such as delivery traces, get a box of several lines. */
const MAX_ONE_LINE_LENGTH = 1000;

export function TextControl({ value, maxLength = 200, onCommit, ...common }: TextControlProps): ReactNode {
  const id = useId();
  const { label, help, cite, changed, disabled, note, issue } = common;
  const box = {
    id,
    className: "text-box",
    defaultValue: value,
    maxLength,
    disabled,
    onBlur: (event: { readonly target: { readonly value: string } }): void => {
      if (event.target.value !== value) onCommit(event.target.value || undefined, false);
    },
  };
  return (
    <FieldRow
      label={label}
      help={help}
      cite={cite}
      changed={changed}
      note={note}
      error={issue}
      htmlFor={id}
      side={
        maxLength > MAX_ONE_LINE_LENGTH ? (
          <textarea key={value} rows={4} {...box} />
        ) : (
          <input key={value} type="text" {...box} />
        )
      }
    />
  );
}
