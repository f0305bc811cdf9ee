// Sessions that run experiments: the order of runs, killed workers, pauses, and the records that exist after
// a reload.
import { expect, test, vi } from "vitest";
import { type RunEnvironment, RunSession, type RunState } from "./runSession.ts";
import { FakePapers, MemoryStore } from "./testPapers.ts";

const scope = { experiment: "test", version: "1.0.0", definition: "abc", changes: [] };

/** Waits until everything has happened that can happen now. */
async function settle(): Promise<void> {
  for (let i = 0; i < 4; i += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

interface Setup {
  readonly papers: FakePapers;
  readonly store: MemoryStore;
  readonly session: RunSession<unknown>;
  readonly state: () => RunState<unknown>;
}

/** Each reading of the clock is `tickMs` later than the previous reading. */
function setup(store = new MemoryStore(), cores = 2, tickMs = 1000): Setup {
  const papers = new FakePapers();
  let time = 0;
  const environment: RunEnvironment = {
    program: papers.program,
    store,
    cores,
    now: () => {
      time += tickMs;
      return time;
    },
  };
  const session = new RunSession<unknown>(scope, environment, (text) => JSON.parse(text));
  return { papers, store, session, state: () => session.state.getState() };
}

test("the results arrive in the order of the cells", async () => {
  const { papers, session, state } = setup();
  await session.start(2);
  await settle();
  expect(papers.finish()).toBe('"large/1"');
  expect(papers.finish()).toBe('"small/1"');
  await settle();
  expect(state()).toMatchObject({ phase: "running", finished: 2, total: 4, completeSeeds: 1 });
  expect(state().secondsLeft).toBeGreaterThan(0);
  expect(papers.finish()).toBe('"large/2"');
  expect(papers.finish()).toBe('"small/2"');
  await settle();
  expect(state()).toMatchObject({ phase: "finished", finished: 4, completeSeeds: 2, secondsLeft: null });
  expect(state().results).toEqual([
    ["small/1", "small/2"],
    ["large/1", "large/2"],
  ]);
  // The workers of the runs have ended; the worker that reduces is still there.
  expect(papers.workers.filter(({ isTerminated }) => !isTerminated)).toHaveLength(1);
});

test("the worker that answers questions ends when nothing is asked", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { papers, session } = setup();
    const running = (): number => papers.workers.filter(({ isTerminated }) => !isTerminated).length;
    const outline = session.outline();
    await vi.advanceTimersByTimeAsync(0);
    await outline;
    expect(running()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(running()).toBe(0);
    // A later question starts another worker, which does not end before its answer.
    const unanswered = session.document({ cell: "small", seed: 1 }).catch(() => "cancelled");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(running()).toBe(1);
    session.cancel();
    expect(await unanswered).toBe("cancelled");
  } finally {
    vi.useRealTimers();
  }
});

test("runs that finish at the same moment are published together", async () => {
  const { papers, session, state } = setup(new MemoryStore(), 2, 0);
  await session.start(2);
  await settle();
  const published: number[] = [];
  session.state.subscribe((now, before) => {
    if (now.finished !== before.finished) published.push(now.finished);
  });
  for (let i = 0; i < 4; i += 1) {
    papers.finish();
    await settle();
  }
  expect(published).toEqual([1, 4]);
  expect(state()).toMatchObject({ phase: "finished", finished: 4, kept: 4 });
});

test("the run of a killed worker is made again", async () => {
  const { papers, store, session, state } = setup(new MemoryStore(), 1);
  await session.start(1);
  await settle();
  papers.finish();
  await settle();
  papers.kill();
  await settle();
  expect(store.records.size).toBe(1);
  expect(papers.finish()).toBe('"small/1"');
  await settle();
  expect(state()).toMatchObject({ phase: "finished", finished: 2, results: [["small/1"], ["large/1"]] });
});

test("a run whose workers end again and again fails the session with a message", async () => {
  const { papers, session, state } = setup(new MemoryStore(), 1);
  await session.start(1);
  for (let i = 0; i < 3; i += 1) {
    await settle();
    papers.kill();
  }
  await settle();
  expect(state().phase).toBe("failed");
  expect(state().message).toContain("large, seed 1");
});

test("after a reload only the runs that are missing are made", async () => {
  const before = setup();
  await before.session.start(1);
  await settle();
  before.papers.finish();
  await settle();
  const after = setup(before.store);
  await after.session.readKept();
  expect(after.state().kept).toBe(1);
  await after.session.start(1);
  await settle();
  expect(after.papers.runs).toHaveLength(1);
  expect(after.state()).toMatchObject({ finished: 1, total: 2 });
  after.papers.finish();
  await settle();
  expect(after.state()).toMatchObject({ phase: "finished", results: [["small/1"], ["large/1"]] });
});

test("a pause begins no runs", async () => {
  const { papers, session, state } = setup(new MemoryStore(), 1);
  await session.start(1);
  await settle();
  session.pause();
  expect(state().phase).toBe("pausing");
  papers.finish();
  await settle();
  expect(state()).toMatchObject({ phase: "paused", finished: 1 });
  expect(papers.runs).toHaveLength(0);
  session.resume();
  await settle();
  papers.finish();
  await settle();
  expect(state().phase).toBe("finished");
});

test("a cancelled session keeps finished runs", async () => {
  const { papers, store, session, state } = setup();
  await session.start(1);
  await settle();
  papers.finish();
  await settle();
  session.cancel();
  expect(papers.workers.every(({ isTerminated }) => isTerminated)).toBe(true);
  expect(state()).toMatchObject({ phase: "idle", kept: 1, results: null });
  await session.discard();
  expect(state().kept).toBe(0);
  expect(store.records.size).toBe(0);
});

test("the worker that reduces the runs is replaced when it ends", async () => {
  const { papers, session, state } = setup();
  const outline = session.outline();
  await settle();
  await outline;
  papers.end(0);
  expect(papers.workers[0]?.isTerminated).toBe(true);
  await session.start(1);
  await settle();
  papers.finish();
  papers.finish();
  await settle();
  expect(state()).toMatchObject({ phase: "finished", results: [["small/1"], ["large/1"]] });
});
