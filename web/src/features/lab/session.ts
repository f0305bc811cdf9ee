// One lab: ties the scenario to the engine and to the playhead. A change of the document checks and computes a new run; the
// playhead stays where it is, and the run before stays as ghost lines. Playback only moves over what is computed.
import { createStore, type StoreApi } from "zustand/vanilla";
import { frameLoop } from "../../charts/frame.ts";
import type { PictureTarget } from "../../charts/networkChoice.ts";
import { type ColourMode, StyleBook } from "../../charts/palette.ts";
import { TimeLink } from "../../charts/sync.ts";
import type {
  Derived,
  EngineClient,
  Issue,
  RunFailure,
  RunId,
  RunOutcome,
  RunRecord,
} from "../../engine/types.ts";
import type { Catalogue } from "../../scenario/descriptors.ts";
import { type Change, diffDocuments } from "../../scenario/diff.ts";
import type { ScenarioDocument } from "../../scenario/document.ts";
import { sameRun } from "../../scenario/edit.ts";
import type { LinkView } from "../../scenario/shareLink.ts";
import type { ScenarioStore } from "../../scenario/store.ts";

/** A run as the page keeps it. The record grows outside of React; `outcome` is set when it is complete. */
export interface Run {
  readonly id: RunId;
  readonly doc: ScenarioDocument;
  readonly record: RunRecord;
  readonly outcome: RunOutcome | null;
}

export interface Pinned {
  readonly name: string;
  readonly run: Run;
}

/** The last edit, and what it did once both runs are complete. */
export interface LastChange {
  readonly changes: readonly Change[];
  readonly beforeDoc: ScenarioDocument;
  readonly before: Run | null;
  readonly after: Run | null;
}

export interface Expected {
  readonly result: string;
  readonly engine: string | null;
}

export interface LabState {
  readonly status: "starting" | "computing" | "done" | "failed";
  readonly run: Run | null;
  /** The run before the last change: drawn as ghosts. */
  readonly ghost: Run | null;
  readonly pinned: Pinned | null;
  readonly issues: readonly Issue[];
  readonly failure: RunFailure | null;
  readonly derived: Derived | null;
  /** Canonical JSON of the shown document, for links. */
  readonly canonical: string | null;
  readonly computedTo: number;
  readonly remaining: number | null;
  readonly playing: boolean;
  readonly speed: number;
  readonly last: LastChange | null;
  /** What the opened link promised. */
  readonly expected: Expected | null;
  readonly engineVersion: string;
  /** Increases a few times a second while the playhead or the run moves: what text readouts follow. */
  readonly tick: number;
  readonly previewing: boolean;
  /** What was chosen in the picture of the network, until its settings have been shown. */
  readonly selected: PictureTarget | null;
  /** The direction of a link whose queue the charts show. */
  readonly link: string;
  /** Whether lines are coloured by flow or by algorithm. */
  readonly colours: ColourMode;
}

const READOUT_MS = 250;
const PREVIEW_MS = 90;

export class LabSession {
  readonly store: StoreApi<LabState>;
  readonly link: TimeLink;
  readonly styles: StyleBook;
  readonly #engine: EngineClient;
  readonly #scenario: ScenarioStore;
  readonly #catalogue: Catalogue;
  #runs = 0;
  #wanted: RunId = "";
  #docs = new Map<RunId, ScenarioDocument>();
  #canonical = new Map<RunId, string | null>();
  #stopFrames: (() => void) | null = null;
  #cleanups: (() => void)[] = [];
  #readoutAt = 0;
  /** How far the computation is: every frame knows it, the store a few times a second. */
  #progress: Pick<LabState, "computedTo" | "remaining"> = { computedTo: 0, remaining: null };
  #previewTimer: ReturnType<typeof setTimeout> | undefined;
  #previewDoc: ScenarioDocument | null = null;
  #firstLoad = true;
  /** What the opened link shows. */
  #shown: LinkView | null = null;

