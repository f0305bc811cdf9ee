// The runs that the lab keeps in addition to the shown run, so that it can be compared with them:
//
// * ghost: the run before the last change, which charts draw in pale colours.
// * pinned: the run that the user keeps for comparison, named A, or the run that an example brings along.
// * lastChange.before and lastChange.after: the last complete runs before and after the change.
import type { RunId } from "../../../engine/types.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { firstDifference, sameRun } from "../../../scenario/edit.ts";
import type { LabStore, Run } from "./labStore.ts";

export class KeptRuns {
  readonly #store: LabStore;
  /** The last complete run that was not a preview. The next change is compared with this run. */
  #baseline: Run | null = null;

  constructor(store: LabStore) {
    this.#store = store;
  }

  /**
   * Clears the ghost, the last change and the run of an example, because another scenario was opened or the
   * change was undone.
   */
  clear(): void {
    this.dismissChange();
    this.#unpinRunOfExample();
  }

  /** Pins the run that an example brings along for comparison, unless the user has pinned a run. */
  pinRunOfExample(name: string, run: Run): void {
    if (!this.#store.getState().pinned) this.#store.setState({ pinned: { name, run, ofExample: true } });
  }

  #unpinRunOfExample(): void {
    if (this.#store.getState().pinned?.ofExample) this.unpin();
  }

  /**
   * Records an edit of the document. The run before the edit becomes the ghost. Consecutive edits with the
   * same `editedDoc`, such as the steps of a slider, count as one change, and so do edits between which no run
   * ended.
   */
  recordChange(editedDoc: ScenarioDocument, doc: ScenarioDocument): void {
    this.#unpinRunOfExample();
    const { lastChange, run, ghost, effectFrom } = this.#store.getState();
    const before =
      lastChange && lastChange.editedDoc === editedDoc ? lastChange.before : (this.#baseline ?? run);
    const beforeDoc = before && !sameRun(before.doc, editedDoc) ? before.doc : editedDoc;
    const isOtherRun = before !== null && !sameRun(before.doc, doc);
    this.#store.setState({
      ghost: isOtherRun ? before : ghost,
      effectFrom: isOtherRun ? firstDifference(before.doc, doc) : effectFrom,
      lastChange: { editedDoc, beforeDoc, doc, before, after: null },
    });
  }

  /** Makes the last complete run the ghost, because a preview of `doc` is about to replace the shown run. */
  beginPreview(doc: ScenarioDocument): void {
    this.#unpinRunOfExample();
    const ghost = this.#baseline;
    if (ghost) this.#store.setState({ ghost, effectFrom: firstDifference(ghost.doc, doc) });
  }

  /**
   * Records a complete run that is not a preview, with which the next change is compared. If it is the run of
   * the changed document, it becomes `lastChange.after`.
   */
  recordResult(run: Run): void {
    this.#baseline = run;
    const { lastChange } = this.#store.getState();
    // A run that started before the edit may finish after the edit. It is not the result of the edit.
    if (lastChange && sameRun(lastChange.doc, run.doc))
      this.#store.setState({ lastChange: { ...lastChange, after: run } });
  }

  /** Pins the shown run, named A, if it is complete. */
  pin(name = "A"): void {
    const { run } = this.#store.getState();
    if (run?.outcome) this.#store.setState({ pinned: { name, run } });
  }

  /** Pins the complete run before the last change, named A. If there is no such run, pins the shown run. */
  pinBefore(): void {
    const before = this.#store.getState().lastChange?.before;
    if (before?.outcome) this.#store.setState({ pinned: { name: "A", run: before } });
    else this.pin();
  }

  unpin(): void {
    this.#store.setState({ pinned: null });
  }

  hideGhost(): void {
    this.#store.setState({ ghost: null });
  }

  /** Removes the message about the last change, and hides the run with which the message compares. */
  dismissChange(): void {
    this.#store.setState({ ghost: null, lastChange: null, effectFrom: null });
  }

  /** The ids of the runs that are shown or may be shown again. */
  get usedRunIds(): ReadonlySet<RunId | undefined> {
    const { run, ghost, pinned, lastChange } = this.#store.getState();
    return new Set([
      run?.id,
      ghost?.id,
      pinned?.run.id,
      lastChange?.before?.id,
      lastChange?.after?.id,
      this.#baseline?.id,
    ]);
  }
}
