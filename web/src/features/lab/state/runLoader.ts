// Loads the run of a document: the engine checks the document and computes the run, and the loader puts the
// run, its outcome or its problems into the store. A document with problems does not stop the present run.
import { frameLoop } from "../../../charts/frame.ts";
import type { TimeView } from "../../../charts/timeView.ts";
import type { EngineClient, RunFailure, RunId, RunOutcome, RunRecord } from "../../../engine/types.ts";
import type { CheckResult, Issue, ScenarioDocument } from "../../../generated/types.ts";
import { withNames } from "../flows/members.ts";
import type { LabStore, Run } from "./labStore.ts";

export interface RunLoaderOptions {
  readonly engine: EngineClient;
  readonly engineVersion: string;
  readonly store: LabStore;
  readonly timeView: TimeView;
  /** The duration of a document's run, in simulated seconds. */
  readonly durationOf: (doc: ScenarioDocument) => number;
  /** Called when the record of the shown run has grown. */
  readonly onGrowth: () => void;
  /** Called when another run is shown, or when the shown run has ended. */
  readonly onChange: () => void;
  /** Called when the shown run is complete. */
  readonly onComplete: (run: Run, preview: boolean) => void;
}

interface RunRequest {
  readonly id: RunId;
  readonly doc: ScenarioDocument;
  readonly preview: boolean;
}

export class RunLoader {
  readonly #options: RunLoaderOptions;
  readonly #loaded = new Set<RunId>();
  #requestCount = 0;
  #latest: RunRequest | null = null;
  /**
   * The latest request whose document is valid. Its run is the run that the engine computes or has computed.
   */
  #accepted: RunRequest | null = null;
  /** The document whose run began before `load`. */
  #early: ScenarioDocument | null = null;
  #unsubscribe: (() => void) | null = null;

  constructor(options: RunLoaderOptions) {
    this.#options = options;
  }

  /** Subscribes to the engine. Returns the function that unsubscribes and cancels the computation. */
  start(): () => void {
    const { engine } = this.#options;
    this.#unsubscribe ??= engine.subscribe({
      frame: (id, record) => this.#receiveFrame(id, record),
      done: (id, outcome) => this.#complete(id, outcome),
      failed: (id, failure) => this.#fail(id, failure),
    });
    return () => {
      this.#unsubscribe?.();
      this.#unsubscribe = null;
      engine.cancel();
    };
  }

  /** Whether the latest request was a preview. */
  get previewing(): boolean {
    return this.#latest?.preview ?? false;
  }

  /**
   * Checks a document and begins its run before the page is rendered, so that the first rendering shows the
   * verdict and the simulator computes meanwhile.
   */
  async loadEarly(doc: ScenarioDocument): Promise<void> {
    this.start();
    await this.#load(doc, false);
    this.#early = doc;
  }

  /** Loads the run of a document, unless it began early. */
  async load(doc: ScenarioDocument, preview = false): Promise<void> {
    const early = this.#early;
    this.#early = null;
    if (preview || early !== doc) await this.#load(doc, preview);
  }

  async #load(doc: ScenarioDocument, preview: boolean): Promise<void> {
    const { engine } = this.#options;
    this.#requestCount += 1;
    const request = { id: `run-${this.#requestCount}`, doc, preview };
    this.#latest = request;
    const verdict = await engine.load(JSON.stringify(doc), request.id, { preview });
    if (verdict.ok) {
      this.#loaded.add(request.id);
      this.#accepted = request;
    } else if (this.#latest !== request) return;
    this.#showVerdict(verdict, doc, preview);
  }

  #showVerdict(verdict: CheckResult, doc: ScenarioDocument, preview: boolean): void {
    const { store, timeView } = this.#options;
    if (!verdict.ok) {
      store.setState({ issues: withQuotationMarks(verdict.issues) });
      return;
    }
    timeView.setDuration(this.#options.durationOf(doc));
    store.setState({
      issues: [],
      failure: null,
      derived: verdict.derived,
      ...(preview ? {} : { canonical: verdict.canonical }),
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

  /** Forgets all runs except those in `used` and the run of the latest valid document. */
  forgetAllExcept(used: ReadonlySet<RunId | undefined>): void {
    for (const id of [...this.#loaded]) {
      if (used.has(id) || id === this.#accepted?.id) continue;
      this.#loaded.delete(id);
      this.#options.engine.forget(id);
    }
  }

  #receiveFrame(id: RunId, record: RunRecord): void {
    const { store, engineVersion, onGrowth, onChange } = this.#options;
    if (id !== this.#accepted?.id) return;
    frameLoop().request();
    if (store.getState().run?.id === id) onGrowth();
    else {
      store.setState({ run: { id, doc: this.#accepted.doc, engineVersion, record, outcome: null } });
      onChange();
    }
  }

  #complete(id: RunId, outcome: RunOutcome): void {
    const { store, onChange, onComplete } = this.#options;
    const { run } = store.getState();
    if (id !== this.#accepted?.id || run?.id !== id) return;
    const summary = withNames(outcome.summary, run.record);
    const complete: Run = { ...run, outcome: { ...outcome, summary } };
    store.setState({ run: complete });
    onComplete(complete, this.#accepted.preview);
    frameLoop().request();
    onChange();
  }

  #fail(id: RunId, failure: RunFailure): void {
    const { store, onChange } = this.#options;
    if (id !== this.#accepted?.id) return;
    store.setState({ failure, issues: withQuotationMarks(failure.issues) });
    onChange();
  }
}

/** Replaces the backticks around names in the simulator's messages by quotation marks. */
function withQuotationMarks(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((issue) => ({
    ...issue,
    message: issue.message.replace(/`([^`]*)`/g, "\u201c$1\u201d"),
  }));
}
