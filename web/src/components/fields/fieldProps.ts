// Properties that field components share, and the ids of flows, nodes and links that they offer as choices. The component
// that contains the form provides the ids. If none are provided, ids are typed as text.
import { createContext, type ReactNode, useContext } from "react";
import type { Choice, Field, Json } from "../../generated/types.ts";
import type { SliderRange } from "./slider.ts";

export type LimitUnit = "packets" | "bytes" | "seconds" | "bdp";
export type LimitInAllUnits = Readonly<Record<LimitUnit, number | null>>;

/** The properties that all kinds of fields share. */
export interface CommonFieldProps {
  readonly label: string;
  /** The path of the setting, for its links. */
  readonly path?: string | undefined;
  readonly help?: string | undefined;
  readonly cite?: string | undefined;
  /** Whether the value differs from the default. */
  readonly changed?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** A note that is always shown below the control. */
  readonly note?: ReactNode;
  /** The problem that the simulator reports for the setting. */
  readonly issue?: string | null | undefined;
}

/** Properties of a control that do not come from the descriptor of its field. */
export interface FieldHints extends Partial<Omit<CommonFieldProps, "cite" | "changed">> {
  readonly range?: SliderRange | undefined;
  /** For a buffer limit: its value in all units. */
  readonly limitInAllUnits?: LimitInAllUnits | null | undefined;
  /** For a list: the label of the button that adds an entry. */
  readonly addLabel?: string | undefined;
}

export interface ListFieldProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: readonly Json[];
  /** Label of the button that adds an entry, such as "Add a loss rule". */
  readonly addLabel?: string | undefined;
  readonly onPreview: (value: Json) => void;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

/** The ids that a field of this name can refer to, or null if the field defines new ids. */
export type IdChoices = (field: string) => readonly Choice[] | null;

export const IdChoicesContext = createContext<IdChoices>(() => null);

export function useIdChoices(field: string): readonly Choice[] | null {
  return useContext(IdChoicesContext)(field);
}
