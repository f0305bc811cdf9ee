import { beforeEach, describe, expect, test } from "vitest";
import type { FromWorker, RunMode } from "./protocol.ts";
import { Runner } from "./runner.ts";
import type { Simulation, Simulator, SimulatorDocument } from "./simulator.ts";

/**
 * A simulation of 1000 events per simulated second. Computing takes no real time: each event advances a fake
 * clock by `msPerEvent`.
 */
class FakeSimulation implements Simulation {
  static created: FakeSimulation[] = [];
  static msPerEvent = 0.001;
  static clockMs = 0;
  now = 0;
  duration: number;
  freed = false;
  stopped = false;
  recordsDecisions = false;
  /** The `maxEvents` of each call of `stepUntil`. */
  sliceSizes: number[] = [];

  constructor(text: string, recording: string) {
    const { duration, refuse } = JSON.parse(text) as { duration: number; refuse?: boolean };
    if (refuse) throw new Error(JSON.stringify({ issues: [{ path: "x", code: "y", message: "No." }] }));
    this.duration = duration;
    this.recording = recording;
    FakeSimulation.created.push(this);
  }
  recording: string;

  keepCheckpoints(): void {}
  stepUntil(t: number, maxEvents: number): Float64Array {
    this.sliceSizes.push(maxEvents);
    const end = Math.min(t, this.duration);
    const events = Math.min(maxEvents, Math.ceil((end - this.now) * 1000 - 1e-6));
    this.now = Math.min(end, this.now + events / 1000);
    FakeSimulation.clockMs += events * FakeSimulation.msPerEvent;
    // Imitates a trap, for the test that runs a simulation to this time.
    if (this.now > 1e6) throw new Error("unreachable executed");
    return Float64Array.of(this.now, events, this.now >= this.duration ? 1 : 0);
  }
  /** The documents of `addChanges`. */
  added: string[] = [];
  addChanges(later: string): void {
    this.added.push(later);
  }
  failure = (): string => "";
  directory = (): string => "[]";
  entities = (): string => '{"flows":["a"],"links":["forward"]}';
  readNew = (): Float64Array => new Float64Array(0);
  eventsNew = (): Float64Array => Float64Array.of(0, 0, 0);
  summary = (): string => JSON.stringify({ digest: `at ${this.now}` });
  resultId = (): string => "0123456789abcdef";
  packetHops = (): number => 7;
  near(t: number): FakeSimulation {
    const copy = new FakeSimulation(JSON.stringify({ duration: this.duration }), "");
    copy.now = Math.min(this.now, Math.floor(t));
    return copy;
  }
  recordDecisions(): void {
    this.recordsDecisions = true;
  }
  decisions = (flow: string): string =>
    JSON.stringify([{ t: this.now, flow, recorded: this.recordsDecisions }]);
  stopRecording(): void {
    this.stopped = true;
  }
  free(): void {
    if (this.freed) throw new Error("freed twice");
    this.freed = true;
  }
}

const verdict = { ok: true, issues: [], canonical: "{}", derived: {} };

/** A document that is always valid. If its text contains `refuse`, `FakeSimulation` throws issues. */
class FakeDocument implements SimulatorDocument {
  static textsRead: string[] = [];

  constructor(readonly text: string) {
    FakeDocument.textsRead.push(text);
  }
  verdict = (): string => JSON.stringify(verdict);
  rateSteps = (): string => "[]";
  simulation = (recording: string): FakeSimulation => new FakeSimulation(this.text, recording);
  free = (): void => undefined;
}

let posted: FromWorker[];
/** The function that the runner schedules: it computes one slice. */
let work: (() => void) | null;
/** Number of scheduled slices that have not run. */
let scheduled: number;
let runner: Runner;

const runSlice = (): boolean => {
  if (scheduled === 0) return false;
  scheduled -= 1;
  work?.();
  return true;
};
const runAllSlices = (): void => {
  for (let i = 0; i < 10_000 && runSlice(); i++);
};
const types = (): string[] => posted.map((message) => message.type);
const text = (duration: number, more: object = {}): string => JSON.stringify({ duration, ...more });
const load = (runId: string, duration: number, mode: RunMode = "live"): void =>
  runner.receive({ type: "load", runId, text: text(duration), bins: 64, mode });
const last = <T extends FromWorker["type"]>(type: T): FromWorker & { type: T } => {
  const found = posted.findLast((message): message is FromWorker & { type: T } => message.type === type);
  if (!found) throw new Error(`No ${type} was posted.`);
  return found;
};

beforeEach(() => {
  FakeSimulation.created = [];
  FakeDocument.textsRead = [];
  FakeSimulation.clockMs = 0;
  FakeSimulation.msPerEvent = 0.001;
  posted = [];
  work = null;
  scheduled = 0;
  const simulator: Simulator = {
    version: () => "0",
    Document: FakeDocument,
    memoryBytes: () => 65_536,
  };
  runner = new Runner(simulator, {
    post: (message) => posted.push(message),
    clockMs: () => FakeSimulation.clockMs,
    createScheduler: (run) => {
      work = run;
      return () => {
        scheduled += 1;
      };
    },
  });
});

