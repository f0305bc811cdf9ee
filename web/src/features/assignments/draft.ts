// An assignment that a lecturer makes: from the scenario in the Lab, or from a lesson.
import type { Measure, Window } from "../../engine/numbers.ts";
import type { Derived, Json, ScenarioDocument } from "../../generated/types.ts";
import { dumbbellOf, namedLinks } from "../../scenario/descriptors.ts";
import { sameRun, withSettings } from "../../scenario/edit.ts";
import { labelOf, labelOfId } from "../../scenario/flowLabel.ts";
import { numberOf, type RunNumber } from "../../scenario/numbers.ts";
import { readPath } from "../../scenario/path.ts";
import type {
  BarPrediction,
  Control,
  ControlOption,
  CurvePrediction,
  Lesson,
  Setting,
  Step,
  Task,
} from "../../tasks/model.ts";
import { plainText } from "../../tasks/text.ts";
import type { ChartName } from "../lab/state/shownCharts.ts";
import { namesIn, sentencesOf } from "./intro.ts";
import type { Access, AssignmentWithKey, ChoiceKey, NumberKey, Question, SettingAccess } from "./model.ts";

export interface DraftQuestion {
  readonly question: Question;
  readonly key?: ChoiceKey | NumberKey;
}

export interface Draft {
  readonly title: string;
  readonly text: string;
  readonly due: string;
  readonly seed: "same" | "student";
  readonly scenario: ScenarioDocument;
  readonly charts: readonly ChartName[];
  readonly settings: readonly SettingAccess[];
  readonly controls: readonly Control[];
  readonly questions: readonly DraftQuestion[];
}

/**
 * A draft from a scenario. The buffer of the first link is free, because every assignment needs a setting to
 * explore.
 */
export function draftOf(doc: ScenarioDocument, charts: readonly ChartName[]): Draft {
  const paths = settingPaths(doc);
  const firstFree = paths.find((path) => path.endsWith(".queue.limit"));
  return {
    title: doc.title ?? "",
    text: "",
    due: "",
    seed: "same",
    scenario: doc,
    charts,
    settings: paths.map((path) => ({ path, access: path === firstFree ? "free" : "locked" })),
    controls: [],
    questions: [],
  };
}

/** The paths of the settings that an assignment can set free. */
export function settingPaths(doc: ScenarioDocument): readonly string[] {
  const links =
    dumbbellOf(doc) || !doc.network ? ["network"] : namedLinks(doc).map(({ id }) => `network.links.${id}`);
  const ofLink = (link: string): readonly string[] => [
    `${link}.forward.rate`,
    `${link}.forward.delay`,
    `${link}.forward.queue.limit`,
    `${link}.forward.queue`,
  ];
  const ofFlow = (id: string): readonly string[] => [
    `flows.${id}.algorithm`,
    `flows.${id}.count`,
    `flows.${id}.access.sender`,
    `flows.${id}.access.receiver`,
    `flows.${id}.start`,
  ];
  return [...links.flatMap(ofLink), ...(doc.flows ?? []).flatMap(({ id }) => ofFlow(id)), "duration", "seed"];
}

/**
 * An assignment from a lesson: its scenario, its controls, and its questions. The checks of the lesson are
 * the key.
 */
export function draftOfLesson(lesson: Lesson): Draft {
  const questions: DraftQuestion[] = [];
  let controls: readonly Control[] = [];
  let set: readonly Setting[] = [];
  // The texts of steps that only show something introduce the next question.
  let texts: readonly string[] = [];
  for (const step of lesson.steps) {
    const { task } = step;
    set = [...set, ...(step.set ?? [])];
    const base = withSettings(lesson.scenario, set);
    for (const control of controlsOf(task)) controls = withControl(controls, explicit(control, base));
    if (task.kind === "predict") set = [...set, ...(task.set ?? [])];
    const asked = questionOf(step);
    texts = [...texts, introOf(step.text, task.kind === "predict" && task.set !== undefined)];
    if (!asked && task.kind !== "watch") texts = [];
    if (!asked) continue;
    const here = sameRun(withSettings(lesson.scenario, set), lesson.scenario) ? {} : { set: stored(set) };
    const intro = texts.filter((text) => text !== "").join(" ");
    const question = { ...asked.question, ...introduced(intro, lesson), ...here };
    questions.push({ ...asked, question });
    texts = [];
  }
  const free = controls.flatMap(({ options }) => options.flatMap((o) => o.set.map(([path]) => path)));
  return {
    ...draftOf(lesson.scenario, lesson.charts),
    title: lesson.title,
    settings: withControlPaths(settingPaths(lesson.scenario), new Set(free)),
    controls,
    questions,
  };
}

