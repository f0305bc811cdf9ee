import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient } from "./client.ts";
import { type Asked, complete, FakeWorker, frame, invalid, opening, outcome } from "./testing.ts";
import type { EngineClient, RunHandle } from "./types.ts";

let workers: FakeWorker[];
/** Lets the client go on with the next animation frame. */
let frames: (() => void)[];
/** Called when a worker is lost, by worker. */
let ends: (() => void)[];
let client: EngineClient;

const worker = (index = workers.length - 1): FakeWorker => {
  const found = workers[index];
  if (!found) throw new Error("There is no such worker.");
  return found;
};

const flush = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
};

/** Opens a run, which the worker starts. */
async function start(text = "{}"): Promise<{ readonly run: RunHandle; readonly call: Asked<"open"> }> {
  const run = client.open(text);
  const call = worker().last("open");
  worker().frame(call, opening);
  await run.verdict;
  return { run, call };
}

beforeEach(async () => {
  vi.useFakeTimers();
  workers = [];
  frames = [];
  ends = [];
  const spawn = (): FakeWorker => {
    const fake = new FakeWorker();
    workers.push(fake);
    return fake;
  };
  client = createClient(
    {
      spawn,
      wasm: async () => ({ module: {} as WebAssembly.Module, script: null }),
      watch: (_lock, onEnd) => ends.push(onEnd),
    },
    { poolSize: 2, nextFrame: () => new Promise((resolve) => frames.push(resolve)) },
  );
  await flush();
  worker().emit({ type: "ready", isLocked: true });
});

afterEach(() => {
  client.dispose();
  vi.useRealTimers();
});

describe("runs", () => {
  test("a run has a verdict, frames and an end", async () => {
    const run = client.open("{}");
    const computed: number[] = [];
    run.subscribe(() => computed.push(run.record?.computedTo ?? Number.NaN));
    const call = worker().last("open");
    expect(call.argument).toMatchObject({ id: run.id, text: "{}", bins: 2048, mode: "live" });
    expect(run.record).toBeNull();
    worker().frame(call, opening);
    const { canonical, derived } = opening;
    expect(await run.verdict).toEqual({ ok: true, issues: [], canonical, derived });
    worker().frame(call, frame(4));
    expect(computed).toEqual([4]);
    worker().answer(call, complete("0a"));
    expect(await run.end).toMatchObject({ resultId: "0a" });
    expect(run.record?.outcome?.resultId).toBe("0a");
  });

  describe("after a run that took much memory", () => {
    const largeRun = async (): Promise<RunHandle> => {
      const { run, call } = await start();
      worker().answer(call, complete("0a", 65 * 2 ** 20));
      await run.end;
      return run;
    };

    test("the next run has a new worker, which waits for it", async () => {
      await largeRun();
      expect(workers).toHaveLength(2);
      const { run, call } = await start();
      expect(worker(0).terminated).toBe(true);
      worker(1).answer(call, complete("0b"));
      await run.end;
      await start();
      expect(workers).toHaveLength(2);
    });

    test("the new worker is asked about the earlier run", async () => {
      const run = await largeRun();
      await start();
      run.summary(4).catch(() => undefined);
      await flush();
      expect(worker(1).last("summary").argument).toMatchObject({ id: run.id, text: "{}" });
    });

    test("the worker first answers a question", async () => {
      await largeRun();
      void client.check("{}");
      client.open("{}");
      expect(worker(0).all("open")).toHaveLength(2);
      expect(worker(1).all("open")).toEqual([]);
    });
  });

  test("the worker gets credit for another frame with the next animation frame", async () => {
    const { call } = await start();
    const credits = (): unknown[] => worker().received.filter(({ type }) => type === "credit");
    expect(credits()).toEqual([]);
    worker().frame(call, frame(1));
    await flush();
    expect(credits()).toEqual([]);
    frames.shift()?.();
    await flush();
    expect(credits()).toEqual([{ type: "credit", number: call.number }]);
    worker().frame(call, frame(2));
    worker().answer(call, complete("0a"));
    frames.shift()?.();
    await flush();
    expect(credits()).toHaveLength(1);
  });

  test("a run that another run replaces has no end, and its record stays", async () => {
    const { run, call } = await start();
    worker().frame(call, frame(1));
    await start();
    worker().answer(call, { type: "stopped" });
    expect(await run.end).toBeNull();
    expect(run.record).toMatchObject({ computedTo: 1, outcome: null });
  });

  test("a run that is stopped gets no further frames", async () => {
    const { run, call } = await start();
    worker().frame(call, frame(1));
    run.stop();
    expect(await run.end).toBeNull();
    expect(worker().received.at(-1)).toEqual({ type: "cancel", number: call.number });
    worker().frame(call, frame(2));
    expect(run.record?.computedTo).toBe(1);
  });

  test("a run that is stopped before it starts has a verdict and is not computed", async () => {
    const run = client.open("{}");
    run.stop();
    const call = worker().last("open");
    worker().frame(call, opening);
    expect((await run.verdict).ok).toBe(true);
    expect(await run.end).toBeNull();
    expect(worker().received.at(-1)).toEqual({ type: "cancel", number: call.number });
  });

  test("a run that is disposed of is forgotten in the worker", async () => {
    const { run } = await start();
    const decisions = run.explain("near", 1, 2);
    run.dispose();
    await expect(decisions).rejects.toThrow("no longer kept");
    await flush();
    expect(worker().last("forget").argument).toBe(run.id);
  });

  test("the verdict on a refused document has its issues", async () => {
    const { run: current, call } = await start();
    const run = client.open("{}");
    worker().answer(worker().last("open"), { type: "refused", issues: invalid });
    expect(await run.verdict).toEqual({ ok: false, issues: invalid, canonical: null, derived: null });
    expect(await run.end).toMatchObject({ kind: "invalid", message: "No." });
    worker().frame(call, frame(2));
    expect(current.record?.computedTo).toBe(2);
  });
});

