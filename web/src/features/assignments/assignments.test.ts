// The rules that the page shares with sim-core/assignments, and the ways from a lesson or a scenario to an
// assignment.
import { describe, expect, test } from "vitest";
import type { ScenarioDocument } from "../../generated/types.ts";
import { readPath } from "../../scenario/path.ts";
import { conditionText, periodText } from "./conditions.ts";
import {
  accessOfControl,
  assignmentOf,
  draftOf,
  draftOfLesson,
  withAccess,
  withControlAccess,
  withMoved,
} from "./draft.ts";
import {
  assignmentText,
  decodeAssignment,
  encodeAssignment,
  raceFiles,
  readAssignment,
  withoutKey,
} from "./files.ts";
import { introText, namesIn } from "./intro.ts";
import { type Assignment, pointsOf } from "./model.ts";
import { pageThatOpens } from "./SaveFiles.tsx";
import { BUFFER, LESSONS } from "./testLessons.ts";
import {
  controlSteps,
  isOneControl,
  newWork,
  openPredictions,
  outcomeOf,
  positionOf,
  seedOf,
  setStep,
  shownDocument,
  startOf,
  startOfQuestion,
  withSteps,
} from "./work.ts";

const LIMIT = "network.forward.queue.limit";

const DOC: ScenarioDocument = {
  v: 1,
  title: "T",
  duration: 20,
  network: { forward: { queue: { kind: "drop_tail", limit: { packets: 20 } } } },
  flows: [{ id: "a" }],
};

const lessonAssignment = (): Assignment => withoutKey(assignmentOf(draftOfLesson(BUFFER), "id", "0.2.0"));

test("the students' file of a race opens with title, text and due date, and without the secret", () => {
  const texts = { title: "Race", text: "Beat CUBIC.", due: "on Friday" };
  const { lecturer, students } = raceFiles({ id: "r1", secret: "only the lecturer" }, texts);
  expect(students).not.toContain("only the lecturer");
  const race = { ...texts, id: "r1", kind: "race", questions: [] };
  expect(readAssignment(students)).toMatchObject({ ok: true, assignment: race });
  expect(readAssignment(lecturer)).toEqual(readAssignment(students));
});

test("a student's seed equals the seed of the check", () => {
  // The same values as in sim-core/assignments/src/tests.rs.
  expect([seedOf("a1", "Ada"), seedOf("a1", "\u{e9}\u{1f600}")]).toEqual([571_178, 561_055]);
  const assignment = { ...lessonAssignment(), id: "a1", seed: "student" as const };
  expect(startOf(assignment, "Ada").seed).toBe(571_178);
  expect(startOf({ ...assignment, seed: "same" }, "Ada").seed).toBe(BUFFER.scenario.seed);
});

describe("the log", () => {
  const assignment = withoutKey(assignmentOf(draftOf(DOC, ["rate"]), "id", "0.2.0"));

  test("leads to the scenario and to the answers, each with its scenario", () => {
    let work = newWork("x", 1000);
    work = withSteps(work, [setStep(LIMIT, { packets: 9 })], 1500);
    work = withSteps(work, [{ answer: "q1", value: 1 }], 2500);
    work = withSteps(work, [setStep(LIMIT, undefined)], 3500);
    const { doc, answers, answeredIn } = outcomeOf(assignment, work);
    expect(work.log.map(({ t }) => t)).toEqual([500, 1500, 2500]);
    expect(answers).toEqual({ q1: 1 });
    expect(readPath(doc, "network.forward.queue")).toEqual({ kind: "drop_tail" });
    expect(readPath(answeredIn.q1 ?? DOC, LIMIT)).toEqual({ packets: 9 });
  });

  test("merges the steps of a moving slider and never runs backwards", () => {
    let work = newWork("x", 1000);
    work = withSteps(work, [setStep(LIMIT, { packets: 9 })], 2000, true);
    work = withSteps(work, [setStep(LIMIT, { packets: 8 })], 2100, true);
    work = withSteps(work, [setStep("duration", 5)], 2200, true);
    work = withSteps(work, [{ answer: "q1", value: "text" }], 1);
    expect(work.log).toEqual([
      { t: 1100, set: LIMIT, to: { packets: 8 } },
      { t: 1200, set: "duration", to: 5 },
      { t: 1200, answer: "q1", value: "text" },
    ]);
  });
});

