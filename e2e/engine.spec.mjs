// The engine in a real browser: the same results as natively, from any host, in a frame of another site, and after
// its worker was killed.
import { expect, test } from "@playwright/test";
import { engineHost } from "../scripts/lib/engine-page.mjs";
import { nativeResultIds, parityDocuments } from "../scripts/lib/parity.mjs";

test.describe.configure({ mode: "serial" });

const small = JSON.stringify({ v: 1, duration: 5, flows: [{ id: "near" }] });
const long = JSON.stringify({ v: 1, duration: 3600, flows: [{ id: "f", count: 200 }] });

let host;
let faults;
test.beforeAll(async () => {
  host = await engineHost();
});
test.afterAll(() => host.close());
test.beforeEach(({ page }) => {
  faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
});
test.afterEach(() => expect(faults).toEqual([]));

/** Loads a document and resolves with what it comes to. */
const outcome = (where, text, runId = "run") =>
  where.evaluate(
    ([text, runId]) =>
      new Promise((resolve) => {
        const engine = globalThis.engine;
        const end = (id, result) => {
          if (id !== runId) return;
          stop();
          resolve(result);
        };
        const stop = engine.subscribe({ done: end, failed: end });
        engine.load(text, runId);
      }),
    [text, runId],
  );

test("result IDs are the native ones, for every golden scenario and every example", async ({ page }) => {
  test.setTimeout(300_000);
  const documents = await parityDocuments();
  const expected = await nativeResultIds(documents);
  await page.goto(host.url);
  const found = await page.evaluate(async (documents) => {
    const ids = {};
    const jobs = documents.map(({ name, text }) => ({ id: name, text }));
    await globalThis.engine.batch(jobs, (id, result) => {
      ids[id] = result.resultId ?? result.message;
    }).finished;
    return ids;
  }, documents);
  expect(found).toEqual(Object.fromEntries(documents.map(({ name }, index) => [name, expected[index]])));
  // The worker that records and shows comes to the same.
  const recorded = await outcome(page, documents.at(-1).text);
  expect(recorded.resultId).toBe(expected.at(-1));
});

test("a host that does not know the type of the WebAssembly will do", async ({ page }) => {
  const plain = await engineHost({ plain: true });
  try {
    await page.goto(plain.url);
    const version = await page.evaluate(async () => (await globalThis.engine.ready()).version);
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect((await outcome(page, small)).resultId).toMatch(/^[0-9a-f]{16}$/);
  } finally {
    await plain.close();
  }
});

test("runs in a frame of another site", async ({ page }) => {
  const elsewhere = await engineHost();
  try {
    // Another port and another name for this machine: another origin and another site.
    await page.goto(elsewhere.url.replace("localhost", "127.0.0.1"));
    await page.setContent(`<iframe src="${host.url}"></iframe>`);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    await frame.waitForFunction(() => globalThis.engine !== undefined);
    expect((await outcome(frame, small)).resultId).toMatch(/^[0-9a-f]{16}$/);
  } finally {
    await elsewhere.close();
  }
});

test("a document that is refused comes back with its issues", async ({ page }) => {
  await page.goto(host.url);
  const failure = await outcome(page, '{"v":1,"flows":[{"id":"a","algorithm":"vegan"}]}');
  expect(failure).toMatchObject({ kind: "invalid", issues: [{ path: "flows[0].algorithm" }] });
  const verdict = await page.evaluate((text) => globalThis.engine.check(text), small);
  expect(verdict).toMatchObject({ ok: true, derived: { flows: [{ id: "near" }] } });
});

test("pause holds what is computed, and questions are answered meanwhile", async ({ page }) => {
  await page.goto(host.url);
  const seen = await page.evaluate(async (text) => {
    const engine = globalThis.engine;
    const shown = () => engine.record("run")?.computedTo ?? 0;
    const pause = (ms) => new Promise((later) => setTimeout(later, ms));
    engine.load(text, "run");
    while (shown() < 1) await pause(5);
    engine.hold(true);
    // An answer to what was asked after it, and the frame that may still be on its way.
    await engine.check("{}");
    await pause(100);
    const held = shown();
    const summary = await engine.summary("run", 0.5);
    await pause(300);
    const still = shown();
    engine.hold(false);
    while (shown() <= still) await pause(5);
    engine.cancel();
    return { held, still, at: summary.duration, flows: summary.flows.length };
  }, long);
  expect(seen.still).toBe(seen.held);
  expect(seen).toMatchObject({ at: 0.5, flows: 200 });
});

test("a killed worker costs the run and nothing else", async ({ page }) => {
  await page.goto(host.url);
  await page.evaluate(() => globalThis.engine.ready());
  const ended = outcome(page, long, "long");
  await page.waitForFunction(() => (globalThis.engine.record("long")?.computedTo ?? 0) > 0.1);
  const [worker] = page.workers();
  await worker.evaluate(() => globalThis.close());
  const failure = await ended;
  expect(failure.kind).toBe("crashed");
  expect(failure.message).toContain("kept");
  const after = await page.evaluate(
    async (text) => ({
      kept: globalThis.engine.record("long").computedTo,
      version: (await globalThis.engine.ready()).version,
      ok: (await globalThis.engine.check(text)).ok,
    }),
    small,
  );
  expect(after.kept).toBeGreaterThan(0);
  expect(after).toMatchObject({ ok: true });
  expect((await outcome(page, small, "next")).resultId).toMatch(/^[0-9a-f]{16}$/);
});