describe("questions", () => {
  test("a complete run itself answers with its summary", async () => {
    const { run, call } = await start();
    worker().frame(call, frame(10));
    worker().answer(call, complete("0a"));
    await run.end;
    expect((await run.summary(10)).result_id).toBe("0a");
    const early = run.summary(4);
    await flush();
    expect(worker().last("summary").argument).toMatchObject({ at: 4, text: "{}" });
    worker().answer(worker().last("summary"), outcome("04").summary);
    expect((await early).result_id).toBe("04");
  });

  test("the promise of a refused question rejects with the reason", async () => {
    const { run } = await start();
    const decisions = run.explain("far", 1, 2);
    const { number } = worker().last("explain");
    worker().emit({ type: "refusal", number, message: "There is no flow.", isFault: false });
    await expect(decisions).rejects.toThrow("There is no flow.");
  });
});

describe("losing the worker", () => {
  test("a new worker takes over after a trap", async () => {
    const { run, call } = await start();
    worker().frame(call, frame(3));
    const verdict = client.check("{}");
    worker().crash(call);
    expect(worker(0).terminated).toBe(true);
    expect(await run.end).toMatchObject({ kind: "crashed" });
    expect(run.record).toMatchObject({ computedTo: 3, outcome: null });
    expect(workers).toHaveLength(2);
    const result = { ok: true, issues: [], canonical: "{}", derived: null };
    worker(1).answer(worker(1).last("check"), result);
    expect(await verdict).toEqual(result);
    const next = await start();
    worker(1).frame(next.call, frame(1));
    expect(next.run.record?.computedTo).toBe(1);
  });

  test.each(["check", "open"] as const)(
    "a %s whose workers end twice reports this as an issue",
    async (name) => {
      const verdict = name === "check" ? client.check("{}") : client.open("{}").verdict;
      ends[0]?.();
      await flush();
      expect(worker().all(name)).toHaveLength(1);
      worker().emit({ type: "ready", isLocked: true });
      ends[1]?.();
      expect((await verdict).issues).toMatchObject([{ code: "crashed" }]);
      expect(workers).toHaveLength(2);
    },
  );

  test("a run whose worker has ended fails with a message, and nothing is computed twice", async () => {
    const { run } = await start();
    ends[0]?.();
    expect(await run.end).toMatchObject({ kind: "crashed", message: expect.stringContaining("are kept") });
    expect(workers).toHaveLength(1);
  });

  test("the end of a worker without a lock is not noticed by mistake", async () => {
    const other = createClient({
      spawn: () => worker(workers.push(new FakeWorker()) - 1),
      wasm: null,
      watch: (_lock, onEnd) => onEnd(),
    });
    worker().emit({ type: "ready", isLocked: false });
    const verdict = other.check("{}");
    worker().answer(worker().last("check"), { ok: true, issues: [], canonical: "{}", derived: null });
    expect((await verdict).ok).toBe(true);
    other.dispose();
  });

  test("if the browser cannot run the simulator, ready() rejects with the reason", async () => {
    const ready = client.ready();
    worker().emit({ type: "unusable", message: "This browser has no WebAssembly." });
    await expect(ready).rejects.toThrow("This browser has no WebAssembly.");
    expect(workers).toHaveLength(1);
    client.open("{}");
    expect(workers).toHaveLength(2);
  });
});

describe("runs on the pool of workers", () => {
  test("the workers of the pool compute a batch, one job at a time per worker", async () => {
    const results: string[] = [];
    const jobs = ["x", "y", "z"].map((id) => ({ id, text: id }));
    const batch = client.batch(jobs, (id, result) => results.push(`${id} ${"resultId" in result}`));
    await flush();
    expect(workers).toHaveLength(3);
    expect(worker(1).last("open").argument).toMatchObject({ text: "x", mode: "result" });
    worker(2).answer(worker(2).last("open"), complete("02"));
    await flush();
    expect(worker(2).last("open").argument.text).toBe("z");
    worker(2).answer(worker(2).last("open"), { type: "refused", issues: invalid });
    await flush();
    worker(1).answer(worker(1).last("open"), complete("01"));
    await batch.finished;
    expect(results).toEqual(["y true", "z false", "x true"]);
  });

  test("a cancelled batch reports no further results", async () => {
    const results: string[] = [];
    const batch = client.batch([{ id: "x", text: "x" }], (id) => results.push(id));
    await flush();
    const call = worker(1).last("open");
    batch.cancel();
    await batch.finished;
    worker(1).answer(call, complete("01"));
    expect(worker(1).received.at(-1)).toEqual({ type: "cancel", number: call.number });
    expect(results).toEqual([]);
  });

  test("computeRecord resolves with the complete record", async () => {
    const [first, second] = [client.computeRecord("1"), client.computeRecord("2")];
    second.catch(() => undefined);
    await flush();
    worker(2).crash(worker(2).last("open"));
    await expect(second).rejects.toThrow("unreachable");
    const call = worker(1).last("open");
    worker(1).frame(call, opening);
    worker(1).frame(call, frame(10, [1, 0, 1, 1, 0, 5]));
    worker(1).answer(call, complete("01"));
    const record = await first;
    expect(record.series("flow:near", "sent")?.bins).toBe(1);
    expect(record.outcome?.resultId).toBe("01");
    await vi.advanceTimersByTimeAsync(30_000);
    expect(worker(1).terminated).toBe(true);
  });
});
