// An assignment that a lecturer makes: from the scenario in the Lab, or from a lesson.
import type { Derived, Json, ScenarioDocument } from "../../generated/types.ts";
import { dumbbellOf, namedLinks } from "../../scenario/descriptors.ts";
import { sameRun, withSettings } from "../../scenario/edit.ts";
import { labelOf, labelOfId } from "../../scenario/flowLabel.ts";
import type { ChartName } from "../lab/state/shownCharts.ts";
import type { BarPrediction, Control, CurvePrediction, Lesson, Measure, Setting } from "../lessons/model.ts";
import { plainText } from "../lessons/text.ts";
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
  const controls: Control[] = [];
  const questions: DraftQuestion[] = [];
  let set: readonly Setting[] = [];
  for (const step of lesson.steps) {
    const { id, task } = step;
    set = [...set, ...(step.set ?? [])];
    if (task.kind === "change") controls.push(task.control);
    if (task.kind === "goal") controls.push(...task.controls);
    const here = sameRun(withSettings(lesson.scenario, set), lesson.scenario) ? {} : { set: stored(set) };
    if (task.kind === "choose") {
      const options = task.options.map(({ text }) => text);
      const when = task.options.map((option) => option.when);
      questions.push({
        question: { id, kind: "choice", ask: plainText(task.ask), options, ...here },
        key: { when },
      });
    } else if (task.kind === "number") {
      const { unit, tolerance, measure, factor } = task;
      const ask = plainText(task.ask);
      questions.push({
        question: { id, kind: "number", ask, unit, tolerance, ...here },
        key: { measure, factor },
      });
    } else if (task.kind === "goal")
      questions.push({ question: { id, kind: "goal", ask: plainText(task.ask), when: task.when, ...here } });
    else if (task.kind === "change" && task.when)
      questions.push({ question: { id, kind: "goal", ask: plainText(task.ask), when: task.when, ...here } });
    else if (task.kind === "predict") {
      const all = [...set, ...(task.set ?? [])];
      const about = sameRun(withSettings(lesson.scenario, all), lesson.scenario) ? {} : { set: stored(all) };
      questions.push({
        question: { id, kind: "predict", ask: plainText(task.ask), what: task.what, ...about },
      });
      set = all;
    }
  }
  const known = new Map(controls.map((control) => [control.id, control]));
  const free = [...known.values()].flatMap(({ options }) =>
    options.flatMap((o) => o.set.map(([path]) => path)),
  );
  return {
    ...draftOf(lesson.scenario, lesson.charts),
    title: lesson.title,
    settings: withControlPaths(settingPaths(lesson.scenario), new Set(free)),
    controls: [...known.values()],
    questions,
  };
}

/** The settings of the scenario, locked, and those of controls, free. */
function withControlPaths(paths: readonly string[], free: ReadonlySet<string>): readonly SettingAccess[] {
  const all = [...new Set([...paths, ...free])];
  return all.map((path): SettingAccess => ({ path, access: free.has(path) ? "free" : "locked" }));
}

/** Settings for a file: JSON has no undefined. */
const stored = (settings: readonly Setting[]): readonly Setting[] =>
  settings.map(([path, value]) => [path, (value as Json | undefined) ?? null]);

export const accessOf = ({ settings }: Pick<Draft, "settings">, path: string): Access =>
  settings.find((setting) => setting.path === path)?.access ?? "locked";

export const withAccess = (draft: Draft, path: string, access: Access): Draft => ({
  ...draft,
  settings: draft.settings.map((setting) => (setting.path === path ? { path, access } : setting)),
});

/** The lecturer's file. Locked settings that nobody has to see are left out of it. */
export function assignmentOf(draft: Draft, id: string, version: string): AssignmentWithKey {
  const { questions, ...rest } = draft;
  const keys = questions.flatMap(({ question, key }) => (key ? [[question.id, key] as const] : []));
  return {
    fairshare: "assignment",
    v: 1,
    id,
    version,
    ...rest,
    questions: questions.map(({ question }) => question),
    key: Object.fromEntries(keys),
  };
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

/** A quantity that a question can be about. */
export interface Quantity {
  readonly id: "busy" | "wait" | "jain" | "goodput" | "loss" | "timeouts" | "cwnd";
  /** The flow or link that the quantity belongs to; empty for all flows. */
  readonly of: string;
  readonly measure: Measure;
  /** The unit of the answer; `factor` of them are one unit of the measure. */
  readonly unit: string;
  readonly factor: number;
}

/** The quantities that questions about a scenario can ask for. */
export function quantitiesOf(doc: ScenarioDocument): readonly Quantity[] {
  const links =
    dumbbellOf(doc) || !doc.network ? ["forward"] : namedLinks(doc).map(({ id }) => `${id}.forward`);
  const flows = (doc.flows ?? []).map(({ id, count = 1 }) => ({ id, count: Number(count) }));
  const members = flows.flatMap(({ id, count }) =>
    count === 1 ? [id] : Array.from({ length: count }, (_, i) => `${id}.${i}`),
  );
  const ofLink = (link: string): readonly Quantity[] => [
    { id: "busy", of: link, measure: { kind: "utilisation", link }, unit: "%", factor: 100 },
    { id: "wait", of: link, measure: { kind: "wait", link }, unit: "ms", factor: 1000 },
  ];
  const ofFlow = ({ id, count }: { readonly id: string; readonly count: number }): readonly Quantity[] => {
    const goodput: Measure =
      count === 1 ? { kind: "goodput", flow: id } : { kind: "total", prefix: `${id}.` };
    const rate: Quantity = { id: "goodput", of: id, measure: goodput, unit: "Mb/s", factor: 1e-6 };
    if (count !== 1) return [rate];
    return [
      rate,
      {
        id: "loss",
        of: id,
        measure: { kind: "summary", flow: id, field: "loss_fraction" },
        unit: "%",
        factor: 100,
      },
      {
        id: "timeouts",
        of: id,
        measure: { kind: "summary", flow: id, field: "timeouts" },
        unit: "",
        factor: 1,
      },
      {
        id: "cwnd",
        of: id,
        measure: { kind: "signal", entity: `flow:${id}`, signal: "cwnd", stat: "mean" },
        unit: "packets",
        factor: 1,
      },
    ];
  };
  const fairness: readonly Quantity[] =
    members.length > 1
      ? [{ id: "jain", of: "", measure: { kind: "jain", flows: members }, unit: "", factor: 1 }]
      : [];
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
    .filter(({ id }) => id === "goodput")
    .map(({ of, measure }) => ({ label: labelOfId(of, doc), measure }));
  return { kind: "bars", label, unit: "bit/s", max: derived.capacity, bars };
}
