// The markup of a lesson's texts: {name} is a live value, and [words](target) is a link that lights up a
// curve, a moment or a control.

export type LinkTarget =
  | { readonly kind: "curve"; readonly flow: string }
  | { readonly kind: "moment"; readonly t: number }
  | { readonly kind: "control" };

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "link"; readonly text: string; readonly target: LinkTarget };

const MARKUP = /\{(\w+)\}|\[([^\]]+)\]\(([^)]+)\)/g;

/** The parts of a text. Throws if a link has no known target, so that the test of the lessons finds it. */
export function readText(text: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [all, name, words, target] = match;
    if (match.index > end) parts.push({ kind: "text", text: text.slice(end, match.index) });
    if (name !== undefined) parts.push({ kind: "value", name });
    else parts.push({ kind: "link", text: words ?? "", target: readTarget(target ?? "") });
    end = match.index + all.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** A text without its markup, for a place that has no run. */
export const plainText = (text: string): string =>
  readText(text)
    .map((part) => (part.kind === "value" ? "\u2026" : part.text))
    .join("");

/** `curve:ID` names a flow, `at:SECONDS` a moment, and `control` the control of the step. */
function readTarget(target: string): LinkTarget {
  const [kind, value = ""] = target.split(":");
  if (kind === "curve" && value !== "") return { kind, flow: value };
  if (kind === "at" && Number.isFinite(Number.parseFloat(value))) return { kind: "moment", t: Number(value) };
  if (target === "control") return { kind: "control" };
  throw new Error(`A lesson links to "${target}", which is neither a curve nor a moment nor a control.`);
}