const controlsOf = (task: Task): readonly Control[] =>
  task.kind === "change" ? [task.control] : task.kind === "goal" ? task.controls : [];

/** The question of a step. Null if its task asks nothing. */
function questionOf({ id, task }: Step): DraftQuestion | null {
  if (task.kind === "watch" || task.kind === "program" || (task.kind === "change" && !task.when)) return null;
  const base = { id, ask: plainText(task.ask) };
  switch (task.kind) {
    case "choose": {
      const options = task.options.map(({ text }) => text);
      return {
        question: { ...base, kind: "choice", options },
        key: { when: task.options.map(({ when }) => when) },
      };
    }
    case "number": {
      const { unit, tolerance, measure, factor } = task;
      return { question: { ...base, kind: "number", unit, tolerance }, key: { measure, factor } };
    }
    case "predict":
      return { question: { ...base, kind: "predict", what: task.what } };
    case "goal":
      return { question: { ...base, kind: "goal", when: task.when, oneControl: true } };
    case "change":
      return { question: { ...base, kind: "goal", when: task.when ?? [] } };
  }
}

/**
 * The text of a step as an introduction, without links. The numbers of a prediction's text belong to the run
 * before its settings change, which an assignment does not have, so the sentences with them are left out.
 */
function introOf(text: string, withoutNumbers: boolean): string {
  const words = text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
  return withoutNumbers
    ? sentencesOf(words)
        .filter((sentence) => namesIn(sentence).length === 0)
        .join(" ")
    : words;
}

/** An introduction with the measures that it names. */
function introduced(intro: string, { values }: Lesson): Pick<Question, "intro" | "values"> {
  const named = namesIn(intro).flatMap((name) => {
    const what = values[name];
    return what ? [[name, what] as const] : [];
  });
  return {
    ...(intro === "" ? {} : { intro }),
    ...(named.length === 0 ? {} : { values: Object.fromEntries(named) }),
  };
}

/** A control whose positions all state what they set, so that it is true in every scenario. */
function explicit({ options, ...control }: Control, base: ScenarioDocument): Control {
  const paths = [...new Set(options.flatMap(({ set }) => set.map(([path]) => path)))];
  const [first, second, ...others] = options.map(({ label, set }) => {
    const chosen = new Map<string, Json | undefined>(set);
    const value = (path: string): Json =>
      (chosen.has(path) ? chosen.get(path) : readPath(base, path)) ?? null;
    return { label, set: paths.map((path): Setting => [path, value(path)]) };
  });
  if (!first || !second) throw new Error("A control has at least two positions.");
  return { ...control, options: [first, second, ...others] };
}

/**
 * A list with a further control. A control of the same settings gets the positions that it does not have, so
 * that each setting has one control. Positions with a number and the same unit are in the order of their numbers.
 */
