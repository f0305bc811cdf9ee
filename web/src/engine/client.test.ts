import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { FakeWorker, frame, invalid, opening, outcome } from "./testing.ts";
import type { EngineClient } from "./types.ts";

let workers: FakeWorker[];
/** The functions that the client wants to be called with the next animation frame. */
let frameCallbacks: (() => void)[];
let client: EngineClient;
let log: string[];

const worker = (index = workers.length - 1): FakeWorker => {
  const found = workers[index];
  if (!found) throw new Error("There is no such worker.");
  return found;
};

/** Loads a run, which the worker starts. */
const start = (runId: string): void => {
  void client.load("{}", runId);
  worker().emit({ type: "started", runId, ...opening });
};

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  frameCallbacks = [];
  log = [];
  const spawn = (): FakeWorker => {
    const fake = new FakeWorker();
    workers.push(fake);
    return fake;
  };
  client = createClient(
    { spawn, url: "sim.wasm" },
    { poolSize: 2, onNextFrame: (work) => frameCallbacks.push(work) },
  );
  client.subscribe({
    frame: (id, record) => log.push(`frame ${id} ${record.computedTo}`),
    progress: (id, to, duration) => log.push(`progress ${id} ${to}/${duration}`),
    done: (id, { resultId }) => log.push(`done ${id} ${resultId}`),
    failed: (id, { kind }) => log.push(`failed ${id} ${kind}`),
  });
});

afterEach(() => {
  client.dispose();
  vi.useRealTimers();
});

describe("runs", () => {
  test("listeners are notified of a run's frames, progress and end", async () => {
    const verdict = client.load("{}", "a");
    expect(worker().last("load")).toMatchObject({ runId: "a", bins: 2048, mode: "live" });
    worker().emit({ type: "started", runId: "a", ...opening });
    const { canonical, derived } = opening;
    expect(await verdict).toEqual({ ok: true, issues: [], canonical, derived });
    worker().emit({ type: "frame", runId: "a", ...frame(4) });
    expect(log).toEqual(["frame a 4", "progress a 4/10"]);
    worker().emit({ type: "done", runId: "a", outcome: outcome("0a") });
    expect(log.at(-1)).toBe("done a 0a");
    expect(client.record("a")?.outcome?.resultId).toBe("0a");
  });

  describe("after a run that took much memory", () => {
    const largeRun = (): void => {
      start("a");
      worker().emit({ type: "done", runId: "a", outcome: outcome("0a"), memoryBytes: 65 * 2 ** 20 });
    };

    test("the next run has a new worker", () => {
      largeRun();
      start("b");
      expect(workers).toHaveLength(2);
      expect(worker(0).terminated).toBe(true);
      worker(1).emit({ type: "done", runId: "b", outcome: outcome("0b"), memoryBytes: 3 * 2 ** 20 });
      expect(log.at(-1)).toBe("done b 0b");
      start("c");
      expect(workers).toHaveLength(2);
    });

    test("the new worker is asked about the earlier run", () => {
      largeRun();
      start("b");
      void client.summary("a", 4).catch(() => undefined);
      expect(worker(1).last("summary")).toMatchObject({ runId: "a", text: "{}" });
    });

    test("the worker first answers a question", () => {
      largeRun();
      void client.check("{}");
      start("b");
      expect(workers).toHaveLength(1);
    });
  });

  test("the worker gets credit for another frame with the next animation frame", () => {
    start("a");
    worker().emit({ type: "frame", runId: "a", ...frame(1) });
    expect(worker().all("credit")).toEqual([]);
    frameCallbacks.shift()?.();
    expect(worker().all("credit")).toEqual([{ type: "credit", runId: "a" }]);
    worker().emit({ type: "frame", runId: "a", ...frame(2) });
    start("b");
    frameCallbacks.shift()?.();
    expect(worker().all("credit")).toHaveLength(1);
  });

  test("late messages about a replaced run are not delivered", () => {
    start("a");
    worker().emit({ type: "frame", runId: "a", ...frame(1) });
    start("b");
    log.length = 0;
    worker().emit({ type: "frame", runId: "a", ...frame(2) });
    worker().emit({ type: "done", runId: "a", outcome: outcome("0a") });
    worker().emit({ type: "failed", runId: "a", failure: invalid });
    expect(log).toEqual([]);
    expect(client.record("a")?.computedTo).toBe(1);
    expect(client.record("a")?.outcome).toBeNull();
  });

  test("listeners are no longer notified of a run that was forgotten or cancelled", () => {
    start("a");
    client.cancel();
    expect(worker().last("cancel").runId).toBe("a");
    worker().emit({ type: "frame", runId: "a", ...frame(2) });
    void client.load("{}", "b");
    client.forget("b");
    worker().emit({ type: "started", runId: "b", ...opening });
    expect(worker().last("forget").runId).toBe("b");
    expect(log).toEqual([]);
    expect(client.record("b")).toBeUndefined();
    expect(client.record("a")).toBeDefined();
  });

  test("the verdict on a refused document has its issues", async () => {
    start("a");
    const verdict = client.load("{}", "b");
    worker().emit({ type: "failed", runId: "b", failure: invalid });
    expect(await verdict).toEqual({ ok: false, issues: invalid.issues, canonical: null, derived: null });
    expect(client.record("b")).toBeUndefined();
    worker().emit({ type: "frame", runId: "a", ...frame(2) });
    expect(log).toEqual(["frame a 2", "progress a 2/10"]);
  });

  test("a run that is cancelled before it starts is not computed", async () => {
    const verdict = client.load("{}", "a");
    client.cancel();
    expect(worker().last("cancel").runId).toBe("a");
    worker().emit({ type: "started", runId: "a", ...opening });
    expect((await verdict).ok).toBe(true);
    worker().emit({ type: "frame", runId: "a", ...frame(2) });
    expect(log).toEqual([]);
  });
});

