// The keyboard shortcuts, in one table for the key listener and for the list in the Keyboard dialog.
// app/texts describes them, except the key of a feature's panel, which has the panel's name. Keys that are pressed in a
// text field are not shortcuts, except together with Ctrl in a field without unfinished input. Single-character shortcuts
// can be switched off (WCAG 2.1.4).

export interface KeyAction {
  readonly id: string;
  /** The keys that trigger the action, as `KeyboardEvent.key` after prefixes for Ctrl (or Cmd) and Shift. */
  readonly keys: readonly string[];
  /** The labels of the keys in the list. */
  readonly labels: readonly string[];
}

export const KEYS = [
  { id: "play", keys: [" "], labels: ["Space"] },
  { id: "back", keys: ["ArrowLeft"], labels: ["\u2190"] },
  { id: "forward", keys: ["ArrowRight"], labels: ["\u2192"] },
  { id: "previous", keys: [","], labels: [","] },
  { id: "next", keys: ["."], labels: ["."] },
  {
    id: "decision",
    keys: ["d", "Shift+d"],
    labels: ["D", "Shift D"],
  },
  { id: "start", keys: ["Home"], labels: ["Home"] },
  { id: "end", keys: ["End"], labels: ["End"] },
  { id: "faster", keys: ["+"], labels: ["+"] },
  { id: "slower", keys: ["-"], labels: ["-"] },
  { id: "fit", keys: ["0"], labels: ["0"] },
  { id: "from", keys: ["f"], labels: ["F"] },
  { id: "add", keys: ["a"], labels: ["A"] },
  { id: "panel", keys: ["c"], labels: ["C"] },
  { id: "new", keys: ["n"], labels: ["N"] },
  { id: "examples", keys: ["e"], labels: ["E"] },
  { id: "share", keys: ["s"], labels: ["S"] },
  { id: "present", keys: ["p"], labels: ["P"] },
  { id: "undo", keys: ["u", "Ctrl+z"], labels: ["U", "Ctrl Z"] },
  {
    id: "redo",
    keys: ["Shift+u", "Ctrl+y", "Ctrl+Shift+z"],
    labels: ["Shift U", "Ctrl Y"],
  },
  { id: "help", keys: ["?"], labels: ["?"] },
] as const satisfies readonly KeyAction[];

export type KeyId = (typeof KEYS)[number]["id"];

const BY_KEY = new Map<string, KeyId>(KEYS.flatMap((k) => k.keys.map((key) => [key, k.id] as const)));

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly target: EventTarget | null;
}

const TEXT_FIELD =
  "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable]";
/** Selectors of the controls that use the space bar, and of those that use the arrow keys, Home and End. */
const USES_SPACE = "button, summary, a, input, [role=menuitem]";
const USES_ARROWS = "input, select, [role=menu], .fs-plot, .table-scroll, textarea";

/**
 * The action that a key press triggers. Null if the key is no shortcut or the focused control uses it. With
 * `singleKeysEnabled` false, characters other than the space bar are no shortcuts unless Ctrl or Cmd is
 * pressed.
 */
export function actionFor(event: KeyPress, singleKeysEnabled: boolean): KeyId | null {
  if (event.altKey) return null;
  const ctrl = event.ctrlKey || event.metaKey;
  const element = event.target instanceof Element ? event.target : null;
  const inTextField = element?.closest(TEXT_FIELD) !== null && element !== null;
  const isLetter = /^[a-z]$/i.test(event.key);
  const name = `${ctrl ? "Ctrl+" : ""}${event.shiftKey && isLetter ? "Shift+" : ""}${isLetter ? event.key.toLowerCase() : event.key}`;
  const action = BY_KEY.get(name);
  // In a text field whose value is already applied (`data-settled`), shortcuts with Ctrl act on the scenario:
  // Ctrl+Z undoes the last edit of the scenario, not the last typing.
  if (!action || (inTextField && !(ctrl && element.closest("[data-settled]")))) return null;
  if (ctrl) return action;
  if (!singleKeysEnabled && event.key.length === 1 && event.key !== " ") return null;
  if (event.key === " " && element?.closest(USES_SPACE)) return null;
  if (/^(Arrow|Home|End)/.test(event.key) && element?.closest(USES_ARROWS)) return null;
  if (element?.closest("dialog")) return null;
  return action;
}
