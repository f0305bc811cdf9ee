// The data model of a lesson. A lesson is one file in content/ (docs/writing-a-lesson.md). It contains no
// results: every number that the student sees or that an answer is compared with is a measure of the
// student's own run (measures.ts).
import type { Condition, Measure } from "../engine/numbers.ts";
import type { ChartName } from "../features/lab/state/shownCharts.ts";
import type { Json, ScenarioDocument } from "../generated/types.ts";
import type { Layout } from "../scenario/layout.ts";

declare module "../extension/offers.ts" {
  interface Offers {
    readonly lessons: readonly Lesson[];
  }
}

export const LEVELS = ["introduction", "intermediate", "advanced"] as const;

export type Level = (typeof LEVELS)[number];

/** The topics, in the order of the weeks. */
export const TOPICS = [
  "window",
  "sharing",
  "queues",
  "recovery",
  "paths",
  "marks",
  "rules",
  "media",
] as const;

export type Topic = (typeof TOPICS)[number];

/** A setting by its path (scenario/path.ts). Undefined removes the setting. */
export type Setting = readonly [path: string, value: Json | undefined];

export interface ControlOption {
  /** The name in translations. Only the options of lessons have one. */
  readonly id?: string;
  readonly label: string;
  readonly set: readonly Setting[];
}

/** A control with named positions. The document begins with the first one. */
export interface Control {
  readonly id: string;
  readonly label: string;
  readonly options: readonly [ControlOption, ControlOption, ...ControlOption[]];
}

/** The run plays to a moment. */
export interface WatchTask {
  readonly kind: "watch";
  readonly until: number;
}

/** The student changes one control. With `when`, the run after the change must fulfil all conditions. */
export interface ChangeTask {
  readonly kind: "change";
  readonly ask: string;
  readonly control: Control;
  readonly when?: readonly Condition[];
  readonly hint?: string;
  /** Shown with a right answer, with values of the student's run. */
  readonly after?: string;
}

/** One of several answers. The right answer is the one whose conditions the run fulfils. */
export interface ChooseTask {
  readonly kind: "choose";
  readonly ask: string;
  readonly options: readonly {
    readonly id: string;
    readonly text: string;
    readonly when: readonly Condition[];
    /** Shown if the answer is wrong, instead of the hint of the task: no two wrong answers have the same hint. */
    readonly hint?: string;
  }[];
  readonly hint: string;
  readonly after?: string;
}

/** A number that the student reads or computes. */
export interface NumberTask {
  readonly kind: "number";
  readonly ask: string;
  readonly measure: Measure;
  /** The unit in which the student answers, such as "ms"; `factor` of them are one unit of the measure. */
  readonly unit: string;
  readonly factor: number;
  /** The largest accepted difference, as a share of the measure. */
  readonly tolerance: number;
  readonly hint: string;
  readonly after?: string;
}

/** A state of the run that the student reaches by changing one of several controls. */
export interface GoalTask {
  readonly kind: "goal";
  readonly ask: string;
  readonly controls: readonly [Control, ...Control[]];
  readonly when: readonly Condition[];
  readonly hint: string;
  readonly after?: string;
}

/** The student changes the program of the flows. The run of the new program must fulfil all conditions. */
export interface ProgramTask {
  readonly kind: "program";
  readonly ask: string;
  readonly when: readonly Condition[];
  readonly hint: string;
  readonly after?: string;
  /** A program that reaches the goal. It is shown after wrong answers. */
  readonly solution: string;
}

/** The student draws a curve. Nothing after `from` is computed before the drawing is complete. */
export interface CurvePrediction {
  readonly kind: "curve";
  readonly entity: string;
  readonly signal: string;
  readonly label: string;
  /**
   * The unit of the signal as recorded: "packets", "s" or "bit/s". A counter of bytes is drawn as a rate in
   * bit/s.
   */
  readonly unit: "packets" | "s" | "bit/s";
  readonly from: number;
  readonly to: number;
  /**
   * The upper end of the axis. It must not follow from the answer: state the size of the buffer, the capacity
   * or the like.
   */
  readonly max: number;
}

/** The student sets one bar for each measure. */
export interface BarPrediction {
  readonly kind: "bars";
  readonly label: string;
  /** "share" is a share of 1, which is shown in per cent; "" is a plain number. */
  readonly unit: "packets" | "s" | "bit/s" | "share" | "";
  readonly max: number;
  readonly bars: readonly { readonly id?: string; readonly label: string; readonly measure: Measure }[];
}

/**
 * The student predicts before the run is computed: what happens after a moment of this run (a curve), or what
 * happens after the settings in `set` (a curve or bars). The settings apply when the prediction is revealed,
 * and in all later steps.
 */
export interface PredictTask {
  readonly kind: "predict";
  readonly ask: string;
  readonly what: CurvePrediction | BarPrediction;
  readonly set?: readonly Setting[];
  /** Shown with the result, with values of the student's run. */
  readonly after: string;
}

export type Task = WatchTask | ChangeTask | ChooseTask | NumberTask | GoalTask | ProgramTask | PredictTask;

export interface Step {
  /** Unique within the lesson. Stored answers refer to it. */
  readonly id: string;
  /** A paragraph with live values and links (text.ts). */
  readonly text: string;
  /** What the lecturer sees next to the step, in a window of their own. Plain text. */
  readonly notes?: string;
  /** Settings that apply from this step on. */
  readonly set?: readonly Setting[];
  readonly task: Task;
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  /** The point in one sentence, which the lesson shows at its end: before, it would give predictions away. */
  readonly point: string;
  /** What one can explain after the lesson, without the answer: it completes "Afterwards you can explain". */
  readonly learn: string;
  readonly minutes: number;
  readonly level: Level;
  /** The week of a course of 14 weeks in which the lesson fits. */
  readonly week: number;
  /** The place among the lessons, which is the same everywhere. Numbers differ. */
  readonly order: number;
  readonly topic: Topic;
  /** The terms of the field, by which the lesson can be found. They are English in all languages. */
  readonly terms: readonly string[];
  /** The ids of the lessons that come first. */
  readonly needs: readonly string[];
  readonly scenario: ScenarioDocument;
  readonly charts: readonly ChartName[];
  /**
   * The picture in the list of lessons shows the whole run. Without it, the picture ends where the first prediction
   * begins. Use it only if the title already says what a run looks like.
   */
  readonly wholePicture?: true;
  /** The layout in which the Lab opens the scenario at the end. Without it, the Lab shows everything, or what the user chose. */
  readonly layout?: Layout;
  /** The measures that texts and hints name as `{name}`. */
  readonly values: Readonly<Record<string, Measure>>;
  readonly steps: readonly Step[];
  /** What to try in free play. */
  readonly freePlay: string;
  readonly reading: readonly { readonly id: string; readonly text: string; readonly url?: string }[];
}
