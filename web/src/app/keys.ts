// The keyboard shortcuts: one table for the listener and for the list that the page shows. It uses only keys that German and French
// layouts have without Shift or by name. Single letters work outside of fields and can be switched off (WCAG 2.1.4).

export interface KeyAction {
  readonly id: string;
  readonly keys: readonly string[];
  /** The keys as the list shows them. */
  readonly shown: readonly string[];
  readonly does: string;
  /** A combination with Ctrl, to which the switch for single keys does not apply. */
  readonly combination?: boolean;
}

export const KEYS = [
  { id: "play", keys: [" "], shown: ["Space"], does: "Play or pause" },
  { id: "back", keys: ["ArrowLeft"], shown: ["\u2190"], does: "Step back 0.1 s (Shift: 1 s)" },
  { id: "forward", keys: ["ArrowRight"], shown: ["\u2192"], does: "Step forward 0.1 s (Shift: 1 s)" },
  { id: "previous", keys: [","], shown: [","], does: "Previous loss, timeout or change" },
  { id: "next", keys: ["."], shown: ["."], does: "Next loss, timeout or change" },
  { id: "start", keys: ["Home"], shown: ["Home"], does: "Go to the start" },
  { id: "end", keys: ["End"], shown: ["End"], does: "Go to the end of the computed part" },
  { id: "faster", keys: ["+"], shown: ["+"], does: "Play faster" },
  { id: "slower", keys: ["-"], shown: ["-"], does: "Play slower" },
  { id: "fit", keys: ["0"], shown: ["0"], does: "Show the whole run" },
  { id: "from", keys: ["f"], shown: ["F"], does: "Apply changes from here on, or to the whole run" },
  { id: "add", keys: ["a"], shown: ["A"], does: "Add a flow" },
  { id: "compare", keys: ["c"], shown: ["C"], does: "Compare" },
  { id: "examples", keys: ["e"], shown: ["E"], does: "Examples" },
  { id: "share", keys: ["s"], shown: ["S"], does: "Share" },
  { id: "present", keys: ["p"], shown: ["P"], does: "Start or stop presenting" },
  { id: "undo", keys: ["u", "Ctrl+z"], shown: ["U", "Ctrl Z"], does: "Undo" },
  { id: "redo", keys: ["Shift+u", "Ctrl+y", "Ctrl+Shift+z"], shown: ["Shift U", "Ctrl Y"], does: "Redo" },
  { id: "help", keys: ["?"], shown: ["?"], does: "Show this list" },
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
const TAKES_SPACE = "button, summary, a, input, [role=menuitem]";
const TAKES_ARROWS = "input, select, [role=menu], .fs-plot, .table-scroll, textarea";

/** The action of a key press, or null if there is none or the focused control uses the key. */
export function actionFor(event: KeyPress, singleKeys: boolean): KeyId | null {
  if (event.altKey) return null;
  const control = event.ctrlKey || event.metaKey;
  const element = event.target instanceof Element ? event.target : null;
  const inField = element?.closest(TEXT_FIELD) !== null && element !== null;
  const letter = /^[a-z]$/i.test(event.key);
  const name = `${control ? "Ctrl+" : ""}${event.shiftKey && letter ? "Shift+" : ""}${letter ? event.key.toLowerCase() : event.key}`;
  const action = BY_KEY.get(name);
  if (!action || inField) return null;
  if (control) return action;
  if (!singleKeys && event.key.length === 1 && event.key !== " ") return null;
  if (event.key === " " && element?.closest(TAKES_SPACE)) return null;
  if (/^(Arrow|Home|End)/.test(event.key) && element?.closest(TAKES_ARROWS)) return null;
  if (element?.closest("dialog")) return null;
  return action;
}