function withControl(controls: readonly Control[], added: Control): readonly Control[] {
  const pathsOf = ({ options }: Control): string => JSON.stringify(options[0].set.map(([path]) => path));
  const known = controls.find((control) => pathsOf(control) === pathsOf(added));
  if (!known) return [...controls, added];
  const valuesOf = ({ set }: ControlOption): string => JSON.stringify(set);
  const isNew = (option: ControlOption): boolean =>
    !known.options.some((one) => valuesOf(one) === valuesOf(option));
  const all = [...known.options, ...added.options.filter(isNew)];
  const units = new Set(all.map(({ label }) => label.replace(/^[\d.,]+/, "#")));
  const size = ({ label }: ControlOption): number => Number.parseFloat(label.replace(",", "."));
  if (units.size === 1 && [...units][0]?.startsWith("#")) all.sort((a, b) => size(a) - size(b));
  const [first = known.options[0], second = known.options[1], ...others] = all;
  const merged: Control = { ...known, options: [first, second, ...others] };
  return controls.map((control) => (control === known ? merged : control));
}

/** The settings of the scenario, locked, and those of controls, free. */
function withControlPaths(paths: readonly string[], free: ReadonlySet<string>): readonly SettingAccess[] {
  const all = [...new Set([...paths, ...free])];
  return all.map((path): SettingAccess => ({ path, access: free.has(path) ? "free" : "locked" }));
}

/** Settings for a file: JSON has no undefined. */
const stored = (settings: readonly Setting[]): readonly Setting[] =>
  settings.map(([path, value]) => [path, value ?? null]);

export const accessOf = ({ settings }: Pick<Draft, "settings">, path: string): Access =>
  settings.find((setting) => setting.path === path)?.access ?? "locked";

export const withAccess = (draft: Draft, path: string, access: Access): Draft => ({
  ...draft,
  settings: draft.settings.map((setting) => (setting.path === path ? { path, access } : setting)),
});

const pathsOfControl = ({ options }: Control): readonly string[] => [
  ...new Set(options.flatMap(({ set }) => set.map(([path]) => path))),
];

/** A control is free if all its settings are. */
export const accessOfControl = (draft: Pick<Draft, "settings">, control: Control): "free" | "locked" =>
  pathsOfControl(control).every((path) => accessOf(draft, path) === "free") ? "free" : "locked";

/** Frees or locks a control. A setting that another free control has stays free. */
export function withControlAccess(draft: Draft, control: Control, access: "free" | "locked"): Draft {
  const others = draft.controls.filter((one) => one !== control && accessOfControl(draft, one) === "free");
  const kept = new Set(access === "free" ? [] : others.flatMap(pathsOfControl));
  return pathsOfControl(control)
    .filter((path) => !kept.has(path))
    .reduce((next, path) => withAccess(next, path, access), draft);
}

/** The question of a draft, with the time in which its number is measured. */
function withPeriod({ question, key }: DraftQuestion): Question {
  const { measure } = key && "measure" in key ? key : { measure: null };
  if (question.kind !== "number" || !measure || ["link", "transfers", "summary"].includes(measure.kind))
    return question;
  const { from, to } = measure as Window;
  return {
    ...question,
    period: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
  };
}

/** The lecturer's file. Locked settings that nobody has to see are left out of it. */
export function assignmentOf(draft: Draft, id: string, version: string): AssignmentWithKey {
  const { questions, ...others } = draft;
  const rest = {
    ...others,
    controls: draft.controls.filter((control) => accessOfControl(draft, control) === "free"),
  };
  const keys = questions.flatMap(({ question, key }) => (key ? [[question.id, key] as const] : []));
  return {
    fairshare: "assignment",
    v: 1,
    id,
    version,
    ...rest,
    questions: questions.map(withPeriod),
    key: Object.fromEntries(keys),
  };
}

/** A draft in which a question has moved by a number of places. */
export function withMoved(draft: Draft, from: number, by: number): Draft {
  const to = Math.min(Math.max(from + by, 0), draft.questions.length - 1);
  const moved = draft.questions[from];
  if (!moved) return draft;
  const questions = draft.questions.filter((_, i) => i !== from);
  return { ...draft, questions: [...questions.slice(0, to), moved, ...questions.slice(to)] };
}

/** An id for a new assignment or question. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The id of the next question: `q1`, `q2` and so on. */
export function nextQuestionId(questions: readonly DraftQuestion[]): string {
  const ids = new Set(questions.map(({ question }) => question.id));
  for (let n = 1; ; n += 1) if (!ids.has(`q${n}`)) return `q${n}`;
}

