// A client and the handlers of a worker, joined without a browser's worker.
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Call, CallMessage, ReplyMessage } from "./calls.ts";
import {
  askOnce,
  type CallableWorker,
  WorkerClient,
  WorkerLost,
  type WorkerProgram,
  WorkerUnusable,
} from "./client.ts";
import { type CallContext, type Handlers, serveCalls } from "./serve.ts";

type TestCalls = {
  readonly count: Call<number, string, number>;
  readonly double: Call<number, number>;
  readonly slow: Call<string, string>;
  readonly fail: Call<string, never>;
};

interface Scope {
  onmessage: ((event: MessageEvent<CallMessage>) => void) | null;
  postMessage(message: ReplyMessage, transfer?: Transferable[]): void;
}

/** Calls to `slow` that wait for the test. */
const slow: { readonly context: CallContext; finish(answer: string): void }[] = [];

/** The context of the latest call to `count`, and the changes that it was notified of. */
let counting: { readonly context: CallContext<number>; readonly changes: string[] } | null = null;

const handlers: Handlers<TestCalls> = {
  count: (to, context) => {
    const changes: string[] = [];
    counting = { context, changes };
    for (let i = 1; i <= to; i += 1) context.send(i);
    return new Promise((resolve) =>
      context.listen((change) => {
        changes.push(change);
        resolve("counted");
      }),
    );
  },
  double: (n) => n * 2,
  slow: (_, context) => new Promise((resolve) => slow.push({ context, finish: resolve })),
  fail: (message) => {
    throw new Error(message);
  },
};

