// The session of a lab: connects the scenario, the engine and the playhead. Every edit that affects the run
// starts a new run. Then the playhead stays where it is, and the previous run is drawn in pale colours
// (docs/architecture.md, "The page").
import type { PictureTarget } from "../../../charts/network/choice.ts";
import { type ColourMode, StyleBook } from "../../../charts/palette.ts";
import { TimeView } from "../../../charts/timeView.ts";
import type { PacketQuestion } from "../../../engine/packets/types.ts";
import type { EngineClient, RunHandle } from "../../../engine/types.ts";
import type { Catalogue, ScenarioDocument } from "../../../generated/types.ts";
import { namedLinks, numberAt } from "../../../scenario/descriptors.ts";
import { sameRun } from "../../../scenario/edit.ts";
import type { Layout } from "../../../scenario/layout.ts";
import { codeOf, declaredSettings, keepDeclared, programFlows } from "../../../scenario/programs.ts";
import type { LinkView } from "../../../scenario/shareLink.ts";
import type { ScenarioState, ScenarioStore } from "../../../scenario/store.ts";
import { ALL_QUEUES } from "./chartData.ts";
import {
  type ChartOverlays,
  createLabStore,
  type ExpectedResult,
  isLarge,
  type LabStore,
} from "./labStore.ts";
import { applyLinkView, linkViewOf } from "./linkView.ts";
import { Playback } from "./playback.ts";
import { RunController } from "./runController.ts";
import { CostModel } from "./runCost.ts";
import { type Sample, Sampler } from "./sampler.ts";
import { type ChartName, preferredCharts, savePreferredCharts } from "./shownCharts.ts";

export class LabSession {
  readonly store: LabStore = createLabStore();
  /** The playhead, the zoom, the selected window of time and the highlighted flow, which all charts share. */
  readonly timeView: TimeView;
  readonly playback: Playback;
  readonly runs: RunController;
  readonly styles = new StyleBook();
  readonly costs = new CostModel();
  /** The playhead and the progress of the record, for text. */
  readonly sampler: Sampler;
  readonly #scenario: ScenarioStore;
  /** The duration of a document in seconds, stated or by default. */
  readonly durationOf: (doc: ScenarioDocument) => number;
  /** The view of the opened link, until another scenario is opened. */
  #linkView: LinkView | null = null;
  /** The charts that a lesson or an embedding page chose. Null if the user's stored choice applies. */
  #ownCharts: readonly ChartName[] | null = null;
  #question: Layout = {};

  constructor(
    readonly engine: EngineClient,
    scenario: ScenarioStore,
    catalogue: Catalogue,
    readonly engineVersion: string,
    /** Called with each run that is driven. Without it, runs are computed to their end at once. */
    onDriven: ((handle: RunHandle) => void) | null = null,
  ) {
    this.#scenario = scenario;
    this.durationOf = (doc) => numberAt(catalogue, "duration", doc);
    this.timeView = new TimeView(this.durationOf(scenario.getState().doc));
    this.timeView.setPlayhead(0);
    this.store.setState({ program: programFlows(scenario.getState().doc)[0] ?? null });
    const read = (): Sample => {
      const record = this.store.getState().run?.record;
      return {
        playhead: this.timeView.state.playhead,
        recordVersion: record?.version ?? 0,
        computedTo: record?.computedTo ?? 0,
      };
    };
    this.sampler = new Sampler(read, () => isLarge(this.store.getState().run));
    this.sampler.subscribe(() => this.timeView.announceNumbers());
    // Two runs that are compared have their full colours over the whole time.
    this.store.subscribe(({ effectFrom, pinned, reference, asks, run }) => {
      const other = asks ? reference : pinned?.run;
      this.timeView.setShowsEffect(effectFrom !== null || (other ? other.id !== run?.id : false));
    });
    this.playback = new Playback(this.store, this.timeView, () => this.sampler.take());
    this.runs = new RunController({
      engine,
      engineVersion,
      store: this.store,
      timeView: this.timeView,
      durationOf: this.durationOf,
      onDriven,
      onGrowth: () => this.sampler.request(),
      onChange: () => this.sampler.take(),
      onComplete: ({ record, outcome }) => {
        if (outcome) this.costs.measure(record.derived, outcome.wallMs);
      },
    });
  }

