// A drive against an engine that a test controls, and against the simulator.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { GrowingRecord } from "../../engine/record.ts";
import { instantiate, type Opened, type Simulator } from "../../engine/simulator.ts";
import { frame, opening, outcome } from "../../engine/testing.ts";
import type { RunOutcome } from "../../engine/types.ts";
import type { RunSummary, ScenarioDocument } from "../../generated/types.ts";
import { keyedWindow } from "./DriveControls.tsx";
import {
  courseDocument,
  type DriveScenario,
  drivenDocument,
  handDrive,
  inYourPlace,
  labDocument,
  largestWindow,
  RIVALS,
  racedDocument,
} from "./documents.ts";
import { Drive, type DrivenRun, MOST_MOVES } from "./drive.ts";
import { delayWord, scoreOf, shareWord, usageWord } from "./score.ts";

/** A run that is computed when the test says so. */
class HandRun implements DrivenRun {
  readonly asked: { until: number; later: string | null }[] = [];
  readonly record = new GrowingRecord("run", opening);
  readonly end = new Promise<null>(() => undefined);
  #listener: () => void = () => undefined;
  advance(until: number, later: string | null): void {
    this.asked.push({ until, later });
  }
  subscribe(listener: () => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }
  /** Computes to the time that was asked for last. */
  answer(): void {
    this.record.store(frame(this.asked.at(-1)?.until ?? 0));
    this.#listener();
  }
}

function driveOn(run: DrivenRun, { doc, flow }: DriveScenario, onEnd = (): void => undefined): Drive {
  const drive = new Drive({ run, doc, flow, window: 10, onTime: () => undefined, onEnd });
  drive.listen();
  return drive;
}

describe("a drive", () => {
  test("asks for as much simulated time as real time has passed", () => {
    const run = new HandRun();
    const drive = driveOn(run, courseDocument("home", "cubic"));
    for (let i = 0; i < 60; i++) {
      drive.tick(1000 / 60);
      run.answer();
    }
    expect(drive.time).toBeGreaterThan(0.95);
    expect(drive.time).toBeLessThan(1.05);
  });

  test("waits for an engine that falls behind, and does not jump afterwards", () => {
    const run = new HandRun();
    const drive = driveOn(run, courseDocument("home", "cubic"));
    drive.tick(16);
    for (let i = 0; i < 100; i++) drive.tick(16);
    expect(run.asked).toHaveLength(1);
    run.answer();
    drive.tick(16);
    expect(run.asked[1]?.until).toBeLessThanOrEqual(0.016 + 0.1);
  });

  test("records at most 20 moves a second and 2000 in all, each later than what is computed", () => {
    const run = new HandRun();
    const { doc, flow } = courseDocument("home", "cubic");
    const drive = driveOn(run, { doc: { ...doc, duration: 300 }, flow });
    for (let i = 0; i < 4000; i++) {
      drive.wanted = 1 + (i % 100);
      const { time } = drive;
      drive.tick(16);
      const later = run.asked.at(-1)?.later;
      if (later) expect((JSON.parse(later) as ScenarioDocument).timeline?.[0]?.at).toBeGreaterThan(time);
      run.answer();
    }
    const first = drive.moves.filter(({ at }) => at < 10).length;
    expect(first).toBeGreaterThan(150);
    expect(first).toBeLessThanOrEqual(200);
    for (let i = 0; i < 12_000; i++) {
      drive.wanted = 1 + (i % 100);
      drive.tick(16);
      run.answer();
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

/** A run of the real simulator, which computes at once. */
class RealRun implements DrivenRun {
  readonly record: GrowingRecord;
  readonly end: Promise<RunOutcome>;
  readonly #opened: Opened;
  #finish: (outcome: RunOutcome) => void = () => undefined;
  #listener: () => void = () => undefined;

  constructor(doc: ScenarioDocument) {
    this.#opened = opened(doc, 64);
    this.record = new GrowingRecord("run", this.#opened);
    this.end = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }
  advance(until: number, later: string | null): void {
    const { simulation } = this.#opened;
    if (later !== null) simulation.addChanges(later);
    let state = 0;
    while (state === 0 && simulation.now < until) state = simulation.stepUntil(until, 1e6)[2] ?? 2;
    expect(state).toBeLessThan(2);
    this.record.store(frame(simulation.now));
    this.#listener();
    if (state === 1) this.#finish(outcome(simulation.resultId()));
  }
  subscribe(listener: () => void): () => void {
    this.#listener = listener;
    return () => undefined;
  }
}

/** The run of a valid document at time 0. */
function opened(doc: ScenarioDocument, bins?: number): Opened {
  const found = simulator.open(JSON.stringify(doc), bins === undefined ? undefined : { bins });
  if (!found.ok) throw new Error(JSON.stringify(found.issues));
  return found;
}

interface Whole {
  readonly resultId: string;
  readonly summary: RunSummary;
}

/** The run of a document as a whole. */
function wholeRun(doc: ScenarioDocument): Whole {
  const { simulation } = opened(doc);
  while (simulation.stepUntil(simulation.duration, 1e6)[2] === 0);
  return { resultId: simulation.resultId(), summary: simulation.summary() };
}

/** A drive that moves up and down, with the frames of a page that is sometimes slow. */
async function driven(
  scenario: DriveScenario,
): Promise<{ readonly doc: ScenarioDocument; readonly result: string }> {
  const run = new RealRun(scenario.doc);
  const drive = driveOn(run, scenario);
  for (let i = 0; drive.time < (scenario.doc.duration ?? 0) && i < 10_000; i++) {
    drive.wanted = 20 + ((i * 7) % 90);
    drive.tick(i % 5 === 0 ? 70 : 16.7);
  }
  expect(drive.moves.length).toBeGreaterThan(100);
  const doc = drivenDocument(scenario.doc, drive.moves, drive.time);
  return { doc, result: (await run.end).resultId };
}

describe("the result of a finished drive equals that of its document", () => {
  for (const rival of RIVALS)
    test(`against ${rival}, on a rate that the timeline changes`, async () => {
      const { doc, result } = await driven(courseDocument("changing", rival));
      expect(doc.duration).toBe(30);
      expect(result).toBe(wholeRun(doc).resultId);
    });

  test("for a flow of another scenario", async () => {
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
    const { doc, result } = await driven({ ...scenario, doc: { ...scenario.doc, duration: 8 } });
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
  const { derived } = simulator.check(JSON.stringify(doc));
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
  const RACED: ScenarioDocument = {
    v: 1,
    network: { kind: "dumbbell", forward: { rate: 1e7, delay: 0.02, queue: { kind: "drop_tail" } } },
    flows: [
      { id: "rival", algorithm: "cubic" },
      { id: "yours", algorithm: "own" },
    ],
  };

  test("is handed in as its moves", () => {
    const { doc, flow } = racedDocument({ doc: RACED });
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