test("a document that is loaded is read once", () => {
  load("a", 10);
  expect(FakeDocument.textsRead).toEqual([text(10)]);
  expect(last("started")).toMatchObject({ runId: "a", canonical: "{}", derived: {}, flows: ["a"] });
});

describe("slices", () => {
  test("have a duration of at most 5 ms", () => {
    load("a", 1e5);
    for (let i = 0; i < 20; i++) runSlice();
    const sim = FakeSimulation.created[0];
    expect(sim?.sliceSizes.at(-1)).toBe(5000);
    FakeSimulation.msPerEvent = 0.1;
    runSlice();
    runSlice();
    // 5 ms would be 50 events; 1000 is the smallest slice.
    expect(sim?.sliceSizes.at(-1)).toBe(1000);
  });

  test("are scheduled one at a time", () => {
    expect(scheduled).toBe(0);
    load("a", 1000);
    runner.receive({ type: "check", questionId: 1, text: "{}" });
    runner.receive({ type: "pause", paused: false });
    expect(scheduled).toBe(1);
    runAllSlices();
    expect(scheduled).toBe(0);
  });

  test("do not continue while the computation is paused", () => {
    load("a", 1000);
    runSlice();
    runner.receive({ type: "credit", runId: "a" });
    runSlice();
    const { now } = FakeSimulation.created[0] ?? { now: Number.NaN };
    runner.receive({ type: "pause", paused: true });
    runAllSlices();
    expect(FakeSimulation.created[0]?.now).toBe(now);
    expect(last("frame").computedTo).toBe(now);
    runner.receive({ type: "pause", paused: false });
    runAllSlices();
    runner.receive({ type: "credit", runId: "a" });
    runAllSlices();
    expect(types().at(-1)).toBe("done");
  });
});

describe("a driven run", () => {
  const advance = (until: number, later: string | null = null): void => {
    runner.receive({ type: "advance", runId: "a", until, later });
    runAllSlices();
  };

  test("is computed only as far as the page asks, with a frame at each of these times", () => {
    load("a", 10, "driven");
    runAllSlices();
    expect(types()).toEqual(["started"]);
    for (const until of [0.016, 0.033, 2]) {
      advance(until);
      expect(last("frame").computedTo).toBe(until);
      expect(FakeSimulation.created[0]?.now).toBe(until);
      runner.receive({ type: "credit", runId: "a" });
      runAllSlices();
    }
    expect(types()).toEqual(["started", "frame", "frame", "frame"]);
  });

  test("ends with its result when the page has asked for its end", () => {
    load("a", 1, "driven");
    advance(1);
    expect(types()).toEqual(["started", "frame", "done"]);
    expect(FakeSimulation.created[0]?.freed).toBe(true);
  });

  test("gets the changes before it is computed further", () => {
    load("a", 10, "driven");
    advance(1);
    advance(2, "later");
    expect(FakeSimulation.created[0]?.added).toEqual(["later"]);
    runner.receive({ type: "advance", runId: "other", until: 3, later: "other" });
    runAllSlices();
    expect(FakeSimulation.created[0]?.now).toBe(2);
    expect(FakeSimulation.created[0]?.added).toEqual(["later"]);
  });
});

describe("frames", () => {
  test("are sent only if the page is ready for them (credit)", () => {
    load("a", 1000);
    runAllSlices();
    expect(types()).toEqual(["started", "frame"]);
    expect(FakeSimulation.created[0]?.now).toBe(1000);
    runner.receive({ type: "credit", runId: "other" });
    runAllSlices();
    expect(types()).toEqual(["started", "frame"]);
    runner.receive({ type: "credit", runId: "a" });
    runAllSlices();
    expect(types()).toEqual(["started", "frame", "frame", "done"]);
    expect(last("frame").computedTo).toBe(1000);
    expect(last("done").outcome).toMatchObject({ resultId: "0123456789abcdef", packetHops: 7 });
    expect(last("done").memoryBytes).toBe(65_536);
  });

  test("are sent at the end of the first slice after 33 ms", () => {
    FakeSimulation.msPerEvent = 0.0001;
    load("a", 1e5);
    const times: number[] = [];
    for (let i = 0; i < 400; i++) {
      const before = posted.length;
      runSlice();
      if (posted.slice(before).some((message) => message.type === "frame"))
        times.push(FakeSimulation.clockMs);
      runner.receive({ type: "credit", runId: "a" });
    }
    expect(types()).not.toContain("done");
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps.length).toBeGreaterThan(20);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(33);
    // A slice takes about 5 ms; 8 ms leave a margin.
    expect(Math.max(...gaps)).toBeLessThanOrEqual(33 + 8);
  });

  test("depend on the mode of the run", () => {
    load("a", 100, "whole");
    runAllSlices();
    expect(types()).toEqual(["started", "frame", "done"]);
    posted = [];
    load("b", 100, "result");
    runAllSlices();
    expect(types()).toEqual(["done"]);
    expect(FakeSimulation.created.every((sim) => sim.freed)).toBe(true);
  });
});

