// A field with several kinds: a choice of the kind, followed by the fields of the chosen kind.
import type { ReactNode } from "react";
import type { Field, Json, JsonObject, KindInfo } from "../../generated/types.ts";
import { ChoiceField } from "./choice.tsx";
import type { FieldHints } from "./fieldProps.ts";
import { ParamForm, withField } from "./ParamForm.tsx";

/** The number of settings of a kind that are always visible. */
const VISIBLE_SETTINGS = 5;

export interface VariantFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly kinds: readonly Omit<KindInfo, "signals">[];
  readonly value: JsonObject;
  readonly fallback?: JsonObject | undefined;
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly issue?: string | null | undefined;
  /** Shown next to the choice of kind, for example a button that removes the entry. */
  readonly action?: ReactNode;
  readonly hints?: ((field: Field) => FieldHints | undefined) | undefined;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

export function VariantField(props: VariantFieldProps): ReactNode {
  const { value, kinds } = props;
  const kind = String(value.kind ?? kinds[0]?.id ?? "");
  const chosenKind = kinds.find(({ id }) => id === kind);
  const withSetting = (name: string, next: Json | undefined): JsonObject => withField(value, name, next);
  return (
    <>
      <ChoiceField
        label={props.label}
        help={chosenKind?.doc || props.help}
        value={kind}
        fallback={typeof props.fallback?.kind === "string" ? props.fallback.kind : undefined}
        choices={kinds.map(({ id, name }) => ({ value: id, label: name, doc: "" }))}
        changed={props.changed && kind !== props.fallback?.kind}
        disabled={props.disabled}
        note={props.note}
        issue={props.issue}
        action={props.action}
        onCommit={(next) => props.onCommit(next === undefined ? undefined : { kind: next }, false)}
      />
      {chosenKind && chosenKind.fields.length > 0 && (
        <ParamForm
          visibleCount={VISIBLE_SETTINGS}
          fields={chosenKind.fields}
          values={value}
          hints={props.hints}
          onPreview={(name, next) => props.onPreview(withSetting(name, next))}
          onCommit={(name, next, mergeWithLastEdit) =>
            props.onCommit(withSetting(name, next), mergeWithLastEdit)
          }
        />
      )}
    </>
  );
}
