// The store of the open scenario: its document, the undo history, the preview while a slider moves, and
// whether edits apply to the whole run or only after the playhead.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Catalogue, Json, ScenarioDocument } from "../generated/types.ts";
import { canChangeDuringRun, withNetworkLists } from "./descriptors.ts";
import { addFlow, flowIds, setFromTime } from "./edit.ts";
import { SENT_BACK, TRAFFIC, type TrafficKind } from "./everyday.ts";
import { NEW_FLOW_ID } from "./flowLabel.ts";
import {
  type Opened,
  type Origin,
  record,
  recordOpening,
  redo,
  startHistory,
  type UndoHistory,
  undo,
} from "./history.ts";
import { writePath } from "./path.ts";

export type { Origin } from "./history.ts";

/** Whether edits apply to the whole run or only after the playhead. */
export type EditMode = "whole" | "from";

export interface ScenarioState extends Opened {
  readonly doc: ScenarioDocument;
  readonly history: UndoHistory;
  /** The document while a slider moves. It is neither in the history nor saved. */
  readonly preview: ScenarioDocument | null;
  readonly editMode: EditMode;
  /** All flow ids since the scenario was opened, including those of removed flows. */
  readonly usedIds: ReadonlySet<string>;
  /** The number of edits since the scenario was opened, not counting undo and redo. */
  readonly edits: number;
  /**
   * The document before the last change. The page compares the run of the current document with the run of
   * this document.
   */
  readonly before: ScenarioDocument | null;

  /** Opens a scenario. Undo returns to the scenario that is open now. */
  open(doc: ScenarioDocument, origin: Origin): void;
  /**
   * Applies an edit. `key` identifies the kind of edit. With `mergeWithLastEdit`, quick repetitions of an
   * edit are one step of the history.
   */
  apply(key: string, edit: (doc: ScenarioDocument) => ScenarioDocument, mergeWithLastEdit?: boolean): void;
  /**
   * Sets a value at a path: for the whole run, or only after `at`, depending on the edit mode. Returns false
   * if edits apply only after the playhead and the setting cannot change during a run.
   */
  set(path: string, value: Json | undefined, at: number, mergeWithLastEdit?: boolean): boolean;
  /** Sets the preview to the document that `set` would create. */
  setPreview(path: string, value: Json | undefined, at: number): void;
  undo(): void;
  redo(): void;
  /** Continues the history that the scenario had before a reload. Its present step has the open document. */
  restore(history: UndoHistory): void;
  setEditMode(mode: EditMode): void;
}

export type ScenarioStore = StoreApi<ScenarioState>;

/** The number of scenarios opened since the page was loaded. */
let openings = 0;

/** Creates the origin of a newly opened scenario, with a new opening id. */
export function newOrigin(kind: Origin["kind"], example?: string): Origin {
  openings += 1;
  const openingId = `${Date.now().toString(36)}-${openings}`;
  return example === undefined ? { kind, openingId } : { kind, openingId, example };
}

/**
 * The document with a new value. Null if the setting cannot change during a run and edits apply only after
 * the playhead.
 */
function edited(
  { doc, editMode }: ScenarioState,
  catalogue: Catalogue,
  path: string,
  value: Json | undefined,
  at: number,
): ScenarioDocument | null {
  if (editMode === "whole" || value === undefined) return writePath(doc, path, value);
  return canChangeDuringRun(catalogue, path, doc) ? setFromTime(doc, path, value, roundTime(at)) : null;
}

/** The members of the state that an edit changes. */
function committed(
  { doc, history, usedIds, edits }: ScenarioState,
  key: string,
  next: ScenarioDocument,
  time: number,
  mergeWithLastEdit: boolean,
): Partial<ScenarioState> {
  if (next === doc) return { preview: null };
  const { scenario } = history.present;
  const recorded = record(history, { doc: next, scenario, key, time }, mergeWithLastEdit);
  return {
    doc: next,
    // Merged steps are one change, so `before` is the document before the first of them.
    before: recorded.past.at(-1)?.doc ?? doc,
    history: recorded,
    preview: null,
    usedIds: new Set([...usedIds, ...flowIds(next)]),
    edits: edits + 1,
  };
}