/** A number that a question can be about. */
export interface Quantity {
  readonly number: RunNumber;
  /** The flow or link that has the number; empty for all flows. */
  readonly of: string;
  readonly measure: Measure;
  /** The unit of the answer; `factor` of them are one unit of the measure. */
  readonly unit: string;
  readonly factor: number;
}

/** The units in which people answer, by the unit of a number, and how many of them are one unit of its measure. */
const ANSWER_UNITS: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  share: ["%", 100],
  ms: ["ms", 1000],
  "bit/s": ["Mb/s", 1e-6],
  packets: ["packets", 1],
};

/** The quantities that questions about a scenario can ask for. */
export function quantitiesOf(doc: ScenarioDocument): readonly Quantity[] {
  const links =
    dumbbellOf(doc) || !doc.network ? ["forward"] : namedLinks(doc).map(({ id }) => `${id}.forward`);
  const flows = (doc.flows ?? []).map(({ id, count = 1 }) => ({ id, count: Number(count) }));
  const members = flows.flatMap(({ id, count }) =>
    count === 1 ? [id] : Array.from({ length: count }, (_, i) => `${id}.${i}`),
  );
  const quantity = (kind: RunNumber["of"], id: string, of: string, measure: Measure): Quantity => {
    const number = numberOf(kind, id);
    const [unit, factor] = ANSWER_UNITS[number.unit] ?? ["", 1];
    return { number, of, measure, unit, factor };
  };
  const ofLink = (link: string): readonly Quantity[] => [
    quantity("link", "utilisation", link, { kind: "utilisation", link }),
    quantity("link", "queue_delay_ms", link, { kind: "wait", link }),
  ];
  const ofFlow = ({ id, count }: { readonly id: string; readonly count: number }): readonly Quantity[] =>
    count !== 1
      ? [quantity("flow", "goodput_bps", id, { kind: "total", prefix: `${id}.` })]
      : [
          quantity("flow", "goodput_bps", id, { kind: "goodput", flow: id }),
          ...(["loss_fraction", "timeouts"] as const).map((field) =>
            quantity("flow", field, id, { kind: "summary", flow: id, field }),
          ),
          quantity("flow", "cwnd_packets", id, {
            kind: "signal",
            entity: `flow:${id}`,
            signal: "cwnd",
            stat: "mean",
          }),
        ];
  const fairness = members.length > 1 ? [quantity("run", "jain", "", { kind: "jain", flows: members })] : [];
  return [...links.flatMap(ofLink), ...fairness, ...flows.flatMap(ofFlow)];
}

/** The curves that students can predict: the rates of flows, and the wait at the first link. */
export function curvesOf(
  doc: ScenarioDocument,
  derived: Derived,
): readonly Omit<CurvePrediction, "from" | "to">[] {
  const [link] = derived.links;
  const rates = (doc.flows ?? [])
    .filter(({ count = 1 }) => Number(count) === 1)
    .map((flow) => ({
      kind: "curve" as const,
      entity: `flow:${flow.id}`,
      signal: "delivered",
      label: labelOf(flow, doc),
      unit: "bit/s" as const,
      max: derived.capacity,
    }));
  if (!link) return rates;
  const wait = {
    kind: "curve" as const,
    entity: `link:${link.id}`,
    signal: "queue_delay",
    label: link.id,
    unit: "s" as const,
    max: link.limit.seconds,
  };
  return [...rates, wait];
}

/** The bars that students can predict: the mean rate of every flow. */
export function barsOf(doc: ScenarioDocument, derived: Derived, label: string): BarPrediction {
  const bars = quantitiesOf(doc)
    .filter(({ number }) => number.id === "goodput_bps")
    .map(({ of, measure }) => ({ label: labelOfId(of, doc), measure }));
  return { kind: "bars", label, unit: "bit/s", max: derived.capacity, bars };
}
