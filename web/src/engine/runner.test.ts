import { beforeEach, describe, expect, test } from "vitest";
import { Runner } from "./runner.ts";
import type { Opened, Refused, Simulation, Simulator } from "./simulator.ts";
import type { RunEnd, RunFrame, SimulatorCalls } from "./simulatorCalls.ts";
import { opening, outcome } from "./testing.ts";
import type { RunMode } from "./types.ts";
import type { CallContext } from "./workers/serve.ts";

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

  constructor(duration: number) {
    this.duration = duration;
    FakeSimulation.created.push(this);
  }

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
  failure = (): null => null;
  readNew = (): Float64Array => new Float64Array(0);
  eventsNew = (): Float64Array => Float64Array.of(0, 0, 0);
  summary = () => ({ ...outcome("").summary, result_id: `at ${this.now}` });
  resultId = (): string => "0123456789abcdef";
  packetHops = (): number => 7;
  near(t: number): FakeSimulation {
    const copy = new FakeSimulation(this.duration);
    copy.now = Math.min(this.now, Math.floor(t));
    return copy;
  }
  recordDecisions(): void {
    this.recordsDecisions = true;
  }
  decisions = (flow: string) => [
    { t: this.now, by: flow, kind: Number(this.recordsDecisions), values: [], said: null },
  ];
  recordLines(): void {}
  programState = (): null => null;
  stopRecording(): void {
    this.stopped = true;
  }
  free(): void {
    if (this.freed) throw new Error("freed twice");
    this.freed = true;
  }
}

/** The texts of the documents that were read. */
let textsRead: string[];

/** Opens the run of a document with a duration, unless the document is to be refused. */
function openFake(text: string): Opened | Refused {
  textsRead.push(text);
  const { duration, refuse, series } = JSON.parse(text) as {
    duration: number;
    refuse?: boolean;
    series?: number;
  };
  if (refuse) return { ok: false, issues: [{ path: "x", code: "y", message: "No." }] };
  const directory = series === undefined ? opening.directory : new Array(series).fill(opening.directory[0]);
  return { ...opening, directory, ok: true, duration, simulation: new FakeSimulation(duration) };
}

/** A call of the page: its frames, and its answer or error when there is one. */
interface Made<Answer> {
  readonly frames: RunFrame[];
  answer: Answer | null;
  error: unknown;
  credit(): void;
  cancel(): void;
}

let runner: Runner;
/** The turns for which the runner waits. */
let turns: (() => void)[];

/** Lets everything happen that can happen in this turn. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls the runner as a worker does. */
function call<Name extends keyof SimulatorCalls>(
  name: Name,
  argument: SimulatorCalls[Name]["argument"],
): Made<SimulatorCalls[Name]["answer"]> {
  let listen: (change: "credit" | "cancel") => void = () => undefined;
  let isCancelled = false;
  const made: Made<SimulatorCalls[Name]["answer"]> = {
    frames: [],
    answer: null,
    error: null,
    credit: () => listen("credit"),
    cancel: () => {
      isCancelled = true;
      listen("cancel");
    },
  };
  const context: CallContext<RunFrame> = {
    isCancelled: () => isCancelled,
    transfer: () => undefined,
    send: (frame) => made.frames.push(frame),
    listen: (onChange) => {
      listen = onChange;
    },
  };
  // The type of the handler of a name that is not known here is the union of all handlers.
  const handler = runner.handlers[name] as (argument: unknown, context: CallContext<RunFrame>) => unknown;
  Promise.resolve()
    .then(() => handler(argument, context))
    .then(
      (answer) => {
        made.answer = answer as SimulatorCalls[Name]["answer"];
      },
      (error: unknown) => {
        made.error = error;
      },
    );
  return made;
}

const text = (duration: number, more: object = {}): string => JSON.stringify({ duration, ...more });

/** Opens a run. */
async function open(
  id: string,
  duration: number,
  mode: RunMode = "live",
  more: object = {},
): Promise<Made<RunEnd>> {
  const made = call("open", { id, text: text(duration, more), bins: 64, mode });
  await settle();
  return made;
}

/** Ends a turn. Returns whether the runner waited for one. */
async function runSlice(): Promise<boolean> {
  const next = turns.shift();
  next?.();
  await settle();
  return next !== undefined;
}
const runAllSlices = async (): Promise<void> => {
  for (let i = 0; i < 10_000 && (await runSlice()); i++);
};
const typesOf = ({ frames }: Made<RunEnd>): string[] => frames.map(({ type }) => type);
const lastData = ({ frames }: Made<RunEnd>): RunFrame & { type: "data" } => {
  const found = frames.findLast((frame): frame is RunFrame & { type: "data" } => frame.type === "data");
  if (!found) throw new Error("No data were sent.");
  return found;
};

