// The state of a control that has a box for an exact value and a slider: the value while the slider moves,
// and the problem of a typed text.
import { useId, useState } from "react";
import { WORDS } from "../../strings/components.ts";
import type { FieldRowProps } from "./FieldRow.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";

export interface EditedFieldProps<T> extends CommonFieldProps {
  readonly helpIsTranslated?: boolean | undefined;
  /** Called with undefined to return to the default. */
  readonly onCommit: (value: T | undefined, mergeWithLastEdit: boolean) => void;
}

export function useFieldEdit<T>(props: EditedFieldProps<T>) {
  const [error, setError] = useState<string | null>(null);
  const [preview, setPreview] = useState<number | null>(null);
  const id = useId();
  const { label, help, helpIsTranslated, cite, changed, disabled } = props;
  const commit = (next: T | undefined, mergeWithLastEdit: boolean): void => {
    setPreview(null);
    setError(null);
    props.onCommit(next, mergeWithLastEdit);
  };
  const row: FieldRowProps = {
    ...{ label, help, helpIsTranslated, cite, changed, htmlFor: id },
    onRevert: disabled ? undefined : () => commit(undefined, false),
    error: error ?? props.issue,
    errorId: `${id}-error`,
  };
  const entry = {
    ...{ id, disabled, accessibleName: WORDS.exact(label), errorId: `${id}-error` },
    onError: setError,
  };
  return { preview, setPreview, commit, row, entry };
}
