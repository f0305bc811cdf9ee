// The editor of a program: a text with colours, completion, help and marks at errors. It is loaded when it is first
// shown. It keeps no state besides the text, the cursor and its own undo history, so any part of the page can use it.
import "./program.css";
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField, type Text } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  WidgetType,
} from "@codemirror/view";
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import language from "../../generated/language.json";
import type { CodePlace, ProgramState } from "../../generated/types.ts";
import { translated } from "../../language/sentences.ts";
import { completionSource, fairSupport } from "./fairLanguage.ts";
import { programTexts } from "./texts/index.ts";
import { valueText } from "./valueText.ts";

/** What a parent can ask of the editor. */
export interface ProgramEditorHandle {
  /** Focuses the editor with the cursor at a place. */
  readonly goTo: (place: Pick<CodePlace, "line" | "column">) => void;
}

export interface ProgramEditorProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What is wrong, which the editor marks. */
  readonly faults: readonly CodePlace[];
  /** What the program did last, if it is shown next to the text. */
  readonly state: ProgramState | null;
  readonly label: string;
  /** The id of the element that describes the keys. */
  readonly describedBy: string;
  readonly ref?: Ref<ProgramEditorHandle>;
}

/** The part of a text at a place, whose column counts characters and not units of UTF-16. */
export function rangeOf(doc: Text, { line, column, length }: CodePlace): { from: number; to: number } {
  const { from, text } = doc.line(Math.min(Math.max(1, line), doc.lines));
  const characters = [...text];
  const before = characters.slice(0, column - 1).join("").length;
  const width = characters.slice(column - 1, column - 1 + length).join("").length;
  return { from: from + before, to: from + before + width };
}

const diagnosticOf = (doc: Text, fault: CodePlace): Diagnostic => ({
  ...rangeOf(doc, fault),
  severity: "error",
  message: translated(fault.message, programTexts.sentences),
});

/**
 * Replaces selected text itself. The browser would keep the colours of the selection as inline styles, which the page's
 * policy forbids.
 */
const replacesSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to } = view.state.selection.main;
    if (event.inputType !== "insertText" || event.data === null || from === to || view.composing)
      return false;
    event.preventDefault();
    const { data } = event;
    const replace = () =>
      view.state.update(view.state.replaceSelection(data), { userEvent: "input.type", scrollIntoView: true });
    // Other extensions come first: a bracket, for example, encloses the selection.
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, from, to, data, replace));
    if (!isHandled) view.dispatch(replace());
    return true;
  },
});

const extensionsOf = (label: string, describedBy: string, changed: (text: string) => void) => [
  lineNumbers(),
  lintGutter(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("  "),
  bracketMatching(),
  closeBrackets(),
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  autocompletion({ override: [completionSource(language)], icons: false }),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
  fairSupport(language),
  liveLines,
  replacesSelection,
  EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-describedby": describedBy,
    lang: "en",
    tabindex: "0",
    spellcheck: "false",
    autocapitalize: "off",
    autocorrect: "off",
  }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) changed(update.state.doc.toString());
  }),
];

export default function ProgramEditor({
  text,
  onChange,
  faults,
  state,
  label,
  describedBy,
  ref,
}: ProgramEditorProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const change = useRef(onChange);
  const first = useRef(text);
  useLayoutEffect(() => {
    change.current = onChange;
  });
  useEffect(() => {
    const parent = box.current;
    if (!parent) return undefined;
    const extensions = extensionsOf(label, describedBy, (next) => change.current(next));
    const state = EditorState.create({ doc: first.current, extensions });
    const editor = new EditorView({ parent, root: rootWithoutHead(), state });
    view.current = editor;
    return () => {
      first.current = editor.state.doc.toString();
      view.current = null;
      editor.destroy();
    };
  }, [label, describedBy]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const shown = editor.state.doc.toString();
    if (shown !== text) editor.dispatch({ changes: { from: 0, to: shown.length, insert: text } });
  }, [text]);
  useEffect(() => {
    const shown = view.current?.state;
    if (!shown) return;
    const diagnostics = faults.map((fault) => diagnosticOf(shown.doc, fault));
    view.current?.dispatch(setDiagnostics(shown, diagnostics));
  }, [faults]);
  useEffect(() => {
    view.current?.dispatch({ effects: showState.of(state) });
  }, [state]);
  useImperativeHandle(ref, () => ({
    goTo: (place) => {
      const editor = view.current;
      if (!editor) return;
      const { from } = rangeOf(editor.state.doc, { ...place, length: 1, message: "" });
      editor.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      editor.focus();
    },
  }));
  return <div className="program-editor" ref={box} />;
}

/**
 * The document without its head. The editor adds its styles as elements to the head of its root if there is one, which
 * the page's policy forbids (docs/hosting.md), and otherwise as a constructed style sheet, which the policy allows.
 */
function rootWithoutHead(): Document {
  return new Proxy(document, {
    get(target, name) {
      if (name === "head") return null;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}

/** Shows another state, or none. */
const showState = StateEffect.define<ProgramState | null>();

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
const liveLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) => {
    for (const effect of transaction.effects)
      if (effect.is(showState))
        return effect.value ? decorations(transaction.state.doc, effect.value) : Decoration.none;
    return transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});
