// The scenario being worked on: document, history, the preview while a slider moves, and what an edit means ("to the whole
// run" or "from t on"). A factory, so that tests and second labs have their own.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Json, ScenarioDocument } from "./document.ts";
import { canChangeLater, flowIds, setFrom } from "./edit.ts";
import { type History, record, redo, startHistory, undo } from "./history.ts";
import { writePath } from "./path.ts";

export type EditMode = "whole" | "from";

/** Where the document came from, for "Try" chips, titles and the readable link. */
export interface Origin {
  readonly kind: "example" | "link" | "file" | "recent" | "own";
  readonly example?: string;
  /** Unique per opening: autosave keeps one entry per visit. */
  readonly visit: string;
}

export interface ScenarioState {
  readonly doc: ScenarioDocument;
  /** What was opened: "changed" is measured against this. */
  readonly opened: ScenarioDocument;
  readonly origin: Origin;
  readonly history: History;
  /** A document while a slider moves; not in history, not saved. */
  readonly preview: ScenarioDocument | null;
  readonly editMode: EditMode;
  readonly usedIds: ReadonlySet<string>;
  /** Increases with every edit that was not an undo, redo or opening: the last-change sentence follows it. */
  readonly edits: number;
  /** The document before the last committed change, for "what did it do". */
  readonly before: ScenarioDocument | null;
  /** What the last opening took the place of: the way back from a file that cannot run. */
  readonly left: Left | null;

  open(doc: ScenarioDocument, origin: Origin): void;
  /** Back to what was open before the last opening, with its history. */
  back(): void;
  /** Any pure edit, named by a key for folding. */
  apply(key: string, edit: (doc: ScenarioDocument) => ScenarioDocument, fold?: boolean): void;
  /** Sets a value at a path, or from `at` on in that mode. Returns false when it cannot change later. */
  set(path: string, value: Json | undefined, at: number, fold?: boolean): boolean;
  /** The same as `set`, as a preview. */
  show(path: string, value: Json | undefined, at: number): void;
  endPreview(): void;
  undo(): void;
  redo(): void;
  setEditMode(mode: EditMode): void;
}

/** A visit as it was left. */
export type Left = Pick<
  ScenarioState,
  "doc" | "opened" | "origin" | "history" | "usedIds" | "edits" | "before"
>;

export type ScenarioStore = StoreApi<ScenarioState>;

let visits = 0;

export function newVisit(kind: Origin["kind"], example?: string): Origin {
  visits += 1;
  const visit = `${Date.now().toString(36)}-${visits}`;
  return example === undefined ? { kind, visit } : { kind, visit, example };
}

export function createScenarioStore(
  doc: ScenarioDocument,
  origin: Origin,
  now: () => number = () => performance.now(),
  /** What every document goes through that is opened or edited. */
  complete: (doc: ScenarioDocument) => ScenarioDocument = (same) => same,
): ScenarioStore {
  return createStore<ScenarioState>((set, get) => {
    const edited = (path: string, value: Json | undefined, at: number): ScenarioDocument | null => {
      const { doc: current, editMode } = get();
      if (editMode === "whole" || value === undefined) return writePath(current, path, value);
      return canChangeLater(current, path) ? setFrom(current, path, value, roundTime(at)) : null;
    };
    const commit = (key: string, edit: ScenarioDocument, fold: boolean): void => {
      const next = complete(edit);
      const { doc: current, history, usedIds, edits } = get();
      if (next === current) {
        set({ preview: null });
        return;
      }
      const recorded = record(history, { doc: next, key, time: now() }, fold);
      set({
        doc: next,
        // Folded steps are one edit: what it did is measured from before the first of them.
        before: recorded.past.at(-1)?.doc ?? current,
        history: recorded,
        preview: null,
        usedIds: new Set([...usedIds, ...flowIds(next)]),
        edits: edits + 1,
      });
    };
    const travel = (move: (history: History) => History): void => {
      const { history, doc: current } = get();
      const next = move(history);
      if (next === history) return;
      set({ history: next, doc: next.present.doc, before: current, preview: null });
    };
    return {
      ...fresh(complete(doc), origin),
      editMode: "whole",
      left: null,
      open: (next, from) => {
        const { doc, opened, origin, history, usedIds, edits, before } = get();
        const left = { doc, opened, origin, history, usedIds, edits, before };
        set({ ...fresh(complete(next), from), editMode: "whole", left });
      },
      back: () => {
        const { left } = get();
        if (left) set({ ...left, preview: null, editMode: "whole", left: null });
      },
      apply: (key, edit, fold = false) => commit(key, edit(get().doc), fold),
      set: (path, value, at, fold = false) => {
        const next = edited(path, value, at);
        if (!next) return false;
        commit(path, next, fold);
        return true;
      },
      show: (path, value, at) => set({ preview: edited(path, value, at) }),
      endPreview: () => set({ preview: null }),
      undo: () => travel(undo),
      redo: () => travel(redo),
      setEditMode: (editMode) => set({ editMode }),
    };
  });
}

function fresh(
  doc: ScenarioDocument,
  origin: Origin,
): Pick<ScenarioState, "doc" | "opened" | "origin" | "history" | "preview" | "usedIds" | "edits" | "before"> {
  return {
    doc,
    opened: doc,
    origin,
    history: startHistory(doc),
    preview: null,
    usedIds: new Set(flowIds(doc)),
    edits: 0,
    before: null,
  };
}

/** Change times are whole milliseconds: what the playhead shows is what the document says. */
export function roundTime(t: number): number {
  return Math.round(t * 1000) / 1000;
}
