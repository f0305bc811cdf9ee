// One lab: connects the scenario to the engine and to the playhead. An edit of the document computes a new run; the playhead
// stays where it is, and the run before stays as grey lines. docs/architecture.md, "The page", draws the flow.
import type { PictureTarget } from "../../../charts/network/choice.ts";
import { type ColourMode, StyleBook } from "../../../charts/palette.ts";
import { TimeView } from "../../../charts/timeView.ts";
import type { EngineClient } from "../../../engine/types.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { sameRun } from "../../../scenario/edit.ts";
import type { LinkView } from "../../../scenario/shareLink.ts";
import type { ScenarioState, ScenarioStore } from "../../../scenario/store.ts";
import { Comparison } from "./comparison.ts";
import { createLabStore, type ExpectedResult, type LabStore } from "./labStore.ts";
import { applyLinkView, linkViewOf } from "./linkView.ts";
import { Playback } from "./playback.ts";
import { Previews } from "./previews.ts";
import { RunLoader } from "./runLoader.ts";
import { type Sample, Sampler } from "./sampler.ts";

/** Text readouts follow the playhead at this pace; the summary so far costs the simulator a partial run, so it is slower. */
const TEXT_MS = 250;
const SUMMARY_MS = 750;

/** Duration of a document that gives none, should the catalogue have no default. */
const FALLBACK_DURATION = 60;

export class LabSession {
  readonly store: LabStore = createLabStore();
  /** The playhead store: playhead, zoom, selected window of time and highlighted flow, which all charts share. */
  readonly timeView: TimeView;
  readonly playback: Playback;
  readonly comparison: Comparison;
  readonly styles = new StyleBook();
  /** The playhead and the record's version for text, and at a slower pace for summaries. */
  readonly sampler: Sampler;
  readonly summarySampler: Sampler;
  readonly #scenario: ScenarioStore;
  readonly #loader: RunLoader;
  readonly #previews: Previews;
  /** What the opened link shows. */
  #linkView: LinkView | null = null;

  constructor(
    readonly engine: EngineClient,
    scenario: ScenarioStore,
    catalogue: Catalogue,
    readonly engineVersion: string,
  ) {
    this.#scenario = scenario;
    const field = catalogue.document.fields?.find((f) => f.name === "duration");
    const defaultDuration = typeof field?.default === "number" ? field.default : FALLBACK_DURATION;
    this.timeView = new TimeView(scenario.getState().doc.duration ?? defaultDuration);
    this.timeView.setPlayhead(0);
    const read = (): Sample => {
      const record = this.store.getState().run?.record;
      return {
        playhead: this.timeView.state.playhead,
        recordVersion: record?.version ?? 0,
        computedTo: record?.computedTo ?? 0,
      };
    };
    this.sampler = new Sampler(read, TEXT_MS);
    this.summarySampler = new Sampler(read, SUMMARY_MS);
    this.playback = new Playback(this.store, this.timeView, () => this.#takeSamples());
    this.comparison = new Comparison(this.store, catalogue);
    this.#loader = new RunLoader({
      engine,
      store: this.store,
      timeView: this.timeView,
      defaultDuration,
      onGrowth: () => this.#requestSamples(),
      onChange: () => this.#takeSamples(),
      onComplete: (run, preview) => {
        if (!preview) this.comparison.recordResult(run);
        this.#loader.dropAllBut(this.comparison.usedRuns);
      },
    });
    this.#previews = new Previews((doc) => {
      this.comparison.beginPreview();
      void this.#loader.load(doc, true);
    });
  }

  /** Begins to follow the scenario. Returns the function that ends it. */
  start(): () => void {
    const cleanups = [
      this.#loader.start(),
      this.#scenario.subscribe((now, before) => this.#followScenario(now, before)),
      this.timeView.subscribe((now, before) => {
        if (now.playhead !== before.playhead) this.#requestSamples();
      }),
    ];
    this.retry();
    if (this.#linkView?.t === undefined) this.playback.play();
    return () => {
      this.playback.pause();
      this.#previews.cancel();
      this.sampler.stop();
      this.summarySampler.stop();
      for (const clean of cleanups) clean();
    };
  }

  /** Computes the current document, again after a failure. */
  retry(): void {
    void this.#loader.load(this.#scenario.getState().doc);
  }

  /** Releases the run that was kept as A. */
  unpin(): void {
    this.comparison.unpin();
    this.#loader.dropAllBut(this.comparison.usedRuns);
  }

  // What the reader chose ----------------------------------------------

  /** Leads to the settings of a flow or a link; null once they are shown. */
  select(selected: PictureTarget | null): void {
    this.store.setState(selected?.kind === "link" ? { selected, chosenQueue: selected.id } : { selected });
  }

  /** Chooses the link direction whose queue the charts show. */
  chooseQueue(chosenQueue: string): void {
    this.store.setState({ chosenQueue });
  }

  setColours(colours: ColourMode): void {
    this.store.setState({ colours });
  }

  // Links -----------------------------------------------------------------

  /** Shows what a link shows; null if the link has no view. */
  showLinkView(view: LinkView | null): void {
    this.#linkView = view;
    if (view) applyLinkView(view, this.timeView, this.playback);
  }

  /** What a link to the present state shows. */
  get linkView(): LinkView {
    return linkViewOf(this.timeView, this.store);
  }

  /** Sets the result that the opened link announces; null when the reader has dismissed it. */
  expectResult(expected: ExpectedResult | null): void {
    this.store.setState({ expected });
  }

  // Following the scenario ------------------------------------------------

  #followScenario(now: ScenarioState, before: ScenarioState): void {
    if (now.origin !== before.origin) this.#open(now.doc);
    else if (now.doc !== before.doc) this.#edit(now.before ?? before.doc, now.doc);
    else if (now.preview !== before.preview) this.#preview(now.preview);
  }

  #open(doc: ScenarioDocument): void {
    this.#linkView = null;
    this.#previews.cancel();
    // Until the new scenario has a run, the charts show the last one over its own time.
    if (!this.store.getState().run) this.timeView.setDuration(this.#loader.durationOf(doc));
    this.timeView.reset();
    this.timeView.setPlayhead(0);
    this.comparison.clear();
    this.store.setState({ failure: null, issues: [], expected: null });
    void this.#loader.load(doc);
    this.playback.play();
  }

  #edit(before: ScenarioDocument, doc: ScenarioDocument): void {
    this.#previews.cancel();
    const { run } = this.store.getState();
    if (run && sameRun(before, doc) && sameRun(run.doc, doc)) {
      void this.#loader.rename(run, doc);
      return;
    }
    this.comparison.recordChange(before, doc);
    void this.#loader.load(doc);
  }

  #preview(doc: ScenarioDocument | null): void {
    if (doc) {
      this.#previews.request(doc);
      return;
    }
    this.#previews.cancel();
    if (this.#loader.previewing) this.retry();
  }

  // Samples ---------------------------------------------------------------

  #requestSamples(): void {
    this.sampler.request();
    this.summarySampler.request();
  }

  #takeSamples(): void {
    this.sampler.take();
    this.summarySampler.take();
  }
}
