// Documents with programs or algorithms that few scenarios use are passed to the whole simulator, which is loaded before the first of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Document } from "../../../wasm/pkg/fairshare_wasm.js";
import catalogue from "../generated/catalogue.json";
import type { Catalogue, CheckResult } from "../generated/types.ts";
import { ownScenario } from "../scenario/programs.ts";
import { instantiate as instantiateOwn } from "./ownSimulator.ts";
import { needsWhole, receiver } from "./programs.ts";
import type { FromWorker, ToWorker } from "./protocol.ts";
import { Runner } from "./runner.ts";
import { instantiate, type Simulator } from "./simulator.ts";

const compiled = (folder: string, name: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(readFileSync(join(process.cwd(), "wasm", folder, `${name}_bg.wasm`)));

const withProgram = JSON.stringify({ ...ownScenario(3), duration: 1 });
const without = '{"v":1,"duration":1,"flows":[{"id":"own"}]}';

/** A runner without programs, the messages that it posts, and the function that receives messages for it. */
async function start(load: () => Promise<Simulator>) {
  const posted: FromWorker[] = [];
  const post = (message: FromWorker): void => void posted.push(message);
  let work = (): void => undefined;
  const runner = new Runner(await instantiate(await compiled("pkg", "fairshare_wasm")), {
    post,
    clockMs: () => 0,
    createScheduler: (slice) => {
      work = slice;
      return () => undefined;
    },
  });
  const receive = receiver(runner, post, load);
  const finish = (): void => {
    for (let slices = 0; slices < 1000 && posted.at(-1)?.type !== "done"; slices++) work();
  };
  return { posted, receive, finish };
}

const loadOwn = async (): Promise<Simulator> =>
  instantiateOwn(await compiled("own/pkg", "fairshare_own_wasm"));

const load = (runId: string, text: string): ToWorker => ({
  type: "load",
  runId,
  text,
  bins: 64,
  mode: "result",
});

test("a document needs the whole simulator if a flow has an algorithm that the first one lacks, however it is written", () => {
  expect(needsWhole(withProgram)).toBe(true);
  expect(needsWhole('{"flows":[{"id":"a","algorithm":"gcc"}]}')).toBe(true);
  expect(needsWhole('{"flows":[{"id":"a","\\u0061lgorithm":"\\u006fwn"}]}')).toBe(true);
  expect(needsWhole(without)).toBe(false);
  for (const text of [
    "own",
    "{",
    "null",
    '{"flows":{"algorithm":"own"}}',
    '{"flows":[{"algorithm":3},null]}',
  ])
    expect(needsWhole(text), text).toBe(false);
});

test("each simulator accepts the algorithms that the page expects of it", async () => {
  const { algorithms } = catalogue as Catalogue;
  await instantiate(await compiled("pkg", "fairshare_wasm"));
  for (const { id } of algorithms) {
    const text = JSON.stringify({ v: 3, flows: [{ id: "a", algorithm: id }] });
    const isAccepted = (JSON.parse(new Document(text).verdict()) as CheckResult).ok;
    expect(isAccepted, id).toBe(!needsWhole(text));
  }
  const whole = await loadOwn();
  for (const { id } of algorithms) {
    const text = JSON.stringify({ v: 3, flows: [{ id: "a", algorithm: id }] });
    expect(JSON.parse(new whole.Document(text).verdict()), id).toMatchObject({ ok: true });
  }
});

test("an algorithm that does not exist is refused by the simulator that can list all", async () => {
  const text = '{"v":3,"flows":[{"id":"a","algorithm":"gccc"}]}';
  expect(needsWhole(text)).toBe(true);
  const { Document: WholeDocument } = await loadOwn();
  expect(new WholeDocument(text).verdict()).toContain("gcc, scream");
});

test("the whole simulator is loaded once, and messages keep their order meanwhile", async () => {
  let loads = 0;
  const { posted, receive, finish } = await start(() => {
    loads += 1;
    return loadOwn();
  });
  receive({ type: "check", questionId: 1, text: without });
  expect(loads).toBe(0);
  receive({ type: "check", questionId: 2, text: withProgram });
  receive({ type: "check", questionId: 3, text: without });
  receive({ type: "compile", questionId: 4, text: "on_ack { cwnd += akced }" });
  receive({ type: "ping", questionId: 5 });
  expect(posted.map((message) => message.type)).toEqual(["checked", "pong"]);
  await expect.poll(() => posted.length).toBe(5);
  expect(loads).toBe(1);
  expect(posted.slice(2).map((message) => "questionId" in message && message.questionId)).toEqual([2, 3, 4]);
  expect(posted[2]).toMatchObject({ result: { ok: true } });
  expect(posted[4]).toMatchObject({ report: { faults: [{ line: 1, column: 18, length: 5 }] } });
  receive(load("run", withProgram));
  finish();
  expect(posted.at(-1)).toMatchObject({ type: "done", runId: "run" });
});

test("both simulators give the same result for a document without programs", async () => {
  const { posted, receive, finish } = await start(loadOwn);
  receive(load("a", without));
  finish();
  receive({ type: "compile", questionId: 1, text: "" });
  await expect.poll(() => posted.at(-1)?.type).toBe("compiled");
  receive(load("b", without));
  finish();
  const results = posted.flatMap((message) => (message.type === "done" ? [message.outcome.resultId] : []));
  expect(results[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(results).toEqual([results[0], results[0]]);
});

test("a document with a program is refused if the whole simulator cannot be loaded, and the next one is tried", async () => {
  let isOnline = false;
  const { posted, receive, finish } = await start(() =>
    isOnline ? loadOwn() : Promise.reject(new Error("offline")),
  );
  receive(load("a", withProgram));
  await expect.poll(() => posted.length).toBe(1);
  expect(posted[0]).toMatchObject({ type: "failed", failure: { kind: "invalid" } });
  expect(JSON.stringify(posted[0])).toContain("offline");
  isOnline = true;
  receive(load("b", withProgram));
  receive({ type: "check", questionId: 1, text: without });
  await expect.poll(() => posted.at(-1)?.type).toBe("checked");
  finish();
  expect(posted.at(-1)).toMatchObject({ type: "done", runId: "b" });
});
