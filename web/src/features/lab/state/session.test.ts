// @vitest-environment jsdom
// The session of a lab with a stub engine, which completes a run when the test calls `finish`.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GrowingRecord } from "../../../engine/record.ts";
import { frame, opening, outcome } from "../../../engine/testing.ts";
import type { EngineClient, RunHandle, RunMode, RunOutcome } from "../../../engine/types.ts";
import generated from "../../../generated/catalogue.json";
import type { CheckResult, ScenarioDocument } from "../../../generated/types.ts";
import { createScenarioStore, newOrigin, type ScenarioStore } from "../../../scenario/store.ts";
import { Sampler } from "./sampler.ts";
import { LabSession } from "./session.ts";

const doc: ScenarioDocument = { v: 1, duration: 10 };

const unused = (): never => {
  throw new Error("The session does not use this.");
};

const refused: CheckResult = {
  ok: false,
  issues: [{ path: "title", code: "bad", message: "No." }],
  canonical: null,
  derived: null,
};

let runs = 0;

/** A run that is complete when the test calls `finish`. */
class StubRun implements RunHandle {
  readonly id: string;
  readonly doc: ScenarioDocument;
  readonly verdict: Promise<CheckResult>;
  readonly end: Promise<RunOutcome>;
  record: GrowingRecord | null = null;
  isDisposed = false;
  isStopped = false;
  #finish: (outcome: RunOutcome) => void = () => undefined;
  #listener: () => void = () => undefined;

  constructor(
    text: string,
    readonly mode: RunMode | undefined,
    verdict: Promise<CheckResult>,
  ) {
    runs += 1;
    this.id = `run-${runs}`;
    this.doc = JSON.parse(text) as ScenarioDocument;
    this.verdict = verdict;
    this.end = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  subscribe(listener: () => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }

  /** Reports the run as complete: one frame, then its outcome. */
  async finish(): Promise<void> {
    this.record = new GrowingRecord(this.id, opening);
    this.record.store(frame(10));
    this.#listener();
    this.#finish(outcome(this.id));
    await vi.advanceTimersByTimeAsync(0);
  }

  stop(): void {
    this.isStopped = true;
  }
  dispose(): void {
    this.isDisposed = true;
  }
  advance = unused;
  explain = unused;
  summary = unused;
  inspect = unused;
}

/** Accepts every document without the title "Bad". */
class StubEngine implements EngineClient {
  readonly opened: StubRun[] = [];

  check: EngineClient["check"] = async (text) =>
    text.includes("Bad") ? refused : { ok: true, issues: [], canonical: text, derived: opening.derived };
  open: EngineClient["open"] = (text, options) => {
    const run = new StubRun(text, options?.mode, this.check(text));
    if (run.doc.title !== "Bad") this.opened.push(run);
    return run;
  };

  ready = unused;
  compile = unused;
  batch = unused;
  computeRecord = unused;
  dispose = unused;

  /** Completes the run that was opened last. Returns its id. */
  async finish(): Promise<string> {
    const run = this.opened.at(-1);
    await run?.finish();
    return run?.id ?? "";
  }

  get disposed(): readonly string[] {
    return this.opened.filter(({ isDisposed }) => isDisposed).map(({ id }) => id);
  }
}

let engine: StubEngine;
let scenario: ScenarioStore;
let session: LabSession;
let stop: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  engine = new StubEngine();
  scenario = createScenarioStore(doc, newOrigin("own"), generated);
  session = new LabSession(engine, scenario, generated, "0.0.0");
  stop = session.start();
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

const setValue = async (path: string, value: number): Promise<void> => {
  scenario.getState().set(path, value, 0);
  await vi.advanceTimersByTimeAsync(0);
};

test("playback of a question waits until its picture is ready, but not for long", async () => {
  const { playback } = session;
  const open = (): void => scenario.getState().open({ ...doc }, newOrigin("example", "near-far"));
  open();
  expect([playback.playing, playback.isHeld]).toEqual([true, false]);
  session.setLayout({});
  open();
  expect([playback.playing, playback.isHeld]).toEqual([true, true]);
  playback.release();
  expect(playback.isHeld).toBe(false);
  open();
  await vi.advanceTimersByTimeAsync(6000);
  expect(playback.isHeld).toBe(false);
});

test("a run that began before the session is not computed again", async () => {
  stop();
  engine = new StubEngine();
  session = new LabSession(engine, scenario, generated, "0.0.0");
  await session.loadEarly();
  expect(session.store.getState().canonical).not.toBeNull();
  const first = await engine.finish();
  stop = session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.opened.map(({ id }) => id)).toEqual([first]);
  expect(session.store.getState()).toMatchObject({ run: { id: first, outcome: { resultId: first } } });
  session.loadRun();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.opened).toHaveLength(2);
});

