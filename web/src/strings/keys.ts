// The descriptions of the keyboard shortcuts by their ids. They are loaded with the Keyboard dialog.
import { localized } from "./localized.ts";

export const KEY_TEXTS = localized("keys", {
  play: "Play or pause",
  back: "Step back 0.1\u202fs (Shift: 1\u202fs)",
  forward: "Step forward 0.1\u202fs (Shift: 1\u202fs)",
  previous: "Previous loss, timeout or change",
  next: "Next loss, timeout or change",
  decision: "Explain the next decision of a flow (Shift: previous)",
  start: "Go to the start",
  end: "Go to the end of the computed part",
  faster: "Play faster",
  slower: "Play slower",
  fit: "Show the whole run",
  from: "Apply changes from here on, or to the whole run",
  add: "Add a flow",
  new: "New scenario",
  examples: "Examples",
  share: "Share",
  present: "Start or stop presenting",
  undo: "Undo",
  redo: "Redo",
  help: "Show this list",
  /** The names of keys on the keyboards of the language. */
  names: { Space: "Space", Shift: "Shift", Ctrl: "Ctrl", Home: "Home", End: "End" },
} as const);