  constructor(engine: EngineClient, scenario: ScenarioStore, catalogue: Catalogue, engineVersion: string) {
    this.#engine = engine;
    this.#scenario = scenario;
    this.#catalogue = catalogue;
    const doc = scenario.getState().doc;
    this.link = new TimeLink(doc.duration ?? 60);
    this.link.setPlayhead(0);
    this.styles = new StyleBook();
    this.store = createStore<LabState>(() => ({
      status: "starting",
      run: null,
      ghost: null,
      pinned: null,
      issues: [],
      failure: null,
      derived: null,
      canonical: null,
      computedTo: 0,
      remaining: null,
      playing: false,
      speed: 1,
      last: null,
      expected: null,
      engineVersion,
      tick: 0,
      previewing: false,
      link: "forward",
      selected: null,
      colours: "auto",
    }));
  }

  /** Begins to follow the scenario. Returns the function that ends it. */
  start(): () => void {
    this.#cleanups.push(
      this.#engine.subscribe({
        frame: (id, record) => this.#onFrame(id, record),
        progress: (id, computedTo, _duration, remaining) => {
          if (id === this.#wanted) this.#progress = { computedTo, remaining };
        },
        done: (id, outcome) => this.#onDone(id, outcome),
        failed: (id, failure) => this.#onFailed(id, failure),
      }),
      this.#scenario.subscribe((now, before) => {
        if (now.origin !== before.origin) this.#opened(now.doc);
        else if (now.doc !== before.doc) this.#edited(now.before ?? before.doc, now.doc);
        else if (now.preview !== before.preview) this.#preview(now.preview);
      }),
      this.link.subscribe((state, before) => {
        if (state.playhead !== before.playhead) this.#readout();
      }),
    );
    void this.#compute(this.#scenario.getState().doc, false);
    if (this.#shown?.t === undefined) this.play();
    return () => {
      this.pause();
      clearTimeout(this.#previewTimer);
      for (const clean of this.#cleanups.splice(0)) clean();
      this.#engine.cancel();
    };
  }

  /** Shows what a link shows: its moment, paused, and its window of time. */
  show(view: LinkView | null): void {
    this.#shown = view;
    if (!view) return;
    if (view.z) this.link.setDomain(view.z[0], view.z[1]);
    if (view.b) this.link.setBrush(view.b);
    if (view.t !== undefined) {
      if (this.#stopFrames) this.pause();
      this.seek(view.t);
    }
  }

  /** What a link to the present state shows. */
  get view(): LinkView {
    const { domain, brush, duration, playhead } = this.link.state;
    // A link to a run that has played to its end plays it again.
    const still = !this.store.getState().playing && playhead < duration - 1e-9;
    const round = (t: number): number => Math.round(t * 1e6) / 1e6;
    return {
      ...(still ? { t: round(playhead) } : {}),
      ...(this.link.zoomed ? { z: [round(domain[0]), round(domain[1])] as const } : {}),
      ...(brush ? { b: [round(brush[0]), round(brush[1])] as const } : {}),
    };
  }

  // Playback ----------------------------------------------------------

  get time(): number {
    return this.link.state.playhead;
  }

  play(): void {
    if (this.#stopFrames) return;
    const { duration } = this.link.state;
    if (this.time >= duration - 1e-9) this.link.setPlayhead(0, true);
    this.store.setState({ playing: true });
    this.#stopFrames = frameLoop().animate((_now, elapsed) => this.#advance(elapsed));
  }

  pause(): void {
    this.#stopFrames?.();
    this.#stopFrames = null;
    this.store.setState({ playing: false });
    this.#readout(true);
  }

  toggle(): void {
    if (this.store.getState().playing) this.pause();
    else this.play();
  }

  seek(t: number): void {
    this.link.setPlayhead(Math.max(0, Math.min(this.link.state.duration, t)), true);
    frameLoop().request();
    this.#readout(true);
  }

  step(seconds: number): void {
    this.pause();
    this.seek(Math.round((this.time + seconds) * 1e6) / 1e6);
  }

  /** Stops at a round moment: what "from 12.3 s on" says is what an edit then means. */
  holdHere(): void {
    this.pause();
    this.seek(Math.round(this.time * 10) / 10);
  }

  setSpeed(speed: number): void {
    this.store.setState({ speed });
  }

  #advance(elapsed: number): void {
    const { speed } = this.store.getState();
    const { computedTo } = this.#progress;
    const { duration } = this.link.state;
    // A tab that slept does not jump: at most a tenth of a second passes per frame.
    const next = this.time + (Math.min(elapsed, 100) / 1000) * speed;
    const limit = Math.min(duration, computedTo);
    if (next < limit) this.link.setPlayhead(next, true);
    else if (this.time < limit) this.link.setPlayhead(limit, true);
    if (next >= duration && computedTo >= duration - 1e-9) this.pause();
  }

  /** Lets the texts follow, a few times a second. */
  #readout(now = false): void {
    const time = performance.now();
    if (!now && time - this.#readoutAt < READOUT_MS) return;
    this.#readoutAt = time;
    this.store.setState((s) => ({ tick: s.tick + 1, ...this.#progress }));
  }

  // Runs --------------------------------------------------------------

  #opened(doc: ScenarioDocument): void {
    this.#firstLoad = true;
    this.#shown = null;
    // As long as the new scenario has no run, the charts show the last one, over its own time.
    if (!this.store.getState().run) this.link.setDuration(doc.duration ?? this.#durationDefault());
    this.link.reset();
    this.link.setPlayhead(0);
    this.store.setState({ ghost: null, last: null, failure: null, issues: [], expected: null });
    void this.#compute(doc, false);
    this.play();
  }

  #edited(before: ScenarioDocument, doc: ScenarioDocument): void {
    clearTimeout(this.#previewTimer);
    this.#previewDoc = null;
    const current = this.store.getState().run;
    if (sameRun(before, doc) && current && sameRun(current.doc, doc)) {
      this.store.setState({ run: { ...current, doc }, previewing: false });
      void this.#refreshCanonical(doc);
      return;
    }
    const { last } = this.store.getState();
    const base = last && last.beforeDoc === before ? last.before : (this.#committed ?? current);
    this.store.setState({
      ghost: base && !sameRun(base.doc, doc) ? base : this.store.getState().ghost,
      last: {
        changes: diffDocuments(before, doc, this.#catalogue),
        beforeDoc: before,
        before: base,
        after: null,
      },
      previewing: false,
    });
    void this.#compute(doc, false);
  }

  /** The last run that was not a preview: what ghosts and comparisons refer to. */
  #committed: Run | null = null;

  #preview(doc: ScenarioDocument | null): void {
    this.#previewDoc = doc;
    if (!doc) {
      if (this.store.getState().previewing) {
        this.store.setState({ previewing: false });
        void this.#compute(this.#scenario.getState().doc, false);
      }
      return;
    }
    if (this.#previewTimer !== undefined) return;
    this.#previewTimer = setTimeout(() => {
      this.#previewTimer = undefined;
      const wanted = this.#previewDoc;
      if (!wanted) return;
      const base = this.#committed;
      this.store.setState({ previewing: true, ...(base ? { ghost: base } : {}) });
      void this.#compute(wanted, true);
    }, PREVIEW_MS);
  }

  async #compute(doc: ScenarioDocument, preview: boolean): Promise<void> {
    this.#runs += 1;
    const id = `run-${this.#runs}`;
    this.#wanted = id;
    this.#docs.set(id, doc);
    const text = JSON.stringify(doc);
    const verdict = await this.#engine.check(text);
    if (this.#wanted !== id) return;
    if (!verdict.ok) {
      this.store.setState({ issues: readable(verdict.issues), status: "failed" });
      return;
    }
    this.#canonical.set(id, verdict.canonical);
    this.link.setDuration(doc.duration ?? this.#durationDefault());
    this.store.setState({
      issues: [],
      failure: null,
      derived: verdict.derived,
      status: "computing",
      ...(preview ? {} : { canonical: verdict.canonical }),
    });
    this.#engine.load(text, id, { preview });
  }

  #durationDefault(): number {
    const field = this.#catalogue.document.fields?.find((f) => f.name === "duration");
    return typeof field?.default === "number" ? field.default : 60;
  }

  async #refreshCanonical(doc: ScenarioDocument): Promise<void> {
    const verdict = await this.#engine.check(JSON.stringify(doc));
    if (verdict.ok && this.#scenario.getState().doc === doc)
      this.store.setState({ canonical: verdict.canonical });
  }

  #onFrame(id: RunId, record: RunRecord): void {
    if (id !== this.#wanted) return;
    const { run } = this.store.getState();
    if (run?.id === id) {
      frameLoop().request();
      this.#readout();
    } else {
      const doc = this.#docs.get(id) ?? record.document;
      this.#progress = { computedTo: record.computedTo, remaining: null };
      this.store.setState({ run: { id, doc, record, outcome: null } });
      this.#readout(true);
    }
    if (this.#firstLoad) {
      this.#firstLoad = false;
      this.link.setPlayhead(Math.min(this.time, record.duration));
    }
  }

  #onDone(id: RunId, outcome: RunOutcome): void {
    if (id !== this.#wanted) return;
    const { run, last, previewing } = this.store.getState();
    if (!run || run.id !== id) return;
    const complete: Run = { ...run, outcome };
    if (!previewing) this.#committed = complete;
    this.#progress = { computedTo: run.record.duration, remaining: null };
    this.store.setState({
      run: complete,
      status: "done",
      ...this.#progress,
      last: last && !previewing ? { ...last, after: complete } : last,
    });
    this.#forgetOld();
    frameLoop().request();
    this.#readout(true);
  }

  #onFailed(id: RunId, failure: RunFailure): void {
    if (id !== this.#wanted) return;
    this.store.setState({
      status: "failed",
      failure: failure.kind === "invalid" ? null : failure,
      issues: readable(failure.issues),
    });
  }

  /** Runs that nothing shows any more are given up. */
  #forgetOld(): void {
    const { run, ghost, pinned, last } = this.store.getState();
    const kept = new Set([
      run?.id,
      ghost?.id,
      pinned?.run.id,
      last?.before?.id,
      last?.after?.id,
      this.#committed?.id,
      this.#wanted,
    ]);
    for (const id of [...this.#docs.keys()]) {
      if (kept.has(id)) continue;
      this.#docs.delete(id);
      this.#canonical.delete(id);
      this.#engine.drop(id);
    }
  }

  // Comparing ---------------------------------------------------------

  /** Keeps the shown run as A. */
  pin(name = "A"): void {
    const { run } = this.store.getState();
    if (run?.outcome) this.store.setState({ pinned: { name, run } });
  }

  /** Keeps the run before the last change as A. */
  pinBefore(): void {
    const before = this.store.getState().last?.before;
    if (before?.outcome) this.store.setState({ pinned: { name: "A", run: before } });
    else this.pin();
  }

  unpin(): void {
    this.store.setState({ pinned: null });
    this.#forgetOld();
  }

  hideGhost(): void {
    this.store.setState({ ghost: null });
  }

  /** Leads to the settings of a flow or a link; null once they are shown. */
  select(selected: PictureTarget | null): void {
    this.store.setState(selected?.kind === "link" ? { selected, link: selected.id } : { selected });
  }

  showLink(link: string): void {
    this.store.setState({ link });
  }

  setColours(colours: ColourMode): void {
    this.store.setState({ colours });
  }

  expect(expected: Expected | null): void {
    this.store.setState({ expected });
  }

  /** Tries again after a failure. */
  retry(): void {
    void this.#compute(this.#scenario.getState().doc, false);
  }

  explain(flow: string, from: number, to: number): ReturnType<EngineClient["explain"]> {
    const id = this.store.getState().run?.id;
    return id ? this.#engine.explain(id, flow, from, to) : Promise.resolve([]);
  }

  get engine(): EngineClient {
    return this.#engine;
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }
}

/** The command line marks names with backticks, which mean nothing to most readers of a page. */
function readable(issues: readonly Issue[]): readonly Issue[] {
  return issues.map((i) => ({ ...i, message: i.message.replace(/`([^`]*)`/g, "\u201c$1\u201d") }));
}
