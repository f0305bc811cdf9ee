// The language of programs for the editor: colours, indentation, completion and help. The names and their help
// come from the simulator (generated/language.json).
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippetCompletion,
} from "@codemirror/autocomplete";
import {
  HighlightStyle,
  LanguageSupport,
  StreamLanguage,
  type StringStream,
  syntaxHighlighting,
} from "@codemirror/language";
import { hoverTooltip, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { LanguageName, ProgramLanguage } from "../../generated/types.ts";
import { translated } from "../../language/sentences.ts";
import { levelOf } from "./levelOf.ts";
import { programTexts } from "./texts/index.ts";

/** The kind of a name of the language. */
type NameKind = "handler" | "input" | "control" | "function";

interface Offered extends LanguageName {
  readonly kind: NameKind;
}

const LITERALS = ["true", "false", "infinity"];
const NAME = /[A-Za-z_]\w*/;

/** Everything that a program of a level can name. */
export function offeredNames(language: ProgramLanguage, text: string): readonly Offered[] {
  const level = levelOf(language, text);
  const of = (kind: NameKind, names: readonly LanguageName[] = []): readonly Offered[] =>
    names.map((name) => ({ ...name, kind }));
  return [
    ...of("handler", level?.handlers),
    ...of("input", level?.inputs),
    ...of("control", level?.controls),
    ...of("function", language.functions),
  ];
}

/** A name as it is written, with its unit or arguments: `cwnd (packets)`, `min(a, b, ...)`. */
export const signatureOf = ({ name, detail, kind }: Offered): string =>
  kind === "function" ? `${name}(${detail})` : detail === "" ? name : `${name} (${detail})`;

interface StreamState {
  depth: number;
}

/** The tokens of a program, by the names of the tags of CodeMirror. */
function tokenizer(language: ProgramLanguage): (stream: StringStream, state: StreamState) => string | null {
  const keywords = new Set(language.keywords);
  const kinds = new Map<string, string>();
  for (const level of language.levels) {
    for (const { name } of level.handlers) kinds.set(name, "labelName");
    for (const { name } of [...level.inputs, ...level.controls]) kinds.set(name, "propertyName");
  }
  for (const { name } of language.functions) kinds.set(name, "className");
  return (stream, state) => {
    if (stream.eatSpace()) return null;
    if (stream.match("#")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/\d[\d_]*(\.\d+)?([eE][+-]?\d+)?/)) return "number";
    const name = stream.match(NAME);
    if (name && typeof name === "object") {
      const [word] = name;
      if (LITERALS.includes(word)) return "atom";
      return keywords.has(word) ? "keyword" : (kinds.get(word) ?? "variableName");
    }
    const sign = stream.next();
    if (sign === "{") state.depth += 1;
    if (sign === "}") state.depth = Math.max(0, state.depth - 1);
    return null;
  };
}

const colours = HighlightStyle.define(
  [
    { tag: tags.comment, class: "fair-comment" },
    { tag: tags.string, class: "fair-string" },
    { tag: [tags.number, tags.atom], class: "fair-number" },
    { tag: tags.keyword, class: "fair-keyword" },
    { tag: tags.labelName, class: "fair-handler" },
    { tag: tags.propertyName, class: "fair-name" },
    { tag: tags.className, class: "fair-function" },
  ],
  {},
);

const COMPLETION_TYPES: Readonly<Record<NameKind, string>> = {
  handler: "class",
  input: "property",
  control: "variable",
  function: "function",
};

function declaredNames(text: string): readonly string[] {
  const found = text.matchAll(/\b(?:setting|const|var|let|fn)[ \t]+([A-Za-z_]\w*)/g);
  return [...new Set([...found].map(([, name = ""]) => name))];
}

function completionOf(offered: Offered): Completion {
  const { name, kind, help } = offered;
  const shown = {
    detail: signatureOf(offered).slice(name.length),
    info: translated(help, programTexts.sentences),
    type: COMPLETION_TYPES[kind],
  };
  if (kind === "handler") return snippetCompletion(`${name} {\n\t\${}\n}`, { ...shown, label: name });
  if (kind === "function" && offered.detail !== "")
    return snippetCompletion(`${name}(\${})`, { ...shown, label: name });
  return { ...shown, label: name };
}

/** The handler in whose block a position is, or null. */
export function handlerAt(text: string, position: number): string | null {
  const before = text.slice(0, position);
  const start = [...before.matchAll(/^[ \t]*(on_\w+)[ \t]*\{/gm)].at(-1);
  if (!start) return null;
  const inside = before.slice(start.index).replace(/#.*|"[^"\n]*"?/g, "");
  const depth = (inside.match(/\{/g)?.length ?? 0) - (inside.match(/\}/g)?.length ?? 0);
  return depth > 0 ? (start[1] ?? null) : null;
}

/** The names that can stand at a position of a text. */
export function completionsAt(
  language: ProgramLanguage,
  text: string,
  position: number,
): readonly Completion[] {
  const handler = handlerAt(text, position);
  const fits = ({ kind, handlers }: Offered): boolean =>
    kind === "handler" ? handler === null : handlers.length === 0 || handlers.includes(handler ?? "");
  return [
    ...offeredNames(language, text).filter(fits).map(completionOf),
    ...declaredNames(text).map((label) => ({ label, type: "variable", boost: 1 })),
    ...language.keywords.map((label) => ({ label, type: "keyword", boost: -1 })),
  ];
}

/** Completion at the cursor, for `autocompletion`. */
export const completionSource =
  (language: ProgramLanguage) =>
  (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/\w*/);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    const text = context.state.doc.toString();
    const line = context.state.doc.lineAt(context.pos);
    if (/#|^[^"]*"[^"]*$/.test(line.text.slice(0, context.pos - line.from))) return null;
    return { from: word.from, options: [...completionsAt(language, text, context.pos)], validFor: /^\w*$/ };
  };

/** The help about a name under the pointer, as text. */
const helpOnHover = (language: ProgramLanguage) =>
  hoverTooltip((view, position): Tooltip | null => {
    const { from, to, text } = view.state.doc.lineAt(position);
    let start = position;
    let end = position;
    while (start > from && /\w/.test(text[start - from - 1] ?? "")) start -= 1;
    while (end < to && /\w/.test(text[end - from] ?? "")) end += 1;
    const word = text.slice(start - from, end - from);
    const found = offeredNames(language, view.state.doc.toString()).find(({ name }) => name === word);
    if (!found) return null;
    return {
      pos: start,
      end,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "fair-help";
        const name = document.createElement("code");
        name.textContent = signatureOf(found);
        const only =
          found.handlers.length > 0 ? ` ${programTexts.onlyIn({ handlers: found.handlers.join(", ") })}` : "";
        dom.append(name, ` ${translated(found.help, programTexts.sentences)}${only}`);
        return { dom };
      },
    };
  });

/** Colours, indentation and help of programs. */
export function fairSupport(language: ProgramLanguage): LanguageSupport {
  const stream = StreamLanguage.define<StreamState>({
    name: "fair",
    startState: () => ({ depth: 0 }),
    token: tokenizer(language),
    indent: ({ depth }, textAfter, context) =>
      Math.max(0, depth - (/^\s*\}/.test(textAfter) ? 1 : 0)) * context.unit,
    languageData: {
      commentTokens: { line: "#" },
      indentOnInput: /^\s*\}$/,
      closeBrackets: { brackets: ["(", "[", "{", '"'] },
    },
  });
  return new LanguageSupport(stream, [syntaxHighlighting(colours), helpOnHover(language)]);
}
