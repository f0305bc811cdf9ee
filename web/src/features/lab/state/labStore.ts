// The store of the lab: the shown runs, the simulator's reports about them, and the user's choices. The
// records of runs grow without changes of the store. Components that follow a growing record use a sampler
// (sampler.ts).
import { createStore, type StoreApi } from "zustand/vanilla";
import type { TimeChartData } from "../../../charts/index.ts";
import type { PictureTarget } from "../../../charts/network/choice.ts";
import type { ColourMode } from "../../../charts/palette.ts";
import type { PacketQuestion } from "../../../engine/packets/types.ts";
import type { RunFailure, RunHandle, RunId, RunOutcome, RunRecord } from "../../../engine/types.ts";
import type { Derived, Issue, ScenarioDocument } from "../../../generated/types.ts";
import type { Layout } from "../../../scenario/layout.ts";
import { type ChartName, preferredCharts } from "./shownCharts.ts";

/** A run of the lab. The record grows in place. `outcome` is set when the run is complete. */
export interface Run {
  readonly id: RunId;
  /** Answers questions about the run. Null for the run that an example brings along. */
  readonly handle: RunHandle | null;
  readonly doc: ScenarioDocument;
  /** The version of the engine that computed the run. */
  readonly engineVersion: string;
  readonly record: RunRecord;
  readonly outcome: RunOutcome | null;
}

/** A run with more flows and links than this is large: its numbers and pictures take longer. */
const MANY = 100;

export function isLarge(run: Run | null): boolean {
  const { flows = [], links = [] } = run?.record.derived ?? {};
  return flows.length + links.length > MANY;
}

/** A run that is kept for comparison with other runs. */
export interface Pinned {
  readonly name: string;
  readonly run: Run;
  /**
   * Whether an example opened with this run. Such a run is kept until the scenario is changed or another one
   * is opened.
   */
  readonly ofExample?: boolean;
}

/** The last edit: the documents before and after it, and their runs. */
export interface LastChange {
  /** The document before the last edit. */
  readonly editedDoc: ScenarioDocument;
  /**
   * The document whose run is `before`, or `editedDoc` if there is no such run. It is older than `editedDoc` if edits
   * follow each other faster than their runs end.
   */
  readonly beforeDoc: ScenarioDocument;
  readonly doc: ScenarioDocument;
  readonly before: Run | null;
  readonly after: Run | null;
}

/** The result that an opened link states, and the version of the simulator that computed it. */
export interface ExpectedResult {
  readonly result: string;
  readonly engine: string | null;
  /** The result ID of the run before the last change; "" if this part of the link cannot be read. */
  readonly before?: string;
}

/** The question about a flow's behaviour at a time. */
export interface WhyQuestion {
  /** The id of a flow. */
  readonly flow: string;
  /** Simulated seconds. */
  readonly t: number;
  /** The run that was shown when the question was asked. */
  readonly run: RunId | undefined;
  /** Set if there is no later (1) or no earlier (-1) decision. */
  readonly end?: 1 | -1;
}

/** A packet of a run whose life is shown. */
export interface FollowedPacket extends PacketQuestion {
  /** The run that was shown when the packet was chosen. */
  readonly run: RunId | undefined;
}

export interface LabState {
  readonly run: Run | null;
  /** The run before the last change if charts draw it in pale colours. */
  readonly ghost: Run | null;
  /**
   * The run of the scenario from which the shown question counts changes. Null until it is complete, and in the
   * whole Lab.
   */
  readonly reference: Run | null;
  /** Whether a question is shown, which counts changes from one run. */
  readonly asks: boolean;
  /** The run that is kept as A. */
  readonly pinned: Pinned | null;
  readonly lastChange: LastChange | null;
  /**
   * The simulated time in seconds at which the last edit begins to apply. Its effect is shown up to the end
   * of the run, also after the playhead. Null if no effect is shown.
   */
  readonly effectFrom: number | null;
  /** Why the simulator refused the document. */
  readonly issues: readonly Issue[];
  readonly failure: RunFailure | null;
  readonly derived: Derived | null;
  /** Canonical JSON of the current document, for links. */
  readonly canonical: string | null;
  readonly expected: ExpectedResult | null;
  /** The scenario from which the opened link counts changes. */
  readonly linkStart: ScenarioDocument | null;
  readonly playing: boolean;
  /** Simulated seconds per wall-clock second of playback. */
  readonly speed: number;
  /**
   * The flow or link that the user selected in the picture of the network. Null again after its settings got
   * the focus.
   */
  readonly selected: PictureTarget | null;
  /** The link direction that the user chose for the queue chart. */
  readonly chosenQueue: string;
  readonly colours: ColourMode;
  /** The charts from top to bottom. */
  readonly charts: readonly ChartName[];
  /** The question with its pictures and its control that the page shows. Null: the whole Lab. */
  readonly layout: Layout | null;
  /** What the layout with one question shows instead of its chart: the chosen queue, or the time sequence of a flow. */
  readonly instead: "queue" | "sequence" | null;
  /** The ids of the groups whose members are shown one by one. */
  readonly openGroups: readonly string[];
  /** Whether the numbers next to the charts cover the whole run instead of the run up to the playhead. */
  readonly coversWholeRun: boolean;
  /** The question that the panel "Why?" answers. */
  readonly why: WhyQuestion | null;
  /** The packet whose life is shown. */
  readonly packet: FollowedPacket | null;
  /** The id of the flow whose program is in the editor, or null. */
  readonly program: string | null;
  /** The id of the open panel of a feature (extension/feature.ts), or null. */
  readonly panel: string | null;
  /** What the open panel shows in addition, so that a link can open it so. */
  readonly panelShows: readonly string[];
  /** What is drawn over the charts, by who draws it. */
  readonly overlays: Readonly<Record<string, ChartOverlays>>;
}

/** Lines, bars and notes over charts, by the chart's id and unit: "queue packets". */
export type ChartOverlays = Readonly<
  Record<string, Pick<TimeChartData, "lines"> & Partial<Pick<TimeChartData, "bands" | "note">>>
>;

export type LabStore = StoreApi<LabState>;

export function createLabStore(): LabStore {
  return createStore<LabState>(() => ({
    run: null,
    ghost: null,
    reference: null,
    asks: false,
    pinned: null,
    lastChange: null,
    effectFrom: null,
    issues: [],
    failure: null,
    derived: null,
    canonical: null,
    expected: null,
    linkStart: null,
    playing: false,
    speed: 1,
    selected: null,
    chosenQueue: "forward",
    colours: "auto",
    charts: preferredCharts(),
    layout: null,
    instead: null,
    openGroups: [],
    coversWholeRun: false,
    why: null,
    packet: null,
    program: null,
    panel: null,
    panelShows: [],
    overlays: {},
  }));
}