describe("questions", () => {
  test("answers that arrive in another order than the questions are matched by id", async () => {
    const [first, second] = [client.check("1"), client.check("2")];
    const [a, b] = worker().all("check");
    const verdict = { ok: true, issues: [], canonical: "2", derived: null };
    worker().emit({ type: "checked", questionId: b?.questionId ?? 0, result: verdict });
    worker().emit({
      type: "checked",
      questionId: a?.questionId ?? 0,
      result: { ...verdict, canonical: "1" },
    });
    expect([(await first).canonical, (await second).canonical]).toEqual(["1", "2"]);
  });

  test("the client itself answers with the summary of a complete run", async () => {
    start("a");
    worker().emit({ type: "frame", runId: "a", ...frame(10) });
    worker().emit({ type: "done", runId: "a", outcome: outcome("0a") });
    expect((await client.summary("a")).digest).toBe("0a");
    const early = client.summary("a", 4);
    await Promise.resolve();
    const { questionId, at, text } = worker().last("summary");
    expect([at, text]).toEqual([4, "{}"]);
    worker().emit({ type: "summarised", questionId, runId: "a", summary: outcome("04").summary });
    expect((await early).digest).toBe("04");
    await expect(client.summary("nobody")).rejects.toThrow("no such run");
  });

  test("the promise of a refused question rejects with the reason", async () => {
    start("a");
    const decisions = client.explain("a", "far", 1, 2);
    await Promise.resolve();
    worker().emit({
      type: "refused",
      questionId: worker().last("explain").questionId,
      message: "There is no flow.",
    });
    await expect(decisions).rejects.toThrow("There is no flow.");
  });
});

