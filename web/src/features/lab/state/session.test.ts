// @vitest-environment jsdom
// The session of a lab with a stub engine, which completes a run when the test calls `finish`.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GrowingRecord } from "../../../engine/record.ts";
import { frame, opening, outcome } from "../../../engine/testing.ts";
import type { EngineClient, EngineListener, RunId } from "../../../engine/types.ts";
import generated from "../../../generated/catalogue.json";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { createScenarioStore, newOrigin, type ScenarioStore } from "../../../scenario/store.ts";
import { Sampler } from "./sampler.ts";
import { LabSession } from "./session.ts";

const doc: ScenarioDocument = { v: 1, duration: 10 };

const unused = (): never => {
  throw new Error("The session does not use this.");
};

/** Accepts every document without the title "Bad", and records the runs that are loaded and forgotten. */
class StubEngine implements EngineClient {
  readonly loads: { readonly id: RunId; readonly doc: ScenarioDocument; readonly preview: boolean }[] = [];
  readonly forgotten: RunId[] = [];
  #listener: EngineListener = {};

  check: EngineClient["check"] = async (text) =>
    text.includes("Bad")
      ? {
          ok: false,
          issues: [{ path: "title", code: "bad", message: "No." }],
          canonical: null,
          derived: null,
        }
      : { ok: true, issues: [], canonical: text, derived: opening.derived };
  load: EngineClient["load"] = (text, id, options) => {
    const verdict = this.check(text);
    const doc = JSON.parse(text) as ScenarioDocument;
    if (doc.title !== "Bad") this.loads.push({ id, doc, preview: options?.preview ?? false });
    return verdict;
  };
  forget: EngineClient["forget"] = (id) => void this.forgotten.push(id);
  cancel: EngineClient["cancel"] = () => undefined;
  subscribe: EngineClient["subscribe"] = (listener) => {
    this.#listener = listener;
    return () => undefined;
  };

  ready = unused;
  compile = unused;
  inspect = unused;
  advance = unused;
  record = unused;
  setPaused = unused;
  explain = unused;
  summary = unused;
  batch = unused;
  computeRecord = unused;
  dispose = unused;

  /** Reports the last loaded run to the listener as complete: one frame, then its outcome. */
  finish(): RunId {
    const id = this.loads.at(-1)?.id ?? "";
    const record = new GrowingRecord(id, opening);
    record.store(frame(10));
    this.#listener.frame?.(id, record);
    this.#listener.done?.(id, outcome(id));
    return id;
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

test("a run that began before the session is not computed again", async () => {
  stop();
  engine = new StubEngine();
  session = new LabSession(engine, scenario, generated, "0.0.0");
  await session.loadEarly();
  expect(session.store.getState().canonical).not.toBeNull();
  const first = engine.finish();
  stop = session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.loads.map(({ id }) => id)).toEqual([first]);
  expect(session.store.getState()).toMatchObject({ run: { id: first, outcome: { resultId: first } } });
  session.loadRun();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.loads).toHaveLength(2);
});

test("a run that began early is replaced if the scenario changes before the session starts", async () => {
  stop();
  engine = new StubEngine();
  session = new LabSession(engine, scenario, generated, "0.0.0");
  await session.loadEarly();
  await setValue("seed", 7);
  stop = session.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.loads.map((load) => load.doc.seed)).toEqual([undefined, 7]);
  expect(session.store.getState().run?.id).not.toBe(engine.loads[0]?.id);
});

test("after an edit the previous run is kept for comparison", async () => {
  const first = engine.finish();
  await setValue("seed", 2);
  expect(session.store.getState()).toMatchObject({ run: { id: first }, ghost: { id: first } });
  const second = engine.finish();
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
  engine.finish();
  await setValue("seed", 2);
  await setValue("duration", 20);
  engine.finish();
  const { lastChange } = session.store.getState();
  expect(lastChange?.beforeDoc.seed).toBeUndefined();
  expect(lastChange?.doc).toMatchObject({ seed: 2, duration: 20 });
  await setValue("seed", 3);
  expect(session.store.getState().lastChange?.beforeDoc).toMatchObject({ seed: 2, duration: 20 });
});

test("after an edit that applies after some time, the effect is shown after this time", async () => {
  engine.finish();
  scenario.getState().setEditMode("from");
  scenario.getState().set("network.forward.rate", 1e6, 4);
  expect(session.store.getState().effectFrom).toBe(4);
  scenario.getState().open(scenario.getState().doc, newOrigin("link"));
  expect(session.store.getState().effectFrom).toBeNull();
  session.showLinkView({ t: 4 });
  expect(session.store.getState().effectFrom).toBe(4);
});

test("if an edit follows before the run of the previous edit is complete, only the run of the last edit is shown", async () => {
  engine.finish();
  await setValue("seed", 2);
  const replaced = engine.loads.at(-1)?.id ?? "";
  await setValue("seed", 3);
  const latest = engine.finish();
  expect(session.store.getState().run?.id).toBe(latest);
  expect(latest).not.toBe(replaced);
});