  /**
   * Loads the first run and follows the scenario and the engine. Returns the function that ends the session.
   */
  start(): () => void {
    const cleanups = [
      this.#scenario.subscribe((now, before) => this.#followScenario(now, before)),
      this.timeView.subscribe((now, before) => {
        if (now.playhead !== before.playhead) this.sampler.request();
      }),
    ];
    // The run may have begun early.
    if (this.runs.latestDocument !== this.#scenario.getState().doc) this.loadRun();
    if (this.#linkView?.t === undefined) this.#begin(this.#scenario.getState().doc);
    return () => {
      this.playback.pause();
      this.runs.close();
      this.sampler.stop();
      for (const clean of cleanups) clean();
    };
  }

  /**
   * Checks the document and begins its run before the session starts, so that the first rendering shows the verdict and
   * the simulator computes meanwhile. No other session may use the engine meanwhile.
   */
  loadEarly(): Promise<void> {
    this.#learnSettings(this.#scenario.getState().doc);
    return this.runs.open(this.#scenario.getState().doc);
  }

  /** Loads the run of the current document, for the first time or again. */
  loadRun(): void {
    this.#learnSettings(this.#scenario.getState().doc);
    void this.runs.open(this.#scenario.getState().doc);
  }

  // Choices of the user -----------------------------------------------

  /** Selects the flow or link whose settings the page shows next. Null clears the selection. */
  select(selected: PictureTarget | null): void {
    this.store.setState(selected?.kind === "link" ? { selected, chosenQueue: selected.id } : { selected });
  }

  /**
   * Pauses at a time and asks for the reason of a flow's behaviour at this time. The panel "Why?" answers.
   */
  explain(flow: string, t: number): void {
    this.playback.pause();
    this.playback.seek(t);
    this.store.setState({ why: { flow, t, run: this.store.getState().run?.id } });
  }

  /** Pauses, and tells the life of a packet of the shown run. Null tells none. */
  follow(packet: PacketQuestion | null): void {
    if (packet) this.playback.pause();
    this.store.setState({ packet: packet && { ...packet, run: this.store.getState().run?.id } });
  }

  /** Draws over the charts. `by` replaces what it has drawn before. */
  drawOver(by: string, charts: ChartOverlays): void {
    this.store.setState(({ overlays }) => ({ overlays: { ...overlays, [by]: charts } }));
  }

  /** Opens the editor of a flow's program, also if a narrow screen shows another panel instead. */
  editProgram(flow: string | null): void {
    this.store.setState({ program: null });
    // The panel notices a request only if it changes.
    requestAnimationFrame(() => this.store.setState({ program: flow }));
  }

  /** Chooses the link direction whose queue the charts show. */
  chooseQueue(chosenQueue: string): void {
    this.store.setState({ chosenQueue });
  }

  /** Shows one question about the scenario, or the whole Lab. */
  setLayout(layout: Layout | null): void {
    if (layout) this.#question = layout;
    this.store.setState({ layout, instead: null });
  }

  /** The last layout of the open scenario that showed one question. */
  get questionLayout(): Layout {
    return this.#question;
  }

  setColours(colours: ColourMode): void {
    this.store.setState({ colours });
  }

  /** Shows these charts, and stores the choice in this browser unless the session has charts of its own. */
  showCharts(charts: readonly ChartName[]): void {
    this.store.setState({ charts });
    if (this.#ownCharts === null) savePreferredCharts(charts);
  }

  /** Shows charts that a lesson or an embedding page chose. The user's stored choice stays as it is. */
  setOwnCharts(charts: readonly ChartName[]): void {
    this.#ownCharts = charts;
    this.store.setState({ charts });
  }

  /** Shows each flow of a group by its own line, or the group by one line again. */
  toggleGroup(id: string): void {
    const { openGroups } = this.store.getState();
    this.store.setState({
      openGroups: openGroups.includes(id) ? openGroups.filter((open) => open !== id) : [...openGroups, id],
    });
  }

  // Links -----------------------------------------------------------------

  /** Applies the view of the opened link, if it has one. */
  showLinkView(view: LinkView | null): void {
    this.#linkView = view;
    if (!view) return;
    applyLinkView(view, this.timeView, this.playback, this.store);
    const { t } = view;
    // A link that was made after an edit that applies only after this time shows the effect of the edit.
    const { timeline } = this.#scenario.getState().doc;
    if (t !== undefined && timeline?.some(({ at }) => at === t)) this.store.setState({ effectFrom: t });
  }

  /** The view that a link to the current state contains. */
  get linkView(): LinkView {
    return linkViewOf(this.timeView, this.store);
  }

  /** Sets the result that the opened link states. Null hides the notice that compares the results. */
  expectResult(expected: ExpectedResult | null): void {
    this.store.setState({ expected });
  }

  // Following the scenario ------------------------------------------------

  /** Asks the compiler for the settings that the programs of a document declare, for forms and descriptions of changes. */
  #learnSettings(doc: ScenarioDocument): void {
    for (const flow of programFlows(doc)) {
      const code = codeOf(doc, flow);
      if (code !== undefined && !declaredSettings(code))
        this.engine.compile(code).then(
          (report) => keepDeclared(code, report),
          () => undefined,
        );
    }
  }

  #followScenario(now: ScenarioState, before: ScenarioState): void {
    if (now.origin !== before.origin) this.#open(now);
    else if (now.doc !== before.doc) this.#edit(now, before);
    else if (now.preview !== before.preview) this.#preview(now.preview);
  }

  #open({ doc, origin }: ScenarioState): void {
    this.#linkView = null;
    this.#question = {};
    this.runs.cancelPreview();
    // If no run is shown, the charts get the duration of the new scenario at once. Otherwise they show the
    // last run with its duration until the run of the new scenario starts.
    if (!this.store.getState().run) this.timeView.setDuration(this.durationOf(doc));
    this.timeView.reset();
    this.timeView.setPlayhead(0);
    this.runs.leaveScenario();
    this.store.setState({
      failure: null,
      issues: [],
      expected: null,
      panelShows: [],
      linkStart: null,
      charts: this.#ownCharts ?? preferredCharts(),
      // Examples have questions of their own. The whole Lab shows other scenarios, unless their link names a
      // layout.
      layout: origin.kind === "example" ? this.store.getState().layout && {} : null,
      instead: null,
      openGroups: [],
      why: null,
      packet: null,
      program: programFlows(doc)[0] ?? null,
    });
    this.#learnSettings(doc);
    void this.runs.open(doc);
    this.#begin(doc);
  }

  /** Plays a scenario that was opened. A page with a session of its own decides itself when it plays. */
  #begin(doc: ScenarioDocument): void {
    if (this.#ownCharts === null)
      this.playback.begin(this.durationOf(doc), this.store.getState().layout !== null);
    else this.playback.play();
  }

  #edit(now: ScenarioState, last: ScenarioState): void {
    const { doc } = now;
    const before = now.before ?? last.doc;
    this.runs.cancelPreview();
    this.follow(null);
    const { run } = this.store.getState();
    if (run && sameRun(before, doc) && sameRun(run.doc, doc)) {
      void this.runs.setTitleAndNote(run, doc);
      return;
    }
    // Only undo adds a step that can be repeated.
    if (now.history.future.length > last.history.future.length) this.runs.endComparisons();
    else this.runs.recordChange(before, doc);
    const queue = editedQueue(before, doc);
    if (queue !== null && this.store.getState().chosenQueue !== ALL_QUEUES) this.chooseQueue(queue);
    void this.runs.open(doc);
  }

  #preview(doc: ScenarioDocument | null): void {
    if (doc) {
      this.runs.preview(doc);
      return;
    }
    this.runs.cancelPreview();
    if (this.runs.isPreviewing) this.loadRun();
  }
}

/**
 * The link direction that differs between two documents with the same list of links: "b.forward". Null if no
 * link or several links differ, or if the network has no list of links.
 */
export function editedQueue(before: ScenarioDocument, after: ScenarioDocument): string | null {
  const [old, now] = [namedLinks(before), namedLinks(after)];
  if (old.length !== now.length) return null;
  const edited = now.flatMap((link, i) => {
    const last = old[i];
    return last === undefined || same(link, last) ? [] : [{ link, last }];
  });
  const [only, ...others] = edited;
  if (only === undefined || others.length > 0 || only.link.id !== only.last.id) return null;
  const isReverse = same(only.link.forward, only.last.forward);
  return `${only.link.id}.${isReverse ? "reverse" : "forward"}`;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
