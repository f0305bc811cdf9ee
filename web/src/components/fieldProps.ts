// Properties that all kinds of fields share.
import type { ReactNode } from "react";
import type { LimitInAll } from "./LimitField.tsx";
import type { SliderRange } from "./slider.ts";

/** How a form is told what is special about a place of the document. */
export interface FieldHints {
  readonly range?: SliderRange | undefined;
  readonly label?: string | undefined;
  readonly note?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly issue?: string | null | undefined;
  readonly all?: LimitInAll | null | undefined;
  /** What the button below a list says. */
  readonly addLabel?: string | undefined;
}

/** What every kind of field is told alike. */
export interface FieldCommon {
  readonly label: string;
  readonly help?: string | undefined;
  readonly cite?: string | undefined;
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly note?: ReactNode;
  readonly issue?: string | null | undefined;
}