test("a document with problems does not stop the present run, whose end is shown with the problems", async () => {
  const running = engine.loads.at(-1)?.id ?? "";
  scenario.getState().apply("bad", (d) => ({ ...d, title: "Bad", seed: 2 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.store.getState().issues).toMatchObject([{ path: "title" }]);
  expect(engine.finish()).toBe(running);
  const { run, issues, lastChange } = session.store.getState();
  expect(run).toMatchObject({ id: running, outcome: { resultId: running } });
  expect(issues).toHaveLength(1);
  expect(lastChange?.after).toBeNull();
});

test("a change of the title starts no run", async () => {
  engine.finish();
  const loads = engine.loads.length;
  scenario.getState().apply("title", (d) => ({ ...d, title: "Other" }));
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.loads.length).toBe(loads);
  const { run, canonical } = session.store.getState();
  expect(run?.doc.title).toBe("Other");
  expect(canonical).toContain("Other");
});

const previewedSeeds = (): unknown[] =>
  engine.loads.filter((load) => load.preview).map((load) => load.doc.seed);

test("of several previews only the first and the last are computed", async () => {
  engine.finish();
  scenario.getState().setPreview("seed", 6, 0);
  expect(previewedSeeds()).toEqual([6]);
  scenario.getState().setPreview("seed", 7, 0);
  scenario.getState().setPreview("seed", 8, 0);
  expect(previewedSeeds()).toEqual([6]);
  await vi.advanceTimersByTimeAsync(200);
  expect(previewedSeeds()).toEqual([6, 8]);
});

test("the next preview starts as soon as the previous preview is complete", async () => {
  engine.finish();
  scenario.getState().setPreview("seed", 6, 0);
  scenario.getState().setPreview("seed", 7, 0);
  await vi.advanceTimersByTimeAsync(0);
  engine.finish();
  expect(previewedSeeds()).toEqual([6, 7]);
});

test("an edit discards the preview that waits", async () => {
  engine.finish();
  scenario.getState().setPreview("seed", 5, 0);
  scenario.getState().setPreview("seed", 7, 0);
  await setValue("seed", 6);
  await vi.advanceTimersByTimeAsync(200);
  expect(previewedSeeds()).toEqual([5]);
});

test("the end of the preview computes the document again", async () => {
  await setValue("seed", 6);
  engine.finish();
  scenario.getState().setPreview("seed", 8, 0);
  await vi.advanceTimersByTimeAsync(200);
  scenario.getState().endPreview();
  await vi.advanceTimersByTimeAsync(0);
  expect(engine.loads.at(-1)).toMatchObject({ doc: { seed: 6 }, preview: false });
});

test("a preview is compared with the last complete run", async () => {
  const first = engine.finish();
  scenario.getState().setPreview("seed", 7, 0);
  await vi.advanceTimersByTimeAsync(200);
  engine.finish();
  expect(session.store.getState().ghost?.id).toBe(first);
  await setValue("seed", 9);
  engine.finish();
  expect(session.store.getState().lastChange?.before?.id).toBe(first);
});

test("runs that are no longer used are forgotten", async () => {
  const a = engine.finish();
  session.runs.pin();
  await setValue("seed", 2);
  const b = engine.finish();
  await setValue("seed", 3);
  engine.finish();
  await setValue("seed", 4);
  engine.finish();
  expect(engine.forgotten).toEqual([b]);
  session.unpin();
  expect(engine.forgotten).toEqual([b, a]);
});

test("opening another scenario clears the comparison", async () => {
  engine.finish();
  await setValue("seed", 2);
  engine.finish();
  session.playback.seek(5);
  scenario.getState().open({ v: 1, duration: 20 }, newOrigin("own"));
  await vi.advanceTimersByTimeAsync(0);
  expect(session.playback.time).toBe(0);
  expect(session.timeView.state.duration).toBe(20);
  expect(session.store.getState()).toMatchObject({ ghost: null, lastChange: null });
});

test("undo clears the last change", async () => {
  engine.finish();
  await setValue("seed", 2);
  const changed = engine.finish();
  scenario.getState().undo();
  await vi.advanceTimersByTimeAsync(0);
  const undone = engine.finish();
  expect(session.store.getState()).toMatchObject({ ghost: null, lastChange: null, run: { id: undone } });
  scenario.getState().redo();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.store.getState()).toMatchObject({
    ghost: { id: undone },
    lastChange: { before: { id: undone } },
  });
  expect(undone).not.toBe(changed);
});

test("a sampler publishes at most one sample per interval", async () => {
  let playhead = 0;
  const sampler = new Sampler(() => ({ playhead, recordVersion: 0, computedTo: 0 }), 250);
  const published: number[] = [];
  sampler.subscribe(() => published.push(sampler.sample.playhead));
  for (let i = 1; i <= 60; i++) {
    playhead = i;
    sampler.request();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(published).toEqual([1, 25, 50]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(published).toEqual([1, 25, 50, 60]);
  sampler.take();
  expect(published.length).toBe(4);
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