describe("runs that are replaced, refused or crash", () => {
  test("a replaced run posts no more messages", () => {
    load("a", 1000, "preview");
    runSlice();
    posted = [];
    load("b", 1000);
    runSlice();
    load("c", 1000);
    expect(posted.filter((message) => "runId" in message && message.runId === "a")).toEqual([]);
    const [a, b] = FakeSimulation.created;
    expect([a?.freed, b?.freed, b?.stopped]).toEqual([true, false, true]);
    runner.receive({ type: "forget", runId: "b" });
    expect(b?.freed).toBe(true);
  });

  test("only the two latest past runs are kept", () => {
    for (const id of ["a", "b", "c", "d"]) load(id, 1000);
    expect(FakeSimulation.created.map((sim) => sim.freed)).toEqual([true, false, false, false]);
  });

  test("a refused document is reported with its issues", () => {
    runner.receive({ type: "load", runId: "a", text: text(1, { refuse: true }), bins: 64, mode: "live" });
    expect(last("failed").failure).toMatchObject({
      kind: "invalid",
      message: "No.",
      issues: [{ path: "x" }],
    });
    expect(scheduled).toBe(0);
  });

  test("a refused document leaves the run that is being computed alone", () => {
    load("a", 1000);
    runSlice();
    runner.receive({ type: "load", runId: "b", text: text(1, { refuse: true }), bins: 64, mode: "live" });
    expect(last("failed").runId).toBe("b");
    runAllSlices();
    expect(FakeSimulation.created[0]).toMatchObject({ now: 1000, stopped: false, freed: false });
    expect(types().filter((type) => type === "crashed")).toEqual([]);
  });

  test("a trap is reported once", () => {
    FakeSimulation.msPerEvent = 1e-9;
    load("a", 1e7);
    runAllSlices();
    expect(last("crashed")).toMatchObject({ runId: "a", message: "unreachable executed" });
    posted = [];
    load("b", 10);
    runAllSlices();
    expect(posted).toEqual([]);
    runner.receive({ type: "ping", questionId: 3 });
    expect(posted).toEqual([{ type: "pong", questionId: 3 }]);
  });
});

describe("questions", () => {
  test("are answered from copies of a run that is being computed", () => {
    load("a", 100);
    for (let i = 0; i < 30; i++) runSlice();
    posted = [];
    const now = FakeSimulation.created[0]?.now ?? 0;
    expect(now).toBeGreaterThan(50);
    runner.receive({ type: "summary", questionId: 5, runId: "a", text: text(100), at: 42.5 });
    runner.receive({
      type: "explain",
      questionId: 6,
      runId: "a",
      text: text(100),
      flow: "f",
      from: 10,
      to: 12,
    });
    runAllSlices();
    expect(last("summarised")).toMatchObject({ questionId: 5, summary: { digest: "at 42.5" } });
    expect(last("explained").decisions).toEqual([{ t: 12, flow: "f", recorded: true }]);
    expect(FakeSimulation.created.slice(1).map((sim) => sim.freed)).toEqual([true, true]);
  });

  test("about a run whose simulation is not kept create the simulation, advance it as far as needed and keep it", () => {
    runner.receive({ type: "summary", questionId: 5, runId: "a", text: text(5000), at: 42 });
    runAllSlices();
    expect(last("summarised").summary.digest).toBe("at 42");
    expect(FakeSimulation.created.length).toBe(2);
    expect(FakeSimulation.created[0]).toMatchObject({ now: 42, freed: false });
    runner.receive({ type: "summary", questionId: 6, runId: "a", text: text(5000), at: 40 });
    runAllSlices();
    expect(last("summarised").summary.digest).toBe("at 40");
    expect(FakeSimulation.created.length).toBe(3);
    runner.receive({ type: "summary", questionId: 7, runId: "a", text: text(5000), at: 50.5 });
    runAllSlices();
    expect(last("summarised").summary.digest).toBe("at 50.5");
    expect(FakeSimulation.created[0]).toMatchObject({ now: 50.5, freed: false });
  });

  test("about times that are not numbers are answered", () => {
    runner.receive({ type: "summary", questionId: 5, runId: "a", text: text(100), at: Number.NaN });
    runAllSlices();
    expect(last("summarised")).toMatchObject({ questionId: 5 });
    expect(runSlice()).toBe(false);
  });

  test("about a run that is forgotten before the answer are refused", () => {
    load("a", 1000);
    runSlice();
    runSlice();
    FakeSimulation.msPerEvent = 1;
    runner.receive({ type: "summary", questionId: 5, runId: "b", text: text(1e5), at: 1e5 });
    runSlice();
    runSlice();
    runner.receive({ type: "forget", runId: "b" });
    expect(last("refused")).toMatchObject({ questionId: 5 });
    expect(FakeSimulation.created[1]?.freed).toBe(true);
  });
});