/** The members of the state that undo or redo changes. */
function moved(
  { history, doc: current }: ScenarioState,
  move: (history: UndoHistory) => UndoHistory,
): Partial<ScenarioState> {
  const next = move(history);
  if (next === history) return {};
  const { scenario, doc } = next.present;
  return {
    history: next,
    doc,
    preview: null,
    ...(scenario === history.present.scenario ? { before: current } : returnTo(scenario, next)),
  };
}

export function createScenarioStore(
  doc: ScenarioDocument,
  origin: Origin,
  catalogue: Catalogue,
  now: () => number = () => performance.now(),
): ScenarioStore {
  const addNetworkLists = (edited: ScenarioDocument): ScenarioDocument => withNetworkLists(edited, catalogue);
  return createStore<ScenarioState>((set, get) => {
    const editedDocument = (path: string, value: Json | undefined, at: number): ScenarioDocument | null =>
      edited(get(), catalogue, path, value, at);
    const commit = (key: string, edit: ScenarioDocument, mergeWithLastEdit: boolean): void =>
      set(committed(get(), key, addNetworkLists(edit), now(), mergeWithLastEdit));
    const moveInHistory = (move: (history: UndoHistory) => UndoHistory): void => set(moved(get(), move));
    return {
      ...initialState(addNetworkLists(doc), origin),
      editMode: "whole",
      open: (next, from) => {
        const state = initialState(addNetworkLists(next), from);
        const history = recordOpening(get().history, { origin: from, opened: state.doc });
        set({ ...state, history, editMode: "whole" });
      },
      apply: (key, edit, mergeWithLastEdit = false) => commit(key, edit(get().doc), mergeWithLastEdit),
      set: (path, value, at, mergeWithLastEdit = false) => {
        const next = editedDocument(path, value, at);
        if (!next) return false;
        commit(path, next, mergeWithLastEdit);
        return true;
      },
      setPreview: (path, value, at) => set({ preview: editedDocument(path, value, at) }),
      undo: () => moveInHistory(undo),
      redo: () => moveInHistory(redo),
      restore: (history) => set({ history, ...returnTo(history.present.scenario, history) }),
      setEditMode: (editMode) => set({ editMode }),
    };
  });
}

/**
 * Adds a new flow with an unused id, of a kind of everyday traffic or with default settings, and what this kind sends back. If
 * edits apply only after the playhead, the flows start at the playhead, at `from`.
 */
export function addNewFlow(scenario: ScenarioStore, from: number | null, kind?: TrafficKind): void {
  const { usedIds, apply } = scenario.getState();
  const flow = (of?: TrafficKind) => ({
    id: of ?? NEW_FLOW_ID,
    ...(of && TRAFFIC[of]),
    ...(from === null ? {} : { start: roundTime(from) }),
  });
  const back = kind && SENT_BACK[kind];
  apply("add flow", (doc) => {
    const next = addFlow(doc, flow(kind), usedIds);
    return back ? addFlow(next, flow(back), usedIds) : next;
  });
}

function initialState(
  doc: ScenarioDocument,
  origin: Origin,
): Pick<ScenarioState, "doc" | "opened" | "origin" | "history" | "preview" | "usedIds" | "edits" | "before"> {
  return {
    doc,
    opened: doc,
    origin,
    history: startHistory({ origin, opened: doc }),
    preview: null,
    usedIds: new Set(flowIds(doc)),
    edits: 0,
    before: null,
  };
}

/** The state of a scenario that was open before, or that is opened again. */
function returnTo(
  { origin, opened }: Opened,
  { past, present, future }: UndoHistory,
): Partial<ScenarioState> {
  const docs = [...past, present, ...future].filter((s) => s.scenario.origin === origin).map((s) => s.doc);
  return {
    origin,
    opened,
    usedIds: new Set(docs.flatMap(flowIds)),
    edits: docs.length - 1,
    before: null,
    editMode: "whole",
  };
}

/** Rounds a time in seconds to whole milliseconds, the resolution of timeline entries. */
export function roundTime(t: number): number {
  return Math.round(t * 1000) / 1000;
}