describe("losing the worker", () => {
  test("a new worker takes over after a trap", async () => {
    worker().emitReady();
    await client.ready();
    start("a");
    worker().emit({ type: "frame", runId: "a", ...frame(3) });
    const verdict = client.check("{}");
    const decisions = client.explain("a", "near", 1, 2);
    decisions.catch(() => undefined);
    await Promise.resolve();
    worker().emit({ type: "crashed", runId: "a", message: "unreachable" });
    expect(workers).toHaveLength(2);
    expect(worker(0).terminated).toBe(true);
    expect(worker(1).last("init").module).not.toBeNull();
    expect(log.at(-1)).toBe("failed a crashed");
    expect(client.record("a")).toMatchObject({ computedTo: 3, failure: { kind: "crashed" } });
    await expect(decisions).rejects.toThrow("unreachable");
    worker(1).emitReady();
    const result = { ok: true, issues: [], canonical: "{}", derived: null };
    worker(1).emit({ type: "checked", questionId: worker(1).last("check").questionId, result });
    expect(await verdict).toEqual(result);
    start("b");
    worker(1).emit({ type: "frame", runId: "b", ...frame(1) });
    expect(log.at(-1)).toBe("progress b 1/10");
  });

  test.each(["check", "load"] as const)(
    "a %s that crashes two workers reports the crash as an issue",
    async (type) => {
      const verdict = type === "check" ? client.check("{}") : client.load("{}", "a");
      worker().emit({ type: "crashed", runId: null, message: "unreachable" });
      expect(worker().last(type).text).toBe("{}");
      worker().emit({ type: "crashed", runId: null, message: "unreachable" });
      expect((await verdict).issues).toMatchObject([{ code: "crashed" }]);
      expect(workers).toHaveLength(3);
    },
  );

  test("a worker that stops answering while an answer is pending is replaced", () => {
    worker().emitReady();
    start("a");
    vi.advanceTimersByTime(3000);
    expect(worker().all("ping").length).toBeGreaterThan(0);
    worker().emit({ type: "pong", questionId: 1 });
    vi.advanceTimersByTime(5000);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(2000);
    expect(workers).toHaveLength(2);
    expect(log.at(-1)).toBe("failed a crashed");
  });

  test("a silent worker is not replaced while no answer is pending", () => {
    worker().emitReady();
    start("a");
    client.setPaused(true);
    vi.advanceTimersByTime(60_000);
    expect(workers).toHaveLength(1);
    expect(log).toEqual([]);
  });

  test("if the browser cannot run the simulator, ready() rejects with the reason", async () => {
    const ready = client.ready();
    worker().emit({ type: "unusable", message: "This browser has no WebAssembly." });
    await expect(ready).rejects.toThrow("This browser has no WebAssembly.");
    expect(workers).toHaveLength(1);
    void client.load("{}", "a");
    expect(workers).toHaveLength(2);
  });
});

describe("runs on the pool of workers", () => {
  const flushPromises = async (): Promise<void> => {
    await vi.advanceTimersByTimeAsync(0);
  };

  test("the workers of the pool compute a batch, one job at a time per worker, with the compiled module", async () => {
    worker().emitReady();
    const results: string[] = [];
    const jobs = ["x", "y", "z"].map((id) => ({ id, text: id }));
    const batch = client.batch(jobs, (id, result) => results.push(`${id} ${"resultId" in result}`));
    await flushPromises();
    expect(workers).toHaveLength(3);
    expect(worker(1).last("init").module).not.toBeNull();
    expect(worker(1).last("load")).toMatchObject({ text: "x", mode: "result" });
    worker(2).emit({ type: "done", runId: worker(2).last("load").runId, outcome: outcome("02") });
    await flushPromises();
    expect(worker(2).last("load").text).toBe("z");
    worker(2).emit({ type: "failed", runId: worker(2).last("load").runId, failure: invalid });
    worker(1).emit({ type: "done", runId: worker(1).last("load").runId, outcome: outcome("01") });
    await batch.finished;
    expect(results).toEqual(["y true", "z false", "x true"]);
  });

  test("a cancelled batch reports no further results", async () => {
    worker().emitReady();
    const results: string[] = [];
    const batch = client.batch([{ id: "x", text: "x" }], (id) => results.push(id));
    await flushPromises();
    const { runId } = worker(1).last("load");
    batch.cancel();
    await batch.finished;
    worker(1).emit({ type: "done", runId, outcome: outcome("01") });
    expect(worker(1).last("forget").runId).toBe(runId);
    expect(results).toEqual([]);
  });

  test("computeRecord resolves with the complete record", async () => {
    worker().emitReady();
    const [first, second] = [client.computeRecord("1"), client.computeRecord("2")];
    second.catch(() => undefined);
    await flushPromises();
    worker(2).emit({ type: "crashed", runId: null, message: "unreachable" });
    await expect(second).rejects.toThrow("unreachable");
    const { runId } = worker(1).last("load");
    worker(1).emit({ type: "started", runId, ...opening });
    worker(1).emit({ type: "frame", runId, ...frame(10, [1, 0, 1, 1, 0, 5]) });
    worker(1).emit({ type: "done", runId, outcome: outcome("01") });
    const record = await first;
    expect(record.series("flow:near", "sent")?.bins).toBe(1);
    expect(record.outcome?.resultId).toBe("01");
    vi.advanceTimersByTime(30_000);
    expect(worker(1).terminated).toBe(true);
  });
});