beforeEach(() => {
  FakeSimulation.created = [];
  FakeSimulation.clockMs = 0;
  FakeSimulation.msPerEvent = 0.001;
  textsRead = [];
  turns = [];
  const simulator: Simulator = {
    version: () => "0",
    check: () => ({ ok: true, issues: [], canonical: "{}", derived: null }),
    open: openFake,
    compileProgram: () => {
      throw new Error("not used");
    },
    memoryBytes: () => 65_536,
  };
  runner = new Runner(simulator, {
    clockMs: () => FakeSimulation.clockMs,
    nextTurn: () => new Promise((resolve) => turns.push(resolve)),
  });
});

test("a document that is opened is read once", async () => {
  const run = await open("a", 10);
  expect(textsRead).toEqual([text(10)]);
  expect(run.frames).toMatchObject([{ type: "opening", canonical: '{"v":1}', flows: ["near"] }]);
  expect(run.frames[0]).not.toHaveProperty("simulation");
});

describe("slices", () => {
  test("have a duration of at most 5 ms", async () => {
    await open("a", 1e5);
    for (let i = 0; i < 20; i++) await runSlice();
    const sim = FakeSimulation.created[0];
    expect(sim?.sliceSizes.at(-1)).toBe(5000);
    FakeSimulation.msPerEvent = 0.1;
    await runSlice();
    await runSlice();
    // 5 ms would be 50 events; 1000 is the smallest slice.
    expect(sim?.sliceSizes.at(-1)).toBe(1000);
  });

  test("end when a run waits for the page", async () => {
    await open("a", 1000);
    await runAllSlices();
    expect(turns).toEqual([]);
  });
});

describe("a driven run", () => {
  const advance = async (until: number, later: string | null = null): Promise<void> => {
    call("advance", { id: "a", until, later });
    await settle();
    await runAllSlices();
  };

  test("is computed only as far as the page asks, with a frame at each of these times", async () => {
    const run = await open("a", 10, "driven");
    await runAllSlices();
    expect(typesOf(run)).toEqual(["opening"]);
    for (const until of [0.016, 0.033, 2]) {
      await advance(until);
      expect(lastData(run).computedTo).toBe(until);
      expect(FakeSimulation.created[0]?.now).toBe(until);
      run.credit();
      await settle();
      await runAllSlices();
    }
    expect(typesOf(run)).toEqual(["opening", "data", "data", "data"]);
  });

  test("ends with its result when the page has asked for its end", async () => {
    const run = await open("a", 1, "driven");
    await runAllSlices();
    await advance(1);
    expect(typesOf(run)).toEqual(["opening", "data"]);
    expect(run.answer).toMatchObject({ type: "complete" });
    expect(FakeSimulation.created[0]?.freed).toBe(true);
  });

  test("gets the changes before it is computed further", async () => {
    await open("a", 10, "driven");
    await runAllSlices();
    await advance(1);
    await advance(2, "later");
    expect(FakeSimulation.created[0]?.added).toEqual(["later"]);
    call("advance", { id: "other", until: 3, later: "other" });
    await settle();
    await runAllSlices();
    expect(FakeSimulation.created[0]?.now).toBe(2);
    expect(FakeSimulation.created[0]?.added).toEqual(["later"]);
  });
});

