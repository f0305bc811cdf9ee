// The files of assignments and hand-ins (docs/assignments.md). sim-core/assignments reads and checks them;
// the page writes them.
import type { Condition, Measure, Window } from "../../engine/numbers.ts";
import type { Json, ScenarioDocument } from "../../generated/types.ts";
import type { BarPrediction, Control, CurvePrediction, Setting } from "../../tasks/model.ts";
import type { ChartName } from "../lab/state/shownCharts.ts";

/**
 * Who may see and change a setting. A setting without an entry is locked, and students see it only if it has
 * an entry.
 */
export type Access = "free" | "locked" | "hidden";

export interface SettingAccess {
  readonly path: string;
  readonly access: Access;
}

interface QuestionBase {
  /** Unique within the assignment. */
  readonly id: string;
  readonly ask: string;
  /** What students read before the question. It can name `values` as `{name}`. */
  readonly intro?: string;
  /** The measures that the introduction names. They are measured in the student's own run. */
  readonly values?: Readonly<Record<string, Measure>>;
  /** The question is about the scenario with these settings. */
  readonly set?: readonly Setting[];
  /** The points that a right answer gives: a number from 0 to `MAX_POINTS`. 1 without it. */
  readonly points?: number;
}

/** The most points of a question, as in sim-core/assignments. */
export const MAX_POINTS = 1000;

export const pointsOf = ({ points }: Question): number => points ?? 1;

export interface ChoiceQuestion extends QuestionBase {
  readonly kind: "choice";
  readonly options: readonly string[];
}

export interface NumberQuestion extends QuestionBase {
  readonly kind: "number";
  readonly unit: string;
  /** The largest accepted difference, as a share of the right number. */
  readonly tolerance: number;
  /** The time in which the number is measured, without its limits from the warm-up to the end. Absent if it has none. */
  readonly period?: Window;
}

export interface TextQuestion extends QuestionBase {
  readonly kind: "text";
}

export interface PredictQuestion extends QuestionBase {
  readonly kind: "predict";
  readonly what: CurvePrediction | BarPrediction;
}

export interface GoalQuestion extends QuestionBase {
  readonly kind: "goal";
  readonly when: readonly Condition[];
  /** The scenario may differ from the scenario of the question in one control only. */
  readonly oneControl?: boolean;
}

export type Question = ChoiceQuestion | NumberQuestion | TextQuestion | PredictQuestion | GoalQuestion;

/** The students' file. */
export interface Assignment {
  readonly fairshare: "assignment";
  readonly v: 1;
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The due date as the lecturer wrote it. */
  readonly due: string;
  /** The version of the simulator with which the assignment was made. */
  readonly version: string;
  readonly scenario: ScenarioDocument;
  readonly charts: readonly ChartName[];
  /** Whether every student has the seed of the scenario, or one that follows from the pseudonym. */
  readonly seed: "same" | "student";
  readonly settings: readonly SettingAccess[];
  /** Controls with named positions, which change several settings at once. */
  readonly controls: readonly Control[];
  readonly questions: readonly Question[];
  /** In a race, students hand in programs. It has no scenario and no questions of its own. */
  readonly kind?: "race";
}

export type ChoiceKey = { readonly right: number } | { readonly when: readonly (readonly Condition[])[] };

/** `factor` units of the answer are one unit of the measure. */
export type NumberKey = { readonly value: number } | { readonly measure: Measure; readonly factor: number };

/** The lecturer's file. */
export interface AssignmentWithKey extends Assignment {
  readonly key: Readonly<Record<string, ChoiceKey | NumberKey>>;
}

/**
 * The index of an option, a number, a text, the points of a prediction, or true for a goal that is reached.
 */
export type Answer = number | string | readonly number[] | true;

/** An entry of the log. `t` is in milliseconds since the student began. */
export type LogEntry =
  | { readonly t: number; readonly set: string; readonly to?: Json }
  /** The scenario was replaced with the scenario of a question. */
  | { readonly t: number; readonly begin: string }
  | { readonly t: number; readonly answer: string; readonly value: Answer };

export interface HandIn {
  readonly fairshare: "hand-in";
  readonly v: 1;
  /** The id of the assignment. */
  readonly assignment: string;
  /** The pseudonym that the student chose. */
  readonly name: string;
  readonly version: string;
  readonly scenario: ScenarioDocument;
  /** The result ID of the scenario. */
  readonly result: string;
  readonly answers: Readonly<Record<string, Answer>>;
  /** Seconds during which the page was visible. */
  readonly spent: number;
  readonly log: readonly LogEntry[];
}
