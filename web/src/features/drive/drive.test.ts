// A drive against an engine that a test controls, and against the simulator.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { FromWorker } from "../../engine/protocol.ts";
import { GrowingRecord } from "../../engine/record.ts";
import { Runner } from "../../engine/runner.ts";
import { instantiate, type Simulator } from "../../engine/simulator.ts";
import { frame, opening } from "../../engine/testing.ts";
import type { EngineListener, RunRecord } from "../../engine/types.ts";
import type { CheckResult, RunSummary, ScenarioDocument } from "../../generated/types.ts";
import { keyedWindow } from "./DriveControls.tsx";
import {
  courseDocument,
  type DriveScenario,
  drivenDocument,
  handDrive,
  inYourPlace,
  labDocument,
  largestWindow,
  RACED_NETWORKS,
  RIVALS,
  racedDocument,
} from "./documents.ts";
import { Drive, type DriveEngine, MOST_MOVES } from "./drive.ts";
import { delayWord, scoreOf, shareWord, usageWord } from "./score.ts";

/** An engine that computes when the test says so. */
class HandEngine implements DriveEngine {
  readonly asked: { until: number; later: string | null }[] = [];
  #listener: EngineListener = {};
  readonly record = (): RunRecord => new GrowingRecord("run", opening);
  advance(_runId: string, until: number, later: string | null): void {
    this.asked.push({ until, later });
  }
  subscribe(listener: EngineListener): () => void {
    this.#listener = listener;
    return () => undefined;
  }
  /** Computes to the time that was asked for last. */
  answer(): void {
    const record = new GrowingRecord("run", opening);
    record.store(frame(this.asked.at(-1)?.until ?? 0));
    this.#listener.frame?.("run", record);
  }
}

function driveOn(engine: DriveEngine, { doc, flow }: DriveScenario, onEnd = (): void => undefined): Drive {
  const drive = new Drive({ engine, runId: "run", doc, flow, window: 10, onTime: () => undefined, onEnd });
  drive.listen();
  return drive;
}

describe("a drive", () => {
  test("asks for as much simulated time as real time has passed", () => {
    const engine = new HandEngine();
    const drive = driveOn(engine, courseDocument("home", "cubic"));
    for (let i = 0; i < 60; i++) {
      drive.tick(1000 / 60);
      engine.answer();
    }
    expect(drive.time).toBeGreaterThan(0.95);
    expect(drive.time).toBeLessThan(1.05);
  });

  test("waits for an engine that falls behind, and does not jump afterwards", () => {
    const engine = new HandEngine();
    const drive = driveOn(engine, courseDocument("home", "cubic"));
    drive.tick(16);
    for (let i = 0; i < 100; i++) drive.tick(16);
    expect(engine.asked).toHaveLength(1);
    engine.answer();
    drive.tick(16);
    expect(engine.asked[1]?.until).toBeLessThanOrEqual(0.016 + 0.1);
  });

  test("records at most 20 moves a second and 2000 in all, each later than what is computed", () => {
    const engine = new HandEngine();
    const { doc, flow } = courseDocument("home", "cubic");
    const drive = driveOn(engine, { doc: { ...doc, duration: 300 }, flow });
    for (let i = 0; i < 4000; i++) {
      drive.wanted = 1 + (i % 100);
      const { time } = drive;
      drive.tick(16);
      const later = engine.asked.at(-1)?.later;
      if (later) expect((JSON.parse(later) as ScenarioDocument).timeline?.[0]?.at).toBeGreaterThan(time);
      engine.answer();
    }
    const first = drive.moves.filter(({ at }) => at < 10).length;
    expect(first).toBeGreaterThan(150);
    expect(first).toBeLessThanOrEqual(200);
    for (let i = 0; i < 12_000; i++) {
      drive.wanted = 1 + (i % 100);
      drive.tick(16);
      engine.answer();
    }
    expect(drive.moves).toHaveLength(MOST_MOVES);
    expect(drive.moves.every(({ at }) => Number.isInteger(Math.round(at * 1e6) / 1e3))).toBe(true);
  });
});

let simulator: Simulator;
beforeAll(async () => {
  const file = join(process.cwd(), "wasm", "pkg", "fairshare_wasm_bg.wasm");
  simulator = await instantiate(await WebAssembly.compile(readFileSync(file)));
});

/** The page's engine with the real simulator, which computes at once. */
class RealEngine implements DriveEngine {
  readonly #runner: Runner;
  #listener: EngineListener = {};
  #work: () => void = () => undefined;
  #due = false;
  #record: GrowingRecord | null = null;
  resultId: string | null = null;