describe("frames", () => {
  test("are sent only if the page is ready for them (credit)", async () => {
    const run = await open("a", 1000);
    await runAllSlices();
    expect(typesOf(run)).toEqual(["opening", "data"]);
    expect(FakeSimulation.created[0]?.now).toBe(1000);
    expect(run.answer).toBeNull();
    run.credit();
    await settle();
    await runAllSlices();
    expect(typesOf(run)).toEqual(["opening", "data", "data"]);
    expect(lastData(run).computedTo).toBe(1000);
    expect(run.answer).toMatchObject({
      type: "complete",
      outcome: { resultId: "0123456789abcdef", packetHops: 7 },
      memoryBytes: 65_536,
    });
  });

  test.each([
    [2, 33],
    [3000, 100],
  ])("of %i series are sent at the end of the first slice after %i ms", async (series, gap) => {
    FakeSimulation.msPerEvent = 0.0001;
    const run = await open("a", 1e5, "live", { series });
    const times: number[] = [];
    for (let i = 0; i < 400; i++) {
      const before = run.frames.length;
      await runSlice();
      if (run.frames.length > before) times.push(FakeSimulation.clockMs);
      run.credit();
    }
    expect(run.answer).toBeNull();
    const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect(gaps.length).toBeGreaterThan(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(gap);
    // A slice takes about 5 ms; 8 ms leave a margin.
    expect(Math.max(...gaps)).toBeLessThanOrEqual(gap + 8);
  });

  test("depend on the mode of the run", async () => {
    const whole = await open("a", 100, "whole");
    await runAllSlices();
    expect(typesOf(whole)).toEqual(["opening", "data"]);
    const result = await open("b", 100, "result");
    await runAllSlices();
    expect(typesOf(result)).toEqual([]);
    expect([whole.answer?.type, result.answer?.type]).toEqual(["complete", "complete"]);
    expect(FakeSimulation.created.every((sim) => sim.freed)).toBe(true);
  });
});

describe("runs that are replaced, stopped, refused or crash", () => {
  test("a replaced run sends nothing more", async () => {
    const a = await open("a", 1000, "preview");
    await runSlice();
    const sent = a.frames.length;
    await open("b", 1000);
    await runAllSlices();
    await open("c", 1000);
    await runAllSlices();
    expect(a.frames).toHaveLength(sent);
    expect(a.answer).toEqual({ type: "stopped" });
    const [first, second] = FakeSimulation.created;
    expect([first?.freed, second?.freed, second?.stopped]).toEqual([true, false, true]);
    call("forget", "b");
    await settle();
    expect(second?.freed).toBe(true);
  });

  test("a run that the page stops is kept to answer questions", async () => {
    const a = await open("a", 1e6);
    await runSlice();
    a.cancel();
    await runAllSlices();
    expect(turns).toEqual([]);
    const sim = FakeSimulation.created[0];
    expect(sim).toMatchObject({ stopped: true, freed: false });
    expect(sim?.now).toBeLessThan(1e6);
  });

  test("only the two latest past runs are kept", async () => {
    for (const id of ["a", "b", "c", "d"]) await open(id, 1000);
    expect(FakeSimulation.created.map((sim) => sim.freed)).toEqual([true, false, false, false]);
  });

  test("a refused document is reported with its issues", async () => {
    const refused = call("open", { id: "a", text: text(1, { refuse: true }), bins: 64, mode: "live" });
    await settle();
    expect(refused.answer).toEqual({
      type: "refused",
      issues: [{ path: "x", code: "y", message: "No." }],
    });
    expect(turns).toEqual([]);
  });

  test("a refused document leaves the run that is being computed alone", async () => {
    await open("a", 1000);
    await runSlice();
    call("open", { id: "b", text: text(1, { refuse: true }), bins: 64, mode: "live" });
    await settle();
    await runAllSlices();
    expect(FakeSimulation.created[0]).toMatchObject({ now: 1000, stopped: false, freed: false });
  });

  test("a trap ends the call with the error", async () => {
    FakeSimulation.msPerEvent = 1e-9;
    const run = await open("a", 1e7);
    await runAllSlices();
    run.credit();
    await runAllSlices();
    expect(run.error).toEqual(new Error("unreachable executed"));
  });
});

describe("questions", () => {
  test("are answered from copies of a run that is being computed, which waits", async () => {
    await open("a", 100);
    for (let i = 0; i < 12; i++) await runSlice();
    const now = FakeSimulation.created[0]?.now ?? 0;
    expect(now).toBeGreaterThan(50);
    const summary = call("summary", { id: "a", text: text(100), at: 42.5 });
    const explained = call("explain", { id: "a", text: text(100), flow: "f", from: 10, to: 12 });
    await settle();
    await runAllSlices();
    expect(summary.answer).toMatchObject({ result_id: "at 42.5" });
    expect(explained.answer).toMatchObject([{ t: 12, by: "f", kind: 1 }]);
    expect(FakeSimulation.created.slice(1).map((sim) => sim.freed)).toEqual([true, true]);
    expect(FakeSimulation.created[0]?.now).toBe(100);
  });

  test("about a run whose simulation is not kept create the simulation, advance it as far as needed and keep it", async () => {
    const digestAt = async (at: number): Promise<string | undefined> => {
      const asked = call("summary", { id: "a", text: text(5000), at });
      await settle();
      await runAllSlices();
      return asked.answer?.result_id;
    };
    expect(await digestAt(42)).toBe("at 42");
    expect(FakeSimulation.created.length).toBe(2);
    expect(FakeSimulation.created[0]).toMatchObject({ now: 42, freed: false });
    expect(await digestAt(40)).toBe("at 40");
    expect(FakeSimulation.created.length).toBe(3);
    expect(await digestAt(50.5)).toBe("at 50.5");
    expect(FakeSimulation.created[0]).toMatchObject({ now: 50.5, freed: false });
  });

  test("about times that are not numbers are answered", async () => {
    const asked = call("summary", { id: "a", text: text(100), at: Number.NaN });
    await settle();
    await runAllSlices();
    expect(asked.answer).not.toBeNull();
    expect(turns).toEqual([]);
  });

  test("that are cancelled free their simulation, and later questions are answered", async () => {
    FakeSimulation.msPerEvent = 1;
    const cancelled = call("summary", { id: "b", text: text(1e5), at: 1e5 });
    await settle();
    await runSlice();
    cancelled.cancel();
    const next = call("summary", { id: "c", text: text(2), at: 1 });
    await settle();
    await runAllSlices();
    expect(cancelled.answer).toBeNull();
    expect(FakeSimulation.created[0]?.freed).toBe(true);
    expect(next.answer).toMatchObject({ result_id: "at 1" });
  });
});
