// The runs of the lab. A document is opened by `open`, or by `preview` while a slider moves. The run of a valid document is
// shown from its first frame on; a document with problems does not stop the present run. The controller also keeps the
// runs with which the shown run is compared:
//
// * ghost: the run before the last change, which charts draw in pale colours.
// * reference: the run from which a question counts changes. It is drawn in place of the ghost.
// * pinned: the run that the user keeps for comparison, named A, or the run that an example brings along.
// * lastChange.before and lastChange.after: the last complete runs before and after the change.
import { frameLoop } from "../../../charts/frame.ts";
import type { TimeView } from "../../../charts/timeView.ts";
import type { EngineClient, RunFailure, RunHandle, RunOutcome } from "../../../engine/types.ts";
import type { CheckResult, Issue, ScenarioDocument } from "../../../generated/types.ts";
import { firstDifference, sameRun } from "../../../scenario/edit.ts";
import { pageTexts } from "../../../texts/index.ts";
import { withNames } from "../flows/members.ts";
import type { LabStore, Run } from "./labStore.ts";

/** Bins per series of a run that is computed for comparison, as many as a shown run has. */
const BINS = 2048;

/** A preview that is not complete after this time is replaced if a newer document is requested. In ms. */
const PREVIEW_PATIENCE_MS = 90;

export interface RunControllerOptions {
  readonly engine: EngineClient;
  readonly engineVersion: string;
  readonly store: LabStore;
  readonly timeView: TimeView;
  /** The duration of a document's run, in simulated seconds. */
  readonly durationOf: (doc: ScenarioDocument) => number;
  /** Called with each run that is driven. Without it, runs are computed to their end at once. */
  readonly onDriven: ((handle: RunHandle) => void) | null;
  /** Called when the record of the shown run has grown. */
  readonly onGrowth: () => void;
  /** Called when another run is shown, or when the shown run has ended. */
  readonly onChange: () => void;
  /** Called when the shown run is complete. */
  readonly onComplete: (run: Run) => void;
}

interface Opened {
  readonly handle: RunHandle;
  readonly doc: ScenarioDocument;
  readonly isPreview: boolean;
}

