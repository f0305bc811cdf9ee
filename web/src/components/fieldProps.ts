// Properties of fields.
import type { ReactNode } from "react";
import type { LimitInAll } from "./LimitField.tsx";
import type { SliderRange } from "./slider.ts";

/** What a form adds to the descriptor of a setting. */
export interface FieldHints {
  readonly range?: SliderRange | undefined;
  readonly label?: string | undefined;
  readonly note?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  readonly all?: LimitInAll | null | undefined;
  /** Label of the button that adds an entry to a list. */
  readonly addLabel?: string | undefined;
}

/** The properties that all kinds of fields share. */
export interface CommonFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly cite?: string | undefined;
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly issue?: string | null | undefined;
}
