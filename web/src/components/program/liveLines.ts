// The lines of a program that ran, and the values of its names, next to the text.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { ProgramState } from "../../generated/types.ts";
import { valueText } from "./valueText.ts";

/** Shows another state, or none. */
export const showState = StateEffect.define<ProgramState | null>();

class Value extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: Value): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const box = document.createElement("span");
    box.className = "fair-value";
    box.textContent = this.text;
    return box;
  }
}

const ran = Decoration.line({ class: "fair-ran" });

/** Marks and values in the order of the text. */
function decorations(doc: EditorView["state"]["doc"], state: ProgramState): DecorationSet {
  const marks = state.lines.filter((line) => line <= doc.lines).map((line) => ran.range(doc.line(line).from));
  const texts = new Map<number, string[]>();
  for (const value of state.values)
    if (value.line !== null && value.line <= doc.lines)
      texts.set(value.line, [...(texts.get(value.line) ?? []), valueText(value)]);
  const values = [...texts].map(([line, parts]) =>
    Decoration.widget({ widget: new Value(parts.join(", ")), side: 1 }).range(doc.line(line).to),
  );
  return Decoration.set([...marks, ...values], true);
}

/** The field of the editor with the shown state. A change of the text removes it. */
export const liveLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(showState))
        return effect.value ? decorations(transaction.state.doc, effect.value) : Decoration.none;
    return transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});