  constructor(doc: ScenarioDocument) {
    this.#runner = new Runner(simulator, {
      post: (message) => this.#receive(message),
      clockMs: () => 0,
      createScheduler: (work) => {
        this.#work = work;
        return () => {
          this.#due = true;
        };
      },
    });
    this.#runner.receive({ type: "load", runId: "run", text: JSON.stringify(doc), bins: 64, mode: "driven" });
  }
  #receive(message: FromWorker): void {
    if (message.type === "started") this.#record = new GrowingRecord("run", message);
    if (message.type === "failed" || message.type === "crashed") throw new Error(JSON.stringify(message));
    if (message.type === "frame" && this.#record) {
      this.#record.store(message);
      this.#listener.frame?.("run", this.#record);
    }
    if (message.type !== "done") return;
    this.resultId = message.outcome.resultId;
    this.#listener.done?.("run", message.outcome);
  }
  readonly record = (): RunRecord | undefined => this.#record ?? undefined;
  advance(runId: string, until: number, later: string | null): void {
    this.#runner.receive({ type: "advance", runId, until, later });
    this.#compute();
    this.#runner.receive({ type: "credit", runId });
    this.#compute();
  }
  #compute(): void {
    while (this.#due) {
      this.#due = false;
      this.#work();
    }
  }
  subscribe(listener: EngineListener): () => void {
    this.#listener = listener;
    return () => undefined;
  }
}

interface Whole {
  readonly resultId: string;
  readonly summary: RunSummary;
}

/** The run of a document as a whole. */
function wholeRun(doc: ScenarioDocument): Whole {
  const document = new simulator.Document(JSON.stringify(doc));
  const { issues } = JSON.parse(document.verdict()) as CheckResult;
  expect(issues).toEqual([]);
  const sim = document.simulation(JSON.stringify({ signals: [], events: false }));
  while (sim.stepUntil(sim.duration, 1e6)[2] === 0);
  return { resultId: sim.resultId(), summary: JSON.parse(sim.summary()) as RunSummary };
}

/** A drive that moves up and down, with the frames of a page that is sometimes slow. */
function driven(scenario: DriveScenario): { readonly doc: ScenarioDocument; readonly result: string | null } {
  const engine = new RealEngine(scenario.doc);
  let ended = false;
  const drive = driveOn(engine, scenario, () => {
    ended = true;
  });
  for (let i = 0; !ended && i < 10_000; i++) {
    drive.wanted = 20 + ((i * 7) % 90);
    drive.tick(i % 5 === 0 ? 70 : 16.7);
  }
  expect(drive.moves.length).toBeGreaterThan(100);
  const doc = drivenDocument(scenario.doc, drive.moves, drive.time);
  return { doc, result: engine.resultId };
}

describe("the result of a finished drive equals that of its document", () => {
  for (const rival of RIVALS)
    test(`against ${rival}, on a rate that the timeline changes`, () => {
      const { doc, result } = driven(courseDocument("changing", rival));
      expect(doc.duration).toBe(30);
      expect(result).toBe(wholeRun(doc).resultId);
    });

  test("for a flow of another scenario", () => {
    const lab: ScenarioDocument = {
      v: 1,
      duration: 100,
      network: { kind: "dumbbell", forward: { rate: 4e6, delay: 0.02 } },
      flows: [{ id: "a" }, { id: "b", algorithm: "vegas", params: { alpha: 3 }, count: 2 }],
      timeline: [{ at: 4, set: "flows.b.params.beta", to: 6 }],
    };
    const scenario = labDocument(lab, "b");
    if (!scenario) throw new Error("The scenario has a flow.");
    expect(scenario.doc.timeline).toBeUndefined();
    const { doc, result } = driven({ ...scenario, doc: { ...scenario.doc, duration: 8 } });
    expect(result).toBe(wholeRun(doc).resultId);
  });
});

test("a drive that stops early is a document that ends there", () => {
  const { doc } = courseDocument("changing", "cubic");
  const move = (at: number) => ({ at, set: "flows.you.params.window", to: 30 });
  const stopped = drivenDocument(doc, [move(1.5), move(9.2)], 8);
  expect(stopped.timeline).toEqual([move(1.5)]);
  expect(wholeRun(stopped).summary.window[1]).toBe(8);
});