/** A worker that `serveCalls` serves. */
class JoinedWorker implements CallableWorker {
  onmessage: ((event: MessageEvent<ReplyMessage>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  isTerminated = false;
  lock = "";
  readonly #scope: Scope = {
    onmessage: null,
    postMessage: (message) =>
      queueMicrotask(() => this.onmessage?.({ data: message } as MessageEvent<ReplyMessage>)),
  };

  constructor(create: () => Handlers<TestCalls>) {
    // All workers of a test share the global object, so its message handler must be set to that of this
    // worker.
    const scope = this.#scope;
    vi.stubGlobal("self", {
      set onmessage(receive: Scope["onmessage"]) {
        scope.onmessage = receive;
      },
      postMessage: scope.postMessage,
    });
    serveCalls<TestCalls>(create);
  }

  postMessage(message: CallMessage): void {
    if (message.type === "open") this.lock = message.lock;
    queueMicrotask(() => this.#scope.onmessage?.({ data: message } as MessageEvent<CallMessage>));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

let worker: JoinedWorker;
const ends = new Map<string, () => void>();

const programOf = (create: () => Handlers<TestCalls> = () => handlers): WorkerProgram => ({
  spawn: () => {
    worker = new JoinedWorker(create);
    return worker;
  },
  wasm: null,
  watch: (lock, onEnd) => ends.set(lock, onEnd),
});

beforeEach(() => {
  vi.stubGlobal("navigator", {
    locks: {
      request: async (_name: string, hold: () => unknown) => hold(),
    },
  });
  slow.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (): WorkerClient<TestCalls> => new WorkerClient<TestCalls>(programOf());
const untilAsked = (calls: number): Promise<void> =>
  vi.waitFor(() => expect(slow.length).toBe(calls), { interval: 1 });

test("a call returns the answer of its handler", async () => {
  const client = open();
  expect(await Promise.all([client.ask("double", 2), client.ask("double", 5)])).toEqual([4, 10]);
});

test("answers belong to their calls, in whatever order the worker gives them", async () => {
  const client = open();
  const answers = [client.ask("slow", "a"), client.ask("slow", "b")];
  await untilAsked(2);
  slow[1]?.finish("second");
  slow[0]?.finish("first");
  expect(await Promise.all(answers)).toEqual(["first", "second"]);
});

test("the handler of a cancelled call is notified", async () => {
  const client = open();
  const control = new AbortController();
  const answer = client.ask("slow", "a", { signal: control.signal });
  await untilAsked(1);
  expect(slow[0]?.context.isCancelled()).toBe(false);
  control.abort(new Error("not needed"));
  await expect(answer).rejects.toThrow("not needed");
  await vi.waitFor(() => expect(slow[0]?.context.isCancelled()).toBe(true));
  slow[0]?.finish("too late");
  expect(await client.ask("double", 1)).toBe(2);
});

test("a call with a signal that is aborted already is not made", async () => {
  const client = open();
  await expect(client.ask("slow", "a", { signal: AbortSignal.abort(new Error("never")) })).rejects.toThrow(
    "never",
  );
  expect(await client.ask("double", 1)).toBe(2);
  expect(slow).toEqual([]);
});

test("a call sends frames before its answer, and gets credit when the page has shown one", async () => {
  const client = open();
  const frames: number[] = [];
  const answer = client.ask("count", 3, {
    onFrame: (frame) => {
      frames.push(frame);
      return frame === 3 ? Promise.resolve() : undefined;
    },
  });
  expect(await answer).toBe("counted");
  expect(frames).toEqual([1, 2, 3]);
  expect(counting?.changes).toEqual(["credit"]);
});

test("a call that is cancelled sends no further frames", async () => {
  const client = open();
  const control = new AbortController();
  const frames: number[] = [];
  const onFrame = (frame: number): undefined => void frames.push(frame);
  const answer = client.ask("count", 1, { signal: control.signal, onFrame });
  await vi.waitFor(() => expect(frames).toEqual([1]), { interval: 1 });
  control.abort(new Error("enough"));
  await expect(answer).rejects.toThrow("enough");
  await vi.waitFor(() => expect(counting?.changes).toEqual(["cancel"]), { interval: 1 });
  counting?.context.send(2);
  expect(await client.ask("double", 1)).toBe(2);
  expect(frames).toEqual([1]);
});

test("a worker in a browser without locks is not watched", async () => {
  vi.stubGlobal("navigator", {});
  const client = open();
  ends.clear();
  expect(await client.ask("double", 1)).toBe(2);
  expect(ends.size).toBe(0);
});

test("issues reject only their call", async () => {
  const client = open();
  const issues = [
    { path: "flows[0]", message: "No." },
    { path: "", message: "Never." },
  ];
  await expect(client.ask("fail", JSON.stringify({ issues }))).rejects.toThrow("flows[0]: No.\nNever.");
  expect(client.lost).toBe(false);
  expect(await client.ask("double", 3)).toBe(6);
});

test("a fault rejects all calls", async () => {
  const client = open();
  const other = client.ask("slow", "a");
  const rejected = expect(other).rejects.toBeInstanceOf(WorkerLost);
  await expect(client.ask("fail", "unreachable")).rejects.toThrow("unreachable");
  await rejected;
  expect(client.lost).toBe(true);
  expect(worker.isTerminated).toBe(true);
  await expect(client.ask("double", 1)).rejects.toBeInstanceOf(WorkerLost);
});

test("a worker whose lock becomes free is lost", async () => {
  const client = open();
  await client.ask("double", 1);
  const answer = client.ask("slow", "a");
  ends.get(worker.lock)?.();
  await expect(answer).rejects.toBeInstanceOf(WorkerLost);
});

test("a worker that cannot begin rejects all calls with the reason", async () => {
  const client = new WorkerClient<TestCalls>(
    programOf(() => {
      throw new Error("No memory.");
    }),
  );
  const error = await client.ask("double", 1).catch((reason: unknown) => reason);
  expect(error).toEqual(new WorkerUnusable("No memory."));
});

test("a worker for one call ends after the call", async () => {
  expect(await askOnce<TestCalls, "double">(programOf(), "double", 4)).toBe(8);
  expect(worker.isTerminated).toBe(true);
  await expect(askOnce<TestCalls, "fail">(programOf(), "fail", "no")).rejects.toThrow("no");
  expect(worker.isTerminated).toBe(true);
  const control = new AbortController();
  const answer = askOnce<TestCalls, "slow">(programOf(), "slow", "a", control.signal);
  await untilAsked(1);
  control.abort(new Error("closed"));
  await expect(answer).rejects.toThrow("closed");
  expect(worker.isTerminated).toBe(true);
});

/** Lets a number of seconds pass, and the messages of each of them. */
async function pass(seconds: number): Promise<void> {
  for (let s = 0; s < seconds; s += 1) await vi.advanceTimersByTimeAsync(1000);
}

test("a worker that stops answering is lost, and one that works for long is not", async () => {
  vi.useFakeTimers();
  const client = new WorkerClient<TestCalls>({ ...programOf(), maxSilence: 6 });
  const answer = client.ask("slow", "a");
  const rejected = expect(answer).rejects.toThrow("stopped answering");
  await pass(60);
  expect(client.lost).toBe(false);
  worker.postMessage = () => undefined;
  await pass(6);
  expect(client.lost).toBe(false);
  await pass(1);
  await rejected;
  expect(worker.isTerminated).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test("a worker may be silent while it has no calls, and while the page is hidden", async () => {
  vi.useFakeTimers();
  const client = new WorkerClient<TestCalls>({ ...programOf(), maxSilence: 6 });
  expect(await client.ask("double", 1)).toBe(2);
  const post = worker.postMessage.bind(worker);
  worker.postMessage = () => undefined;
  await pass(20);
  vi.stubGlobal("document", { hidden: true });
  worker.postMessage = post;
  const answer = client.ask("slow", "a");
  worker.postMessage = () => undefined;
  await pass(20);
  expect(client.lost).toBe(false);
  slow[0]?.finish("late");
  expect(await answer).toBe("late");
});

type Step =
  | { readonly do: "ask"; readonly name: "count" | "double" | "slow" | "fail" }
  | { readonly do: "cancel" | "finish"; readonly call: number }
  | { readonly do: "death" | "fault" | "dispose" | "wait" };

const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("ask"),
      name: fc.constantFrom("count", "double", "slow", "fail"),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("cancel", "finish"), call: fc.nat(8) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("wait") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("death", "fault", "dispose") }) },
) as fc.Arbitrary<Step>;

test("in any order of calls, frames, cancellations and deaths, each call settles once and then gets no frame", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 30 }), async (steps) => {
      slow.length = 0;
      const client = open();
      const calls: { settled: number; framesAfter: number; readonly control: AbortController }[] = [];
      const ask = (name: "count" | "double" | "slow" | "fail"): void => {
        const call = { settled: 0, framesAfter: 0, control: new AbortController() };
        calls.push(call);
        const settle = (): void => {
          call.settled += 1;
        };
        const onFrame = async (): Promise<void> => {
          if (call.settled > 0) call.framesAfter += 1;
        };
        const argument = { count: 2, double: 1, slow: "a", fail: '{"issues":[]}' }[name];
        client.ask(name, argument as never, { signal: call.control.signal, onFrame }).then(settle, settle);
      };
      for (const step of steps) {
        if (step.do === "ask") ask(step.name);
        else if (step.do === "cancel") calls[step.call]?.control.abort(new Error("cancelled"));
        else if (step.do === "finish") slow[step.call]?.finish("done");
        else if (step.do === "death") ends.get(worker.lock)?.();
        else if (step.do === "fault") client.ask("fail", "unreachable").catch(() => undefined);
        else if (step.do === "dispose") client.dispose();
        else await new Promise((resolve) => setTimeout(resolve, 0));
        await Promise.resolve();
      }
      client.dispose();
      counting?.context.send(9);
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(calls.map(({ settled, framesAfter }) => [settled, framesAfter])).toEqual(
        calls.map(() => [1, 0]),
      );
      expect(worker.isTerminated).toBe(true);
    }),
  );
});