test("a run that began early is replaced if the scenario changes before the session starts", async () => {
  stop();
  engine = new StubEngine();
  session = new LabSession(engine, scenario, generated, "0.0.0");
  await session.loadEarly();
  await setValue("seed", 7);
  stop = session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.opened.map((run) => run.doc.seed)).toEqual([undefined, 7]);
  expect(session.store.getState().run?.id).not.toBe(engine.opened[0]?.id);
});

test("after an edit the previous run is kept for comparison", async () => {
  const first = await engine.finish();
  await setValue("seed", 2);
  expect(session.store.getState()).toMatchObject({ run: { id: first }, ghost: { id: first } });
  const second = await engine.finish();
  const { run, lastChange } = session.store.getState();
  expect(run).toMatchObject({ id: second, doc: { seed: 2 }, outcome: { resultId: second } });
  expect([lastChange?.before?.id, lastChange?.after?.id]).toEqual([first, second]);
  // The effect is shown over the whole run, also after the playhead.
  expect(session.store.getState().effectFrom).toBe(0);
  expect(session.timeView.state.showsEffect).toBe(true);
  session.runs.dismissChange();
  expect(session.timeView.state.showsEffect).toBe(false);
});

test("edits that follow each other before a run ends are one change", async () => {
  await engine.finish();
  await setValue("seed", 2);
  await setValue("duration", 20);
  await engine.finish();
  const { lastChange } = session.store.getState();
  expect(lastChange?.beforeDoc.seed).toBeUndefined();
  expect(lastChange?.doc).toMatchObject({ seed: 2, duration: 20 });
  await setValue("seed", 3);
  expect(session.store.getState().lastChange?.beforeDoc).toMatchObject({ seed: 2, duration: 20 });
});

test("after an edit that applies after some time, the effect is shown after this time", async () => {
  await engine.finish();
  scenario.getState().setEditMode("from");
  scenario.getState().set("network.forward.rate", 1e6, 4);
  expect(session.store.getState().effectFrom).toBe(4);
  scenario.getState().open(scenario.getState().doc, newOrigin("link"));
  expect(session.store.getState().effectFrom).toBeNull();
  session.showLinkView({ t: 4 });
  expect(session.store.getState().effectFrom).toBe(4);
});

test("if an edit follows before the run of the previous edit is complete, only the run of the last edit is shown", async () => {
  await engine.finish();
  await setValue("seed", 2);
  const replaced = engine.opened.at(-1)?.id ?? "";
  await setValue("seed", 3);
  const latest = await engine.finish();
  expect(session.store.getState().run?.id).toBe(latest);
  expect(latest).not.toBe(replaced);
});

