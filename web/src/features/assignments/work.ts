// A student's work on an assignment: the log, and what follows from it. The rules are those of
// sim-core/assignments, which repeats the log when a hand-in is checked.
import type { Json, ScenarioDocument } from "../../generated/types.ts";
import { withSettings } from "../../scenario/edit.ts";
import { readPath, sameJson, writePath } from "../../scenario/path.ts";
import {
  browserStorage,
  preferenceKey,
  readPreference,
  removePreference,
  savePreference,
} from "../../storage/storage.ts";
import type { Control, Setting } from "../../tasks/model.ts";
import { readAssignment } from "./files.ts";
import type { Answer, Assignment, HandIn, LogEntry, PredictQuestion, Question } from "./model.ts";

export interface Work {
  readonly v: 1;
  readonly name: string;
  /** The time at which the student began, in milliseconds since 1970. It is not handed in. */
  readonly began: number;
  /** Seconds during which the page was visible. */
  readonly spent: number;
  readonly log: readonly LogEntry[];
}

/** The seed of a student: `seed_of` in sim-core/assignments/src/assignment.rs. */
export function seedOf(assignment: string, name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${assignment}\n${name}`))
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return 1 + (hash % 1_000_000);
}

/** The scenario with which a student begins. */
export const startOf = ({ id, scenario, seed }: Assignment, name: string): ScenarioDocument =>
  seed === "same" ? scenario : writePath(scenario, "seed", seedOf(id, name));

/** The scenario of a question, for a student. */
export const startOfQuestion = (assignment: Assignment, { set }: Question, name: string): ScenarioDocument =>
  withSettings(startOf(assignment, name), readSettings(set));

/** In a file, a setting that is removed has the value null, because JSON has no undefined. */
const readSettings = (
  settings: readonly Setting[] = [],
): readonly (readonly [path: string, value: Json | undefined])[] =>
  settings.map(([path, value]) => [path, value ?? undefined]);

/** What a log leads to. */
export interface Outcome {
  readonly doc: ScenarioDocument;
  readonly answers: Readonly<Record<string, Answer>>;
  /** For each answered question, the scenario in which the answer was given. */
  readonly answeredIn: Readonly<Record<string, ScenarioDocument>>;
}

export function outcomeOf(assignment: Assignment, { name, log }: Pick<Work, "name" | "log">): Outcome {
  let doc = startOf(assignment, name);
  const answers: Record<string, Answer> = {};
  const answeredIn: Record<string, ScenarioDocument> = {};
  for (const entry of log) {
    if ("set" in entry) doc = withSettings(doc, [[entry.set, entry.to ?? undefined]]);
    else if ("begin" in entry) {
      const question = assignment.questions.find(({ id }) => id === entry.begin);
      if (question) doc = startOfQuestion(assignment, question, name);
    } else {
      answers[entry.answer] = entry.value;
      answeredIn[entry.answer] = doc;
    }
  }
  return { doc, answers, answeredIn };
}

const NO_WORK = { v: 1, name: "", spent: 0, log: [] } as const;

const nameOf = ({ id }: Assignment): string => `assignment.${id}`;

/** The stored work of a student in this browser. Null if there is none. */
export function readWork(assignment: Assignment): Work | null {
  try {
    const stored: unknown = JSON.parse(readPreference(browserStorage(), nameOf(assignment)) ?? "null");
    const work = stored as Partial<Work> | null;
    const isWork =
      work?.v === 1 &&
      typeof work.name === "string" &&
      typeof work.began === "number" &&
      typeof work.spent === "number" &&
      Array.isArray(work.log);
    return isWork ? (work as Work) : null;
  } catch {
    return null;
  }
}

/** Returns whether the browser keeps the work. */
export const saveWork = (assignment: Assignment, work: Work): boolean =>
  savePreference(browserStorage(), nameOf(assignment), JSON.stringify(work));

/** Calls `onWork` when another tab stores work on the assignment. Returns the function that stops this. */
export function watchWork(assignment: Assignment, onWork: (work: Work) => void): () => void {
  const name = preferenceKey(nameOf(assignment));
  const receive = (event: StorageEvent): void => {
    const work = event.key === name ? readWork(assignment) : null;
    if (work) onWork(work);
  };
  addEventListener("storage", receive);
  return () => removeEventListener("storage", receive);
}

/** The assignments on which somebody works in this browser, so that they can be offered again. */
const KEPT = "assignments";
/** The most assignments that are offered. The work on older ones stays, and their files open it. */
const MAX_KEPT = 10;

export interface KeptWork {
  readonly assignment: Assignment;
  readonly work: Work;
}

/** The assignments that are kept, the latest first. */
function keptAssignments(): readonly Assignment[] {
  try {
    const texts: unknown = JSON.parse(readPreference(browserStorage(), KEPT) ?? "[]");
    return (texts as readonly unknown[]).flatMap((text) => {
      const read = readAssignment(String(text));
      return read.ok ? [read.assignment] : [];
    });
  } catch {
    return [];
  }
}

/** Makes an assignment the first one that is offered again. */
export function keepAssignment(assignment: Assignment): void {
  const others = keptAssignments().filter(({ id }) => id !== assignment.id);
  let kept = [assignment, ...others].slice(0, MAX_KEPT).map((one) => JSON.stringify(one));
  // A full storage has space for fewer.
  while (kept.length > 0 && !savePreference(browserStorage(), KEPT, JSON.stringify(kept)))
    kept = kept.slice(0, -1);
}

/** The work that can be continued, the latest first. The program of a race is kept by its editor. */
export const keptWorks = (): readonly KeptWork[] =>
  keptAssignments().flatMap((assignment) => {
    const work = assignment.kind === "race" ? newWork("", 0) : readWork(assignment);
    return work ? [{ assignment, work }] : [];
  });

/** Deletes the work on an assignment. */
export function forgetWork(assignment: Assignment): void {
  removePreference(browserStorage(), nameOf(assignment));
}

export const newWork = (name: string, now: number): Work => ({ ...NO_WORK, name, began: now });

export type WorkStep = LogEntry extends infer Entry
  ? Entry extends LogEntry
    ? Omit<Entry, "t">
    : never
  : never;

/**
 * The work with further steps, which happen at the same moment. With `merge`, a step that sets the same path
 * as the step before it replaces that step.
 */
export function withSteps(work: Work, steps: readonly WorkStep[], now: number, merge = false): Work {
  const last = work.log.at(-1);
  // The clock of a computer can be set back.
  const t = Math.max(last?.t ?? 0, Math.round(now - work.began));
  const [first] = steps;
  const replaces =
    merge && steps.length === 1 && first && "set" in first && last && "set" in last && last.set === first.set;
  const log = replaces ? work.log.slice(0, -1) : work.log;
  return { ...work, log: [...log, ...steps.map((step) => ({ ...step, t }) as LogEntry)] };
}

/** The step that gives a setting a value, or removes it. */
export const setStep = (path: string, value: Json | undefined): WorkStep =>
  value === undefined || value === null ? { set: path } : { set: path, to: value };

/**
 * The steps that move a control to a position. The first position is the position in the scenario with which
 * the student began.
 */
export function controlSteps(
  { options }: Control,
  option: number,
  start: ScenarioDocument,
): readonly WorkStep[] {
  const paths = new Set(options.flatMap(({ set }) => set.map(([path]) => path)));
  const chosen = new Map(options[option]?.set);
  return [...paths].map((path) =>
    setStep(path, chosen.has(path) ? (chosen.get(path) ?? undefined) : readPath(start, path)),
  );
}

/** The position of a control in a document, or -1 if the document has none of them. */
export function positionOf(control: Control, doc: ScenarioDocument, start: ScenarioDocument): number {
  const text = (value: ScenarioDocument): string => JSON.stringify(value);
  const moved = (option: number): ScenarioDocument =>
    withSettings(
      doc,
      controlSteps(control, option, start).map((step) =>
        "set" in step ? [step.set, step.to ?? undefined] : ["", undefined],
      ),
    );
  return control.options.findIndex((_, option) => text(moved(option)) === text(doc));
}

/** Whether a setting contains the value at a path: `covers` in sim-core/document/src/change.rs. */
const covers = (setting: string, path: string): boolean =>
  path === setting ||
  path.startsWith(`${setting}.`) ||
  (setting.endsWith(".algorithm") && covers(setting.replace(/algorithm$/, "params"), path));

/**
 * Whether a scenario differs from the scenario of a question in at most one control. A free setting without a
 * control is one of its own. The check has the same rule (`is_one_control` in sim-core/assignments/src/assignment.rs).
 */
export function isOneControl(
  { controls, settings }: Pick<Assignment, "controls" | "settings">,
  start: ScenarioDocument,
  doc: ScenarioDocument,
): boolean {
  const free = settings.filter(({ access }) => access === "free").map(({ path }) => path);
  const changed = free.filter((path) => !sameJson(readPath(start, path), readPath(doc, path)));
  const covered = (by: readonly string[]): boolean =>
    changed.every((path) => by.some((outer) => covers(outer, path)));
  const ofControl = ({ options }: Control): readonly string[] =>
    options.flatMap(({ set }) => set.map(([path]) => path));
  return (
    controls.some((control) => covered(ofControl(control))) ||
    free.some((path) => covered([path])) ||
    changed.length === 0
  );
}

/**
 * The predictions that are not made yet, in the order in which they are asked: first those for which the run
 * must not be shown at all.
 */
export function openPredictions(
  { questions }: Assignment,
  answers: Readonly<Record<string, Answer>>,
): readonly PredictQuestion[] {
  const open = questions.filter(
    (question): question is PredictQuestion =>
      question.kind === "predict" && !Object.hasOwn(answers, question.id),
  );
  return [...open.filter(hidesRun), ...open.filter((question) => !hidesRun(question))];
}

/** Whether the run of the student's scenario is the answer to a prediction. */
export const hidesRun = ({ what, set }: PredictQuestion): boolean =>
  what.kind === "bars" && (set === undefined || set.length === 0);

/**
 * The document that may be shown while predictions are open: it ends where the first predicted curve begins.
 */
export function shownDocument(
  doc: ScenarioDocument,
  predictions: readonly PredictQuestion[],
): ScenarioDocument {
  const moments = predictions.flatMap(({ what, set }) =>
    what.kind === "curve" && (set === undefined || set.length === 0) ? [what.from] : [],
  );
  return moments.length > 0 ? { ...doc, duration: Math.min(...moments) } : doc;
}

/**
 * The hand-in of a student's work. `result` is the result ID of the scenario, `scenario` its canonical form.
 */
export function handInOf(
  assignment: Assignment,
  work: Work,
  run: { readonly scenario: ScenarioDocument; readonly result: string; readonly version: string },
): HandIn {
  return {
    fairshare: "hand-in",
    v: 1,
    assignment: assignment.id,
    name: work.name,
    ...run,
    answers: outcomeOf(assignment, work).answers,
    spent: Math.round(work.spent),
    log: work.log,
  };
}
