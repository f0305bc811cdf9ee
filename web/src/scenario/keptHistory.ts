// The undo history of the open scenario, which outlives a reload of the page in the same tab.
import type { ScenarioDocument } from "../generated/types.ts";
import type { Opened, UndoHistory, UndoStep } from "./history.ts";

/** The storage of the tab, or a part of it. */
type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const UNDO = "fairshare.undo.1";
/** The maximum length of the stored text in characters. The oldest steps are left out of a longer history. */
const MAX_TEXT = 1024 * 1024;

interface StoredStep {
  readonly doc: ScenarioDocument;
  /** The index of the opened scenario to which the step belongs. */
  readonly scenario: number;
  readonly key: string;
}

interface StoredHistory {
  /** The fragment of the page's address, which belongs to the present step. */
  readonly address: string;
  readonly scenarios: readonly Opened[];
  /** All steps in the order of time. */
  readonly steps: readonly StoredStep[];
  readonly present: number;
}

/** The history that the next load of the page takes instead of the present one. */
let replacement: string | null = null;

/** Gives the page another history when it is loaded again, at the address that the history states. */
export function replaceUndo(text: string): void {
  replacement = text;
}

/** The address of a stored history. Null if the text is none. */
export function addressOfUndo(text: string): string | null {
  try {
    const { address, steps } = JSON.parse(text) as Partial<StoredHistory>;
    return typeof address === "string" && /^#(?!\/)/.test(address) && Array.isArray(steps) ? address : null;
  } catch {
    return null;
  }
}

/** Stores the history of the scenario that is open at an address. */
export function saveUndo(storage: TabStorage | null, address: string, history: UndoHistory): void {
  try {
    storage?.removeItem(UNDO);
    const text = replacement ?? undoText(address, history);
    if (text !== null) storage?.setItem(UNDO, text);
  } catch {
    // If the storage is full or not available, the undo history is empty after a reload.
  }
}

/** The history as a text, without its oldest steps if it is too long. Null if one step is too long. */
export function undoText(address: string, history: UndoHistory): string | null {
  let { past } = history;
  for (;;) {
    const text = JSON.stringify(stored(address, { ...history, past }));
    if (text.length <= MAX_TEXT) return text;
    if (past.length === 0) return null;
    past = past.slice(Math.ceil(past.length / 2));
  }
}

function stored(address: string, { past, present, future }: UndoHistory): StoredHistory {
  const steps = [...past, present, ...future];
  const scenarios = [...new Set(steps.map(({ scenario }) => scenario))];
  return {
    address,
    scenarios,
    steps: steps.map(({ doc, scenario, key }) => ({ doc, key, scenario: scenarios.indexOf(scenario) })),
    present: past.length,
  };
}

/**
 * Returns the history that was stored for this address, and removes it. `current` is the scenario that the
 * page has opened. It replaces the present step. Null if there is no history.
 */
export function takeUndo(
  storage: TabStorage | null,
  address: string,
  current: { readonly doc: ScenarioDocument; readonly origin: Opened["origin"] },
): UndoHistory | null {
  try {
    const text = storage?.getItem(UNDO);
    storage?.removeItem(UNDO);
    const kept = text ? (JSON.parse(text) as StoredHistory) : null;
    if (kept?.address !== address) return null;
    const { origin } = current;
    const shown = kept.steps[kept.present]?.scenario;
    // With the opening's id, the list of recent scenarios keeps one entry for the scenario.
    const reopened = (opened: Opened): Opened => ({
      ...opened,
      origin: { ...origin, openingId: opened.origin.openingId },
    });
    const scenarios = kept.scenarios.map((opened, i) => (i === shown ? reopened(opened) : opened));
    const steps = kept.steps.map(({ doc, scenario, key }, i): UndoStep => {
      const opened = scenarios[scenario];
      if (!opened || typeof doc.v !== "number") throw new Error("The stored history is damaged.");
      const time = Number.NEGATIVE_INFINITY;
      return { doc: i === kept.present ? current.doc : doc, scenario: opened, key, time };
    });
    const present = steps[kept.present];
    return present
      ? { past: steps.slice(0, kept.present), present, future: steps.slice(kept.present + 1) }
      : null;
  } catch {
    return null;
  }
}

/** The storage of this tab, or null if it cannot be used. */
export function tabStorage(): TabStorage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}