test("a control with several settings moves to a position and back", () => {
  const { controls, scenario } = lessonAssignment();
  const control = controls.find(({ id }) => id === "flows");
  if (!control) throw new Error("The lesson has changed.");
  const assignment = lessonAssignment();
  let work = withSteps(newWork("x", 0), controlSteps(control, 2, scenario), 10);
  expect(positionOf(control, outcomeOf(assignment, work).doc, scenario)).toBe(2);
  work = withSteps(work, controlSteps(control, 0, scenario), 20);
  expect(positionOf(control, outcomeOf(assignment, work).doc, scenario)).toBe(0);
  expect(outcomeOf(assignment, work).doc).toEqual(scenario);
});

test("predictions about the student's own run come first and hide it", () => {
  const base = lessonAssignment();
  const bars = { kind: "bars" as const, label: "", unit: "" as const, max: 1, bars: [] };
  const curve = {
    kind: "curve" as const,
    entity: "flow:a",
    signal: "cwnd",
    label: "",
    unit: "packets" as const,
  };
  const assignment: Assignment = {
    ...base,
    questions: [
      { id: "c", kind: "predict", ask: "", what: { ...curve, from: 8, to: 20, max: 9 } },
      { id: "t", kind: "text", ask: "" },
      { id: "b", kind: "predict", ask: "", what: bars },
    ],
  };
  const ids = (answers: Record<string, number[]>): readonly string[] =>
    openPredictions(assignment, answers).map(({ id }) => id);
  expect(ids({})).toEqual(["b", "c"]);
  expect(ids({ b: [1] })).toEqual(["c"]);
  expect(shownDocument(base.scenario, openPredictions(assignment, { b: [1] })).duration).toBe(8);
  expect(shownDocument(base.scenario, [])).toBe(base.scenario);
});

test("the students' file and link have no key", async () => {
  const withKey = assignmentOf(draftOfLesson(BUFFER), "id", "0.2.0");
  expect(Object.keys(withKey.key)).toEqual(["read"]);
  const students = withoutKey(withKey);
  expect(JSON.stringify(students)).not.toContain('"below":0.65');
  expect("key" in students).toBe(false);
  const read = readAssignment(assignmentText(withKey));
  expect(read).toEqual({ ok: true, assignment: JSON.parse(JSON.stringify(students)) });
  const parameter = (await encodeAssignment(students)).slice("s=".length);
  expect(await decodeAssignment(parameter)).toEqual(read);
  expect(await decodeAssignment("x")).toEqual({ ok: false, reason: "broken" });
});

test("other files are refused", () => {
  const students = JSON.parse(assignmentText(lessonAssignment())) as Record<string, unknown>;
  const reasonOf = (change: Record<string, unknown>): string => {
    const read = readAssignment(JSON.stringify({ ...students, ...change }));
    return read.ok ? "ok" : read.reason;
  };
  expect(reasonOf({})).toBe("ok");
  expect(reasonOf({ fairshare: "hand-in" })).toBe("handIn");
  expect(reasonOf({ v: 2 })).toBe("later");
  expect(reasonOf({ questions: [{ id: "x", kind: "essay", ask: "" }] })).toBe("broken");
  expect(reasonOf({ questions: [{ id: "x", kind: "choice", ask: "", options: [1] }] })).toBe("broken");
  expect(reasonOf({ scenario: [] })).toBe("broken");
  expect(reasonOf({ charts: [null] })).toBe("broken");
  expect(reasonOf({ settings: [null] })).toBe("broken");
  expect(reasonOf({ settings: [{ path: 1, access: "free" }] })).toBe("broken");
  expect(reasonOf({ controls: [{ id: "c", label: "", options: [] }] })).toBe("broken");
  expect(readAssignment("{").ok).toBe(false);
});

test.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
  "the lesson %s becomes an assignment",
  (_id, lesson) => {
    const draft = draftOfLesson(lesson);
    const file = assignmentOf(draft, "id", "0.2.0");
    const ids = file.questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(readAssignment(assignmentText(file)).ok).toBe(true);
    // Every control of the lesson can be moved: all of its settings are free.
    const free = new Set(file.settings.filter(({ access }) => access === "free").map(({ path }) => path));
    for (const { options } of file.controls)
      for (const { set } of options) for (const [path] of set) expect(free).toContain(path);
  },
);

test("every control of a lesson's assignment has a name of its own and states what it sets", () => {
  for (const lesson of LESSONS) {
    const { controls, scenario } = draftOfLesson(lesson);
    const labels = controls.map(({ label }) => label);
    expect(new Set(labels).size, lesson.id).toBe(labels.length);
    expect(new Set(controls.map(({ id }) => id)).size, lesson.id).toBe(controls.length);
    for (const { options } of controls) {
      const [first, ...others] = options.map(({ set }) => set.map(([path]) => path));
      for (const paths of others)
        expect(paths, `${lesson.id} ${JSON.stringify(scenario.title)}`).toEqual(first);
    }
  }
});

