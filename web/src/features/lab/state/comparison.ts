// The runs that the lab keeps in addition to the shown run: the run before the last change, which charts draw
// in pale colours, the run that is kept as A, and the complete runs before and after the last change.
import type { RunId } from "../../../engine/types.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { firstDifference, sameRun } from "../../../scenario/edit.ts";
import type { LabStore, Run } from "./labStore.ts";

export class Comparison {
  readonly #store: LabStore;
  /** The last complete run that was not a preview. The next change is compared with this run. */
  #baseline: Run | null = null;

  constructor(store: LabStore) {
    this.#store = store;
  }

  /** Clears the ghost, the last change and the run of an example, because another scenario was opened. */
  clear(): void {
    this.dismissChange();
    this.#unpinRunOfExample();
  }

  /** Clears the ghost and the last change, because the change was undone. */
  forgetChange(): void {
    this.#unpinRunOfExample();
    this.dismissChange();
  }

  /** Keeps the run with which an example opens for comparison, unless the user keeps a run. */
  pinRunOfExample(name: string, run: Run): void {
    if (!this.#store.getState().pinned) this.#store.setState({ pinned: { name, run, ofExample: true } });
  }

  #unpinRunOfExample(): void {
    if (this.#store.getState().pinned?.ofExample) this.unpin();
  }

  /**
   * Records an edit of the document. The run before the edit becomes the ghost. Consecutive edits with the
   * same `beforeDoc`, such as the steps of a slider, count as one change.
   */
  recordChange(beforeDoc: ScenarioDocument, doc: ScenarioDocument): void {
    this.#unpinRunOfExample();
    const { lastChange, run, ghost, effectFrom } = this.#store.getState();
    const before =
      lastChange && lastChange.beforeDoc === beforeDoc ? lastChange.before : (this.#baseline ?? run);
    const isOtherRun = before !== null && !sameRun(before.doc, doc);
    this.#store.setState({
      ghost: isOtherRun ? before : ghost,
      effectFrom: isOtherRun ? firstDifference(before.doc, doc) : effectFrom,
      lastChange: { beforeDoc, doc, before, after: null },
    });
  }

  /** Makes the last complete run the ghost, because a preview of `doc` is about to replace the shown run. */
  beginPreview(doc: ScenarioDocument): void {
    this.#unpinRunOfExample();
    const ghost = this.#baseline;
    if (ghost) this.#store.setState({ ghost, effectFrom: firstDifference(ghost.doc, doc) });
  }

  /**
   * Records a complete run that is not a preview. It is the run after the last change, and the next change is
   * compared with it.
   */
  recordResult(run: Run): void {
    this.#baseline = run;
    const { lastChange } = this.#store.getState();
    // The run before the change can still complete after the change.
    if (lastChange && sameRun(lastChange.doc, run.doc))
      this.#store.setState({ lastChange: { ...lastChange, after: run } });
  }

  /** Keeps the shown run as A if it is complete. */
  pin(name = "A"): void {
    const { run } = this.#store.getState();
    if (run?.outcome) this.#store.setState({ pinned: { name, run } });
  }

  /** Keeps the complete run before the last change as A. If there is no such run, keeps the shown run. */
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

  /** Removes the line about the last change, and hides the run that it compares with. */
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
