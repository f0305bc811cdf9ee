// The control for a list, by the type of its entries: one line of text for numbers and names, choices for
// ids, a card with a form for each object or variant.
import type { ReactNode } from "react";
import type { Field, Json } from "../../generated/types.ts";
import { CardList } from "./CardList.tsx";
import { ChoiceList } from "./ChoiceList.tsx";
import type { CommonFieldProps } from "./fieldProps.ts";
import { useIdChoices } from "./idChoices.ts";
import { NumberList, TextList } from "./TypedLists.tsx";

export interface ListFieldProps extends CommonFieldProps {
  readonly field: Field;
  readonly value: readonly Json[];
  /** Label of the button that adds an entry, such as "Add a loss rule". */
  readonly addLabel?: string | undefined;
  readonly onPreview?: ((value: Json) => void) | undefined;
  readonly onCommit: (value: Json | undefined, mergeWithLastEdit: boolean) => void;
}

export function ListField(props: ListFieldProps): ReactNode {
  const { field } = props;
  const { item } = field;
  const choices = useIdChoices(field.name);
  if (!item) return null;
  if (item.type === "number" || item.type === "integer") return <NumberList {...props} item={item} />;
  if (item.type === "id" && choices) return <ChoiceList {...props} choices={choices} />;
  if (item.type === "object" || item.type === "variant") return <CardList {...props} item={item} />;
  return <TextList {...props} />;
}
