// Properties that field components share.
import type { ReactNode } from "react";
import type { Field, Json } from "../../generated/types.ts";
import type { SliderRange } from "./slider.ts";

export type LimitUnit = "packets" | "bytes" | "seconds" | "bdp";
export type LimitInAllUnits = Readonly<Record<LimitUnit, number | null>>;

/** Properties of a control that do not come from the descriptor of its field. */
export interface FieldHints {
  readonly range?: SliderRange | undefined;
  readonly label?: string | undefined;
  readonly note?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  /** For a buffer limit: its value in all units. */
  readonly limitInAllUnits?: LimitInAllUnits | null | undefined;
  /** For a list: the label of the button that adds an entry. */
  readonly addLabel?: string | undefined;
}

/** The properties that all kinds of fields share. */
export interface CommonFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly cite?: string | undefined;
  /** Whether the value differs from the default. */
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly issue?: string | null | undefined;
}

export interface ListFieldProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: readonly Json[];
  /** Label of the button that adds an entry, such as "Add a loss rule". */
  readonly addLabel?: string | undefined;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}