test("the controls of two steps for the same buffer are one, and it shows the buffer of the scenario", () => {
  const assignment = lessonAssignment();
  const buffers = assignment.controls.filter(({ label }) => label === "Buffer");
  expect(buffers).toHaveLength(1);
  const [buffer] = buffers;
  if (!buffer) throw new Error("The lesson has changed.");
  expect(buffer.options.map(({ label }) => label)).toEqual(["0.1 BDP", "0.5 BDP", "1 BDP", "2 BDP"]);
  const start = assignment.scenario;
  const labelIn = (doc: ScenarioDocument): string | undefined =>
    buffer.options[positionOf(buffer, doc, start)]?.label;
  expect(labelIn(start)).toBe("0.1 BDP");
  const sender = assignment.questions.find(({ id }) => id === "sender");
  if (!sender) throw new Error("The lesson has changed.");
  const begun = startOfQuestion(assignment, sender, "x");
  expect(labelIn(begun)).toBe("2 BDP");
  for (const control of assignment.controls)
    expect(positionOf(control, begun, start)).toBeGreaterThanOrEqual(0);
  // Each position sets the value of its name, in whichever scenario the student is.
  const work = withSteps(newWork("x", 0), [{ begin: "sender" }, ...controlSteps(buffer, 1, start)], 10);
  expect(readPath(outcomeOf(assignment, work).doc, LIMIT)).toEqual({ bdp: 0.5 });
});

test("a goal of a lesson allows one control, compared with the scenario of its question", () => {
  const assignment = lessonAssignment();
  const goal = assignment.questions.find(({ id }) => id === "sender");
  const [buffer, flows, sender] = ["buffer", "flows", "algorithm"].map((id) =>
    assignment.controls.find((control) => control.id === id),
  );
  if (!goal || !buffer || !flows || !sender) throw new Error("The lesson has changed.");
  expect(goal).toMatchObject({ kind: "goal", oneControl: true });
  const start = startOfQuestion(assignment, goal, "x");
  const moved = (...moves: readonly (readonly [typeof buffer, number])[]): boolean => {
    const steps = moves.flatMap(([control, option]) => controlSteps(control, option, assignment.scenario));
    const work = withSteps(newWork("x", 0), [{ begin: "sender" }, ...steps], 10);
    return isOneControl(assignment, start, outcomeOf(assignment, work).doc);
  };
  expect(moved()).toBe(true);
  expect(moved([sender, 2])).toBe(true);
  // Three flows change count and start, which is one control.
  expect(moved([flows, 1])).toBe(true);
  expect(moved([sender, 2], [buffer, 0])).toBe(false);
  expect(moved([flows, 1], [sender, 2])).toBe(false);
  expect(moved([flows, 1], [flows, 0], [sender, 2])).toBe(true);
});

test("the text of a step introduces its question, and gives no result away", () => {
  const assignment = lessonAssignment();
  const [read, predict, many] = assignment.questions;
  if (!read || !predict || !many) throw new Error("The lesson has changed.");
  expect(read.intro).toMatch(/^One NewReno flow uses a link of 20 Mb\/s.*After each cut the queue is empty/s);
  expect(predict.intro).toBe(BUFFER.steps[2]?.text);
  expect(Object.keys(read.values ?? {})).toEqual(["bdp", "limit"]);
  expect(Object.keys(many.values ?? {})).toEqual(["busy", "wait"]);
  const numbers = { busy: { value: 0.75, interval: null }, wait: { value: 0.002, interval: null } };
  // Without a run, and before the questions above are answered, sentences with results are left out.
  expect(introText(many, {}, false)).toBe("");
  expect(introText(many, numbers, true)).toBe("");
  expect(introText(many, numbers, false).replace(/\s/g, " ")).toBe(
    "The buffer is small again: the link is busy 75 % of the time, and packets wait 2 ms on average.",
  );
  expect(introText(read, {}, true)).toBe(
    "One NewReno flow uses a link of 20 Mb/s with a round trip of 60 ms. Watch the queue. After each cut the queue is empty, and a part of the capacity is unused until the window has grown again.",
  );
});

test("introductions of all lessons show no markup and no name without a measure", () => {
  for (const lesson of LESSONS)
    for (const question of assignmentOf(draftOfLesson(lesson), "id", "1").questions) {
      const { intro = "", values = {} } = question;
      expect(intro).not.toMatch(/\]\(/);
      for (const name of namesIn(intro)) expect(Object.keys(values), `${lesson.id} ${intro}`).toContain(name);
      expect(introText(question, {}, true)).not.toMatch(/[{}]/);
    }
});

