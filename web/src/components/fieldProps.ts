// Properties that field components share.
import type { ReactNode } from "react";
import type { LimitInAllUnits } from "./LimitField.tsx";
import type { SliderRange } from "./slider.ts";

/** What a form adds to the descriptor of a field. */
export interface FieldHints {
  readonly range?: SliderRange | undefined;
  readonly label?: string | undefined;
  readonly note?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  /** The value of a buffer limit in all units. */
  readonly limitInAllUnits?: LimitInAllUnits | null | undefined;
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