export class RunController {
  readonly #options: RunControllerOptions;
  /** The run that was opened last. Its document may still be refused. */
  #latest: Opened | null = null;
  /** The run of the latest valid document, which the engine computes or has computed. */
  #current: Opened | null = null;
  /** The last complete run that was not a preview. The next change is compared with this run. */
  #baseline: Run | null = null;
  /** The runs of scenarios that were open before. A change of the open scenario is never compared with them. */
  readonly #left = new WeakSet<RunHandle>();
  /** The runs whose simulations may still be kept. */
  readonly #kept = new Set<RunHandle>();
  #nextPreview: ScenarioDocument | null = null;
  /** The document whose run is the reference. Null in the whole Lab. */
  #referenceDoc: ScenarioDocument | null = null;
  /** Set while a preview is computed. */
  #previewTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RunControllerOptions) {
    this.#options = options;
  }

  /** The document that was opened last. */
  get latestDocument(): ScenarioDocument | null {
    return this.#latest?.doc ?? null;
  }

  /** Opens the run of a document. The promise is fulfilled when the verdict on the document is shown. */
  async open(doc: ScenarioDocument, isPreview = false): Promise<void> {
    const { engine, onDriven } = this.#options;
    const mode = onDriven ? "driven" : isPreview ? "preview" : "live";
    const handle = engine.open(JSON.stringify(doc), { mode });
    const opened = { handle, doc, isPreview };
    this.#latest = opened;
    handle.subscribe(() => this.#receiveFrame(opened));
    void handle.end.then((end) => this.#finish(opened, end));
    const verdict = await handle.verdict;
    if (verdict.ok) {
      this.#kept.add(handle);
      this.#current = opened;
      onDriven?.(handle);
    } else if (this.#latest !== opened) return;
    this.#showVerdict(verdict, opened);
  }

  /** Ends the computation. What is computed stays visible. */
  stop(): void {
    this.#latest?.handle.stop();
    this.#current?.handle.stop();
  }

  /** Ends the computation and discards the preview that waits. The next document is opened in any case. */
  close(): void {
    this.cancelPreview();
    this.stop();
    this.#latest = null;
  }

  /** States that the user has stopped the shown run. */
  stopByUser(): void {
    this.stop();
    const { store } = this.#options;
    const at = store.getState().run?.record.computedTo ?? null;
    const { stoppedByUser: message } = pageTexts.stage;
    store.setState({
      failure: { kind: "stopped", message, at, entity: null, code: null, issues: [] },
    });
  }

  /**
   * Replaces the document of the shown run by a document that differs only in title, note or groups, which do
   * not affect the run.
   */
  async setTitleAndNote(run: Run, doc: ScenarioDocument): Promise<void> {
    const { engine, store } = this.#options;
    store.setState({ run: { ...run, doc } });
    const verdict = await engine.check(JSON.stringify(doc));
    if (verdict.ok && store.getState().run?.doc === doc) store.setState({ canonical: verdict.canonical });
  }

  // Previews ------------------------------------------------------------

  /** Whether the run that was opened last is a preview. */
  get isPreviewing(): boolean {
    return this.#latest?.isPreview ?? false;
  }

  /**
   * Opens the preview of a document: the first at once, and the next with the latest document when the last one is
   * complete or has taken too long.
   */
  preview(doc: ScenarioDocument): void {
    this.#nextPreview = doc;
    if (this.#previewTimer === undefined) this.#openPreview();
  }

  /** Discards the preview that waits. */
  cancelPreview(): void {
    this.#nextPreview = null;
    this.#openPreview();
  }

  #openPreview(): void {
    clearTimeout(this.#previewTimer);
    this.#previewTimer = undefined;
    const doc = this.#nextPreview;
    if (!doc) return;
    this.#nextPreview = null;
    this.#previewTimer = setTimeout(() => this.#openPreview(), PREVIEW_PATIENCE_MS);
    this.#unpinRunOfExample();
    const ghost = this.#baseline;
    if (ghost) this.#options.store.setState({ ghost, effectFrom: firstDifference(ghost.doc, doc) });
    void this.open(doc, true);
  }

  // Changes and comparison ----------------------------------------------

  /**
   * Records an edit of the document. The run before the edit becomes the ghost. Consecutive edits with the
   * same `editedDoc`, such as the steps of a slider, count as one change, and so do edits between which no run
   * ended.
   */
  recordChange(editedDoc: ScenarioDocument, doc: ScenarioDocument): void {
    this.#unpinRunOfExample();
    const { store } = this.#options;
    const { lastChange, run, ghost, effectFrom } = store.getState();
    const shown = run?.handle && this.#left.has(run.handle) ? null : run;
    const before =
      lastChange && lastChange.editedDoc === editedDoc ? lastChange.before : (this.#baseline ?? shown);
    const beforeDoc = before && !sameRun(before.doc, editedDoc) ? before.doc : editedDoc;
    const isOtherRun = before !== null && !sameRun(before.doc, doc);
    store.setState({
      ghost: isOtherRun ? before : ghost,
      effectFrom: isOtherRun ? firstDifference(before.doc, doc) : effectFrom,
      lastChange: { editedDoc, beforeDoc, doc, before, after: null },
    });
  }

  /** Removes the message about the last change, and hides the run with which the message compares. */
  dismissChange(): void {
    this.#options.store.setState({ ghost: null, lastChange: null, effectFrom: null });
  }

  /** Ends comparisons with the runs of the scenario that was open until now. */
  leaveScenario(): void {
    this.endComparisons();
    this.#baseline = null;
    for (const handle of this.#kept) this.#left.add(handle);
    if (this.#latest) this.#left.add(this.#latest.handle);
  }

  /** Ends comparisons, because another scenario was opened or the change was undone. A run that the user pinned stays. */
  endComparisons(): void {
    this.dismissChange();
    this.#unpinRunOfExample();
  }

  /**
   * Shows the shown document as the result of a change, as the author of a link or another window saw it. The run before the
   * change is computed. With `pins`, it is also kept as A.
   */
  async compareWith(beforeDoc: ScenarioDocument, pins = false): Promise<void> {
    const { store } = this.#options;
    const doc = this.#latest?.doc;
    if (!doc) return;
    const change = { editedDoc: beforeDoc, beforeDoc, doc };
    const after = (): Run | null => {
      const { run } = store.getState();
      return run?.outcome && sameRun(run.doc, doc) ? run : null;
    };
    store.setState({
      lastChange: { ...change, before: null, after: after() },
      effectFrom: firstDifference(beforeDoc, doc),
    });
    const isShown = (): boolean => store.getState().lastChange?.beforeDoc === beforeDoc;
    const before = await this.computeRun(beforeDoc).catch(() => null);
    if (!isShown()) return;
    if (!before) {
      this.dismissChange();
      return;
    }
    store.setState({
      ghost: before,
      lastChange: { ...change, before, after: after() },
      ...(pins ? { pinned: { name: "A", run: before } } : {}),
    });
  }

  /** Pins the shown run, named A, if it is complete. */
  pin(): void {
    const { run } = this.#options.store.getState();
    if (run?.outcome) this.#options.store.setState({ pinned: { name: "A", run } });
  }

  /** Pins the complete run before the last change, named A. If there is no such run, pins the shown run. */
  pinBefore(): void {
    const before = this.#options.store.getState().lastChange?.before;
    if (before?.outcome) this.#options.store.setState({ pinned: { name: "A", run: before } });
    else this.pin();
  }

  /** Pins the run that an example brings along for comparison, unless the user has pinned a run. */
  pinRunOfExample(name: string, run: Run): void {
    const { store } = this.#options;
    if (!store.getState().pinned) store.setState({ pinned: { name, run, ofExample: true } });
  }

  /** Keeps the run of a document as A. Null ends the comparison with A. */
  async pinDocument(doc: ScenarioDocument | null): Promise<void> {
    if (!doc) this.unpin();
    else {
      const run = await this.computeRun(doc).catch(() => null);
      if (run) this.#options.store.setState({ pinned: { name: "A", run } });
    }
  }

  /** Ends the comparison with A. */
  unpin(): void {
    this.#options.store.setState({ pinned: null });
    this.#disposeUnused();
  }

  /**
   * Makes the run of a document the reference of everything that is shown. It is computed if it was not shown. Null
   * ends this.
   */
  countFrom(doc: ScenarioDocument | null): void {
    this.#referenceDoc = doc;
    const { store } = this.#options;
    const { reference, run } = store.getState();
    const isSame = reference !== null && doc !== null && sameRun(reference.doc, doc);
    store.setState({ asks: doc !== null, reference: isSame ? reference : null });
    // A run that is not complete yet may be that of the document.
    if (run?.outcome && run.doc === this.#latest?.doc) this.#findReference(run);
  }

  /** Sets the reference when a run is complete: this run if it is that of the document, or else a run of its own. */
  #findReference(complete: Run): void {
    const { store } = this.#options;
    const doc = this.#referenceDoc;
    if (!doc) return;
    if (sameRun(complete.doc, doc)) store.setState({ reference: complete });
    else if (!store.getState().reference)
      this.computeRun(doc).then(
        (reference) => {
          if (this.#referenceDoc === doc && !store.getState().reference) store.setState({ reference });
        },
        // A scenario that cannot be run is compared with nothing.
        () => undefined,
      );
  }

  /** Computes a complete run that is only compared with others. */
  async computeRun(doc: ScenarioDocument): Promise<Run> {
    const { engine, engineVersion } = this.#options;
    const record = await engine.computeRecord(JSON.stringify(doc), BINS);
    return { id: record.runId, handle: null, doc, engineVersion, record, outcome: record.outcome };
  }

  #unpinRunOfExample(): void {
    const { store } = this.#options;
    if (store.getState().pinned?.ofExample) store.setState({ pinned: null });
  }

  // The engine's answers ------------------------------------------------

  #showVerdict(verdict: CheckResult, { doc, isPreview }: Opened): void {
    const { store, timeView, durationOf } = this.#options;
    if (!verdict.ok) {
      store.setState({ issues: withQuotationMarks(verdict.issues) });
      return;
    }
    timeView.setDuration(durationOf(doc));
    store.setState({
      issues: [],
      failure: null,
      derived: verdict.derived,
      ...(isPreview ? {} : { canonical: verdict.canonical }),
    });
  }

  #receiveFrame(opened: Opened): void {
    const { store, engineVersion, onGrowth, onChange } = this.#options;
    const { handle, doc } = opened;
    const { record } = handle;
    if (opened !== this.#current || !record) return;
    frameLoop().request();
    if (store.getState().run?.id === handle.id) onGrowth();
    else {
      store.setState({ run: { id: handle.id, handle, doc, engineVersion, record, outcome: null } });
      onChange();
    }
  }

  #finish(opened: Opened, end: RunOutcome | RunFailure | null): void {
    if (opened !== this.#current || !end) return;
    if ("resultId" in end) this.#complete(opened, end);
    else this.#options.store.setState({ failure: end, issues: withQuotationMarks(end.issues) });
    this.#options.onChange();
  }

  #complete({ handle, isPreview }: Opened, outcome: RunOutcome): void {
    const { store, onComplete } = this.#options;
    const { run } = store.getState();
    if (run?.id !== handle.id) return;
    const complete: Run = {
      ...run,
      outcome: { ...outcome, summary: withNames(outcome.summary, run.record) },
    };
    store.setState({ run: complete });
    onComplete(complete);
    if (isPreview) this.#openPreview();
    else this.#recordResult(complete);
    this.#disposeUnused();
    frameLoop().request();
  }

  /** Records a complete run. If it is the run of the changed document, it becomes `lastChange.after`. */
  #recordResult(run: Run): void {
    if (run.handle && !this.#left.has(run.handle)) this.#baseline = run;
    this.#findReference(run);
    const { lastChange } = this.#options.store.getState();
    // A run that started before the edit may finish after the edit. It is not the result of the edit.
    if (lastChange && sameRun(lastChange.doc, run.doc))
      this.#options.store.setState({ lastChange: { ...lastChange, after: run } });
  }

  /** Frees the simulations of all runs that are neither shown nor may be shown again. */
  #disposeUnused(): void {
    const { run, ghost, reference, pinned, lastChange } = this.#options.store.getState();
    const used = [run, ghost, reference, pinned?.run, lastChange?.before, lastChange?.after, this.#baseline];
    for (const handle of [...this.#kept]) {
      if (handle === this.#current?.handle || used.some((one) => one?.id === handle.id)) continue;
      this.#kept.delete(handle);
      handle.dispose();
    }
  }
}

/** Replaces the backticks around names in the simulator's messages by quotation marks. */
export function withQuotationMarks(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => ({
    ...issue,
    message: issue.message.replace(/`([^`]*)`/g, "\u201c$1\u201d"),
  }));
}