test("points are one without a statement, and other values than a number from 0 to 1000 are named", () => {
  const students = JSON.parse(assignmentText(lessonAssignment())) as { questions: Record<string, unknown>[] };
  const withPoints = (points: unknown) =>
    readAssignment(
      JSON.stringify({ ...students, questions: students.questions.map((one) => ({ ...one, points })) }),
    );
  const old = readAssignment(JSON.stringify(students));
  expect(old.ok && old.assignment.questions.map(pointsOf)).toEqual(students.questions.map(() => 1));
  const two = withPoints(2.5);
  expect(two.ok && two.assignment.questions.map(pointsOf)).toEqual(students.questions.map(() => 2.5));
  expect(withPoints(0).ok).toBe(true);
  for (const bad of [-1, 1001, "2", true, [1]])
    expect(withPoints(bad), JSON.stringify(bad)).toEqual({ ok: false, reason: "points" });
});

test("a question moves up and down and stays at the ends", () => {
  const draft = draftOfLesson(BUFFER);
  const idsOf = ({ questions }: typeof draft): readonly string[] =>
    questions.map(({ question }) => question.id);
  const [a, b, c, d] = idsOf(draft);
  expect(idsOf(withMoved(draft, 1, -1))).toEqual([b, a, c, d]);
  expect(idsOf(withMoved(draft, 1, 1))).toEqual([a, c, b, d]);
  expect(idsOf(withMoved(draft, 0, -1))).toEqual([a, b, c, d]);
  expect(idsOf(withMoved(draft, 3, 1))).toEqual([a, b, c, d]);
  // Keys belong to ids, so they follow their questions.
  expect(assignmentOf(withMoved(draft, 0, 3), "id", "1").key).toEqual(assignmentOf(draft, "id", "1").key);
});

test("a setting has one access", () => {
  const draft = withAccess(draftOf(DOC, []), LIMIT, "hidden");
  expect(draft.settings.filter(({ path }) => path === LIMIT)).toEqual([{ path: LIMIT, access: "hidden" }]);
});

test("of the controls of a lesson, only the buffer can be free", () => {
  const draft = draftOfLesson(BUFFER);
  const others = draft.controls.filter(({ label }) => label !== "Buffer");
  expect(others.length).toBeGreaterThan(0);
  const locked = others.reduce((next, control) => withControlAccess(next, control, "locked"), draft);
  const { controls, settings } = assignmentOf(locked, "id", "1");
  expect(controls.map(({ label }) => label)).toEqual(["Buffer"]);
  expect(settings.filter(({ access }) => access === "free").map(({ path }) => path)).toEqual([LIMIT]);
  const [first] = others;
  if (!first) throw new Error("The lesson has one control.");
  expect(accessOfControl(withControlAccess(locked, first, "free"), first)).toBe("free");
});

test("students read the conditions of a goal and the time in which a number is measured", () => {
  const of = { kind: "utilisation", link: "forward" } as const;
  expect(conditionText({ of, above: 0.9 }, DOC)).toBe("forward: utilisation: above 90\u202f%");
  expect(conditionText({ of: { ...of, from: 5, to: 9 }, below: 0.5 }, DOC)).toContain("5\u202fs");
  // The simulator takes the first link where a lesson names none.
  expect(conditionText({ of: { kind: "utilisation" }, above: 0.9 }, DOC)).toContain("utilisation");
  expect(conditionText({ of: { kind: "variation", flow: "a" }, above: 1 }, DOC)).toBeNull();
  expect(periodText({}, { ...DOC, warmup: 2 })).toBe("Measured from 2\u202fs to 20\u202fs.");
  const question = { id: "q1", kind: "number", ask: "?", unit: "%", tolerance: 0.1 } as const;
  const fixed = { ...question, id: "q2" };
  const draft = {
    ...draftOf(DOC, []),
    questions: [
      { question, key: { measure: { ...of, from: 5 }, factor: 100 } },
      { question: fixed, key: { value: 1 } },
    ],
  };
  const [measured, entered] = assignmentOf(draft, "id", "1").questions;
  expect(measured).toMatchObject({ period: { from: 5 } });
  expect(entered).not.toHaveProperty("period");
});

test("a page for the site of a course opens the link, and shows its texts as texts", () => {
  const page = pageThatOpens("<b>A & B</b>", 'https://x.test/#/assignments/work?s=a"b');
  expect(page).not.toContain("<b>");
  expect(page).toContain("<title>&#60;b&#62;A &#38; B&#60;/b&#62;</title>");
  expect(page).toContain('content="0; url=https://x.test/#/assignments/work?s=a&#34;b"');
});
