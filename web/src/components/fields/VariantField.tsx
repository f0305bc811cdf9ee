// A field with several kinds: a choice of the kind, followed by the fields of the chosen kind.
import type { ReactNode } from "react";
import type { Json, JsonObject, KindInfo } from "../../generated/types.ts";
import { ChoiceField } from "./choice.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { ParamForm, withField } from "./ParamForm.tsx";

/** The number of settings of a kind that are always visible. */
const VISIBLE_SETTINGS = 5;

export interface VariantFieldProps extends CommonFieldProps {
  readonly kinds: readonly Omit<KindInfo, "signals">[];
  readonly value: JsonObject;
  readonly fallback?: JsonObject | undefined;
  /** Shown next to the choice of kind, for example a button that removes the entry. */
  readonly action?: ReactNode;
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
        {...props}
        help={chosenKind?.doc || props.help}
        value={kind}
        fallback={typeof props.fallback?.kind === "string" ? props.fallback.kind : undefined}
        choices={kinds.map(({ id, name }) => ({ value: id, label: name, doc: "" }))}
        changed={props.changed && kind !== props.fallback?.kind}
        onCommit={(next) => props.onCommit(next === undefined ? undefined : { kind: next }, false)}
      />
      {chosenKind && chosenKind.fields.length > 0 && (
        <ParamForm
          visibleCount={VISIBLE_SETTINGS}
          fields={chosenKind.fields}
          values={value}
          onPreview={(name, next) => props.onPreview(withSetting(name, next))}
          onCommit={(name, next, mergeWithLastEdit) =>
            props.onCommit(withSetting(name, next), mergeWithLastEdit)
          }
        />
      )}
    </>
  );
}
