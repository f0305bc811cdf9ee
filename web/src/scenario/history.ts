// Undo and redo of documents. Opening a scenario is a step as well, so undo returns to the scenario that was
// open before. A drag of a slider is one step. Small changes of one setting in quick succession, for example
// by an arrow key that is held down, are merged into one step.
import type { ScenarioDocument } from "../generated/types.ts";

/** A scenario as it was opened. */
export interface Opened {
  readonly origin: Origin;
  /** The document as it was opened. The number of changed settings is counted relative to it. */
  readonly opened: ScenarioDocument;
}

export interface UndoStep {
  readonly doc: ScenarioDocument;
  /** The opened scenario to which the step belongs. */
  readonly scenario: Opened;
  /** The kind of edit: the path of a setting, or an action. Steps with equal keys may be merged. */
  readonly key: string;
  /** The time of the edit, in milliseconds of any monotonic clock. */
  readonly time: number;
}

/** How a scenario was opened. */
export interface Origin {
  readonly kind: "example" | "link" | "file" | "recent" | "own";
  /** The id of the example, which suggests changes and has a readable link. */
  readonly example?: string;
  /** Unique each time a scenario is opened. Autosave stores one entry per opening. */
  readonly openingId: string;
}

export interface UndoHistory {
  readonly past: readonly UndoStep[];
  readonly present: UndoStep;
  readonly future: readonly UndoStep[];
}

/** The maximum number of steps that can be undone. */
export const MAX_STEPS = 200;
/** Steps are merged if they are less than this many ms apart. */
const MERGE_MS = 1000;

export function startHistory(scenario: Opened): UndoHistory {
  return { past: [], present: openingStep(scenario), future: [] };
}

function openingStep(scenario: Opened): UndoStep {
  return { doc: scenario.opened, scenario, key: "", time: Number.NEGATIVE_INFINITY };
}

/**
 * Records an edit. With `mergeWithLastEdit`, an edit less than a second after an edit with an equal key
 * replaces that edit instead of adding a step.
 */
export function record(history: UndoHistory, step: UndoStep, mergeWithLastEdit = false): UndoHistory {
  if (step.doc === history.present.doc) return history;
  const { past, present } = history;
  if (mergeWithLastEdit && present.key === step.key && step.time - present.time < MERGE_MS && past.length > 0)
    return { past, present: step, future: [] };
  return { past: [...past, present].slice(-MAX_STEPS), present: step, future: [] };
}

/** Records that a scenario was opened. */
export function recordOpening({ past, present }: UndoHistory, scenario: Opened): UndoHistory {
  const steps = present.doc === scenario.opened ? past : [...past, present].slice(-MAX_STEPS);
  return { past: steps, present: openingStep(scenario), future: [] };
}

export function undo(history: UndoHistory): UndoHistory {
  const previous = history.past.at(-1);
  if (!previous) return history;
  // The next edit must not be merged with the restored step.
  return {
    past: history.past.slice(0, -1),
    present: { ...previous, time: Number.NEGATIVE_INFINITY },
    future: [history.present, ...history.future],
  };
}

export function redo(history: UndoHistory): UndoHistory {
  const [next, ...rest] = history.future;
  if (!next) return history;
  return {
    past: [...history.past, history.present],
    present: { ...next, time: Number.NEGATIVE_INFINITY },
    future: rest,
  };
}