test("a document with problems does not stop the present run, whose end is shown with the problems", async () => {
  const running = engine.opened.at(-1)?.id ?? "";
  scenario.getState().apply("bad", (d) => ({ ...d, title: "Bad", seed: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.store.getState().issues).toMatchObject([{ path: "title" }]);
  expect(await engine.finish()).toBe(running);
  const { run, issues, lastChange } = session.store.getState();
  expect(run).toMatchObject({ id: running, outcome: { resultId: running } });
  expect(issues).toHaveLength(1);
  expect(lastChange?.after).toBeNull();
});

test("a change of the title starts no run", async () => {
  await engine.finish();
  const loads = engine.opened.length;
  scenario.getState().apply("title", (d) => ({ ...d, title: "Other" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.opened.length).toBe(loads);
  const { run, canonical } = session.store.getState();
  expect(run?.doc.title).toBe("Other");
  expect(canonical).toContain("Other");
});

const previewedSeeds = (): unknown[] =>
  engine.opened.filter(({ mode }) => mode === "preview").map((run) => run.doc.seed);

test("of several previews only the first and the last are computed", async () => {
  await engine.finish();
  scenario.getState().setPreview("seed", 6, 0);
  expect(previewedSeeds()).toEqual([6]);
  scenario.getState().setPreview("seed", 7, 0);
  scenario.getState().setPreview("seed", 8, 0);
  expect(previewedSeeds()).toEqual([6]);
  await vi.advanceTimersByTimeAsync(200);
  expect(previewedSeeds()).toEqual([6, 8]);
});

test("the next preview starts as soon as the previous preview is complete", async () => {
  await engine.finish();
  scenario.getState().setPreview("seed", 6, 0);
  scenario.getState().setPreview("seed", 7, 0);
  await vi.advanceTimersByTimeAsync(0);
  await engine.finish();
  expect(previewedSeeds()).toEqual([6, 7]);
});

test("an edit discards the preview that waits", async () => {
  await engine.finish();
  scenario.getState().setPreview("seed", 5, 0);
  scenario.getState().setPreview("seed", 7, 0);
  await setValue("seed", 6);
  await vi.advanceTimersByTimeAsync(200);
  expect(previewedSeeds()).toEqual([5]);
});

test("the end of the preview computes the document again", async () => {
  await setValue("seed", 6);
  await engine.finish();
  scenario.getState().setPreview("seed", 8, 0);
  await vi.advanceTimersByTimeAsync(200);
  scenario.setState({ preview: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.opened.at(-1)).toMatchObject({ doc: { seed: 6 }, mode: "live" });
});

test("a preview is compared with the last complete run", async () => {
  const first = await engine.finish();
  scenario.getState().setPreview("seed", 7, 0);
  await vi.advanceTimersByTimeAsync(200);
  await engine.finish();
  expect(session.store.getState().ghost?.id).toBe(first);
  await setValue("seed", 9);
  await engine.finish();
  expect(session.store.getState().lastChange?.before?.id).toBe(first);
});

test("runs that are no longer used are forgotten", async () => {
  const a = await engine.finish();
  session.runs.pin();
  await setValue("seed", 2);
  const b = await engine.finish();
  await setValue("seed", 3);
  await engine.finish();
  await setValue("seed", 4);
  await engine.finish();
  expect(engine.disposed).toEqual([b]);
  session.runs.unpin();
  expect(engine.disposed).toEqual([a, b]);
});

test("opening another scenario clears the comparison", async () => {
  await engine.finish();
  await setValue("seed", 2);
  await engine.finish();
  session.playback.seek(5);
  scenario.getState().open({ v: 1, duration: 20 }, newOrigin("own"));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.playback.time).toBe(0);
  expect(session.timeView.state.duration).toBe(20);
  expect(session.store.getState()).toMatchObject({ ghost: null, lastChange: null });
});

test("an edit before the first run of an opened scenario is compared with no run of the scenario before", async () => {
  const last = await engine.finish();
  scenario.getState().open({ v: 1, duration: 20 }, newOrigin("own"));
  await setValue("seed", 2);
  expect(session.store.getState()).toMatchObject({ ghost: null, lastChange: { before: null } });
  expect(session.store.getState().run?.id).toBe(last);
  const first = await engine.finish();
  await setValue("seed", 3);
  expect(session.store.getState().lastChange).toMatchObject({
    before: { id: first },
    beforeDoc: { seed: 2, duration: 20 },
  });
});

test("a run of the scenario before that ends after another was opened is not compared with", async () => {
  const [old] = engine.opened;
  scenario.getState().open({ v: 1, duration: 20, title: "Bad" }, newOrigin("own"));
  await vi.advanceTimersByTimeAsync(0);
  await old?.finish();
  expect(session.store.getState().run?.id).toBe(old?.id);
  scenario.getState().apply("title", () => ({ v: 1, duration: 20, seed: 2 }));
  expect(session.store.getState()).toMatchObject({ ghost: null, lastChange: { before: null } });
});

test("undo clears the last change", async () => {
  await engine.finish();
  await setValue("seed", 2);
  const changed = await engine.finish();
  scenario.getState().undo();
  await vi.advanceTimersByTimeAsync(0);
  const undone = await engine.finish();
  expect(session.store.getState()).toMatchObject({ ghost: null, lastChange: null, run: { id: undone } });
  scenario.getState().redo();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.store.getState()).toMatchObject({
    ghost: { id: undone },
    lastChange: { before: { id: undone } },
  });
  expect(undone).not.toBe(changed);
});

test("a sampler publishes at most one sample per interval, and changes the time of the summary less often", async () => {
  let playhead = 0;
  let isLarge = false;
  const sampler = new Sampler(
    () => ({ playhead, recordVersion: 0, computedTo: 1000 }),
    () => isLarge,
  );
  const published: (readonly [number, number])[] = [];
  sampler.subscribe(() => published.push([sampler.sample.playhead, sampler.sample.summaryTime]));
  for (let i = 1; i <= 110; i++) {
    playhead = i;
    sampler.request();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(published).toEqual([
    [1, 1],
    [25, 1],
    [50, 1],
    [75, 75],
    [100, 75],
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(published.at(-1)).toEqual([110, 75]);
  sampler.take();
  expect(published.at(-1)).toEqual([110, 110]);
  isLarge = true;
  playhead = 120;
  sampler.request();
  await vi.advanceTimersByTimeAsync(490);
  expect(published.at(-1)).toEqual([110, 110]);
  await vi.advanceTimersByTimeAsync(20);
  expect(published.at(-1)?.[0]).toBe(120);
});

test("the end of a session stops its run, and the next session computes it again", async () => {
  const [first] = engine.opened;
  stop();
  expect(first?.isStopped).toBe(true);
  stop = session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.opened).toHaveLength(2);
});

test("charts of a lesson are not stored as the user's choice", () => {
  localStorage.clear();
  session.showCharts(["rate"]);
  const stored = { ...localStorage };
  session.setOwnCharts(["queue", "window"]);
  session.showCharts(["queue*150", "window"]);
  scenario.getState().open({ v: 1, duration: 20 }, newOrigin("own"));
  expect(session.store.getState().charts).toEqual(["queue", "window"]);
  expect({ ...localStorage }).toEqual(stored);
  expect(JSON.stringify(stored)).toContain("rate");
});