test("a scenario that is cut keeps only what is measured before its end", () => {
  const windows = [
    { id: "early", from: 1, to: 5 },
    { id: "late", from: 50, to: 80 },
  ];
  const lab: ScenarioDocument = {
    v: 1,
    duration: 90,
    warmup: 70,
    measure: { windows },
    flows: [{ id: "a" }],
  };
  const cut = labDocument(lab, null)?.doc;
  expect(cut).toMatchObject({ duration: 60, measure: { windows: windows.slice(0, 1) } });
  expect(cut?.warmup).toBeUndefined();
  expect(labDocument({ v: 1, flows: [] }, null)).toBeNull();
});

test("an algorithm in the place of the person gets the same network and no moves", () => {
  const { doc } = courseDocument("changing", "cubic");
  const own = drivenDocument(doc, [{ at: 2, set: "flows.you.params.window", to: 30 }], 30);
  const other = inYourPlace(own, "you", "bbr");
  expect(other.flows?.[0]).toMatchObject({ id: "you", algorithm: "bbr", params: {} });
  expect(other.timeline).toEqual(doc.timeline);
  expect(wholeRun(other).summary.flows[0]?.goodput_bps).toBeGreaterThan(0);
});

test("the slider reaches what the pipe and the buffer hold", () => {
  const { doc } = courseDocument("home", "cubic");
  const document = new simulator.Document(JSON.stringify(doc));
  const { derived } = JSON.parse(document.verdict()) as CheckResult;
  // 10 Mb/s for 100 ms are 83 packets of 1500 bytes. The buffer holds as many, and a fifth is added: 199, rounded up.
  expect(derived && largestWindow(derived, "you")).toBe(200);
});

test("keys move the window by one, by ten, to an end, and halve it", () => {
  const after = (key: string, shiftKey = false): number | null => keyedWindow({ key, shiftKey }, 40, 1, 200);
  expect(["ArrowUp", "ArrowRight"].map((key) => after(key))).toEqual([41, 41]);
  expect(["ArrowDown", "ArrowLeft"].map((key) => after(key, true))).toEqual([30, 30]);
  expect(["PageUp", "PageDown", "Home", "End", "h"].map((key) => after(key))).toEqual([50, 30, 1, 200, 20]);
  expect(after("Tab")).toBeNull();
});

test("the score is computed from the summary", () => {
  const { doc } = courseDocument("home", "cubic");
  const { summary } = wholeRun(doc);
  const score = scoreOf(summary, "you");
  const [you, rival] = summary.flows;
  expect(score.share).toBeCloseTo(
    (you?.goodput_bps ?? 0) / ((you?.goodput_bps ?? 0) + (rival?.goodput_bps ?? 0)),
    12,
  );
  // Ten packets per round trip of at least 100 ms are at most 1.2 of the 10 Mb/s.
  expect(score.share).toBeLessThan(0.13);
  expect(score.utilisation).toBeGreaterThan(0.9);
  expect(score.delay).toBe((you?.queue_delay_ms?.p95 ?? Number.NaN) / 1000);
  expect(score.loss).toBe((you?.lost ?? 0) / (you?.sent ?? 1));
});

test("words fit the numbers", () => {
  expect([0.2, 0.5, 0.8].map((share) => shareWord(share, 0.5))).toEqual(["little", "even", "most"]);
  expect([0.99, 0.85, 0.4].map(usageWord)).toEqual(["full", "busy", "idle"]);
  expect([0.01, 0.05, 0.09].map((delay) => delayWord(delay, 0.1))).toEqual(["short", "half", "long"]);
});

describe("a drive on a network of the race", () => {
  test("is offered where a program has one flow", () => {
    const folder = join(process.cwd(), "sim-core", "race", "networks");
    const flowsOf = (id: string) => {
      const doc = JSON.parse(readFileSync(join(folder, `${id}.json`), "utf8")) as ScenarioDocument;
      return (doc.flows ?? []).filter(({ algorithm }) => algorithm === "own");
    };
    const ids = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
    const driven = ids.filter((id) => flowsOf(id).length === 1 && flowsOf(id)[0]?.count === undefined);
    expect([...RACED_NETWORKS].sort()).toEqual(driven.sort());
  });

  test("is handed in as its moves", () => {
    const { doc, flow } = racedDocument("cubic");
    expect(doc).toMatchObject({ v: 1, seed: 1 });
    expect(doc.flows?.find(({ id }) => id === flow)).toMatchObject({
      algorithm: "hand",
      params: { window: 10 },
    });
    const moves = [{ at: 6.5, set: `flows.${flow}.params.window`, to: 40 }];
    expect(handDrive("cubic", drivenDocument(doc, moves, 60), flow)).toEqual({
      network: "cubic",
      window: 10,
      moves: [[6.5, 40]],
    });
  });
});
