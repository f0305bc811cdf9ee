// The engine in a browser: result IDs equal those of the native simulator; the engine works on plain static
// hosts and in frames of another site; runs can be paused; a killed worker is replaced.
import { expect, type Frame, type Page, test } from "@playwright/test";
import { engineHost } from "../scripts/lib/engine-page.mjs";
import { buildForTests } from "../scripts/lib/native.mjs";
import { nativeResultIds, parityDocuments } from "../scripts/lib/parity.mjs";
import type { RunFailure, RunOutcome } from "../web/src/engine/types.ts";

test.describe.configure({ mode: "serial" });

const shortDocument = JSON.stringify({ v: 1, duration: 5, flows: [{ id: "near" }] });
const longDocument = JSON.stringify({ v: 1, duration: 3600, flows: [{ id: "f", count: 200 }] });

/** The time for builds of the native simulator and of the page of the engine, in milliseconds. */
const buildTimeout = 600_000;

let host: Awaited<ReturnType<typeof engineHost>>;
/** Errors and warnings of the page. Every test checks that there are none. */
let faults: string[];
test.beforeAll(async () => {
  test.setTimeout(buildTimeout);
  await buildForTests();
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

/** Runs a document in a page or frame and resolves with its outcome or failure. */
const outcomeOf = (where: Page | Frame, text: string): Promise<Partial<RunOutcome & RunFailure>> =>
  where.evaluate(async (text) => (await window.engineUnderTest.open(text).end) ?? {}, text);

test("the result IDs of all golden scenarios and examples equal those of the native simulator", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const documents = await parityDocuments();
  const expected = await nativeResultIds(documents);
  await page.goto(host.url);
  const found = await page.evaluate(async (documents) => {
    const ids: Record<string, string> = {};
    const jobs = documents.map(({ name, text }) => ({ id: name, text }));
    await window.engineUnderTest.batch(jobs, (id, result) => {
      ids[id] = "resultId" in result ? result.resultId : result.message;
    }).finished;
    return ids;
  }, documents);
  expect(found).toEqual(Object.fromEntries(documents.map(({ name }, index) => [name, expected[index]])));
  // The runs above record nothing. A run that is recorded has the same result ID.
  const recorded = await outcomeOf(page, documents.at(-1)?.text ?? "");
  expect(recorded.resultId).toBe(expected.at(-1));
});

test("the engine starts from a host that does not know the MIME type of WebAssembly", async ({ page }) => {
  const plain = await engineHost({ plain: true });
  try {
    await page.goto(plain.url);
    const version = await page.evaluate(async () => (await window.engineUnderTest.ready()).version);
    expect(version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/);
    expect((await outcomeOf(page, shortDocument)).resultId).toMatch(/^[0-9a-f]{16}$/);
  } finally {
    await plain.close();
  }
});

test("the engine runs in a frame of another site", async ({ page }) => {
  const elsewhere = await engineHost();
  try {
    // With another port and another host name of this machine, the outer page belongs to another origin and
    // another site.
    await page.goto(elsewhere.url.replace("localhost", "127.0.0.1"));
    await page.setContent(`<iframe src="${host.url}"></iframe>`);
    const frame = await (await page.waitForSelector("iframe")).contentFrame();
    if (frame === null) throw new Error("the element is not a frame");
    await frame.waitForFunction(() => window.engineUnderTest !== undefined);
    expect((await outcomeOf(frame, shortDocument)).resultId).toMatch(/^[0-9a-f]{16}$/);
  } finally {
    await elsewhere.close();
  }
});

test("an invalid document is rejected with its issues", async ({ page }) => {
  await page.goto(host.url);
  const failure = await outcomeOf(page, '{"v":1,"flows":[{"id":"a","algorithm":"vegan"}]}');
  expect(failure).toMatchObject({ kind: "invalid", issues: [{ path: "flows[0].algorithm" }] });
  const verdict = await page.evaluate((text) => window.engineUnderTest.check(text), shortDocument);
  expect(verdict).toMatchObject({ ok: true, derived: { flows: [{ id: "near" }] } });
});

test("a run that is stopped does not advance, and answers questions", async ({ page }) => {
  await page.goto(host.url);
  const observed = await page.evaluate(async (text) => {
    const run = window.engineUnderTest.open(text);
    const computedTo = () => run.record?.computedTo ?? 0;
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    while (computedTo() < 1) await wait(5);
    run.stop();
    const atStop = computedTo();
    const summary = await run.summary(0.5);
    await wait(300);
    return {
      atStop,
      afterWait: computedTo(),
      summaryDuration: summary.duration,
      flows: summary.flows.length,
    };
  }, longDocument);
  expect(observed.afterWait).toBe(observed.atStop);
  expect(observed).toMatchObject({ summaryDuration: 0.5, flows: 200 });
});

test("the engine recovers after its worker is killed", async ({ page }) => {
  await page.goto(host.url);
  await page.evaluate(() => window.engineUnderTest.ready());
  const ended = page.evaluate(async (text) => {
    const run = window.engineUnderTest.open(text);
    Object.assign(window, { longRun: run });
    return (await run.end) as RunFailure;
  }, longDocument);
  const computedTo = () => page.evaluate(() => Reflect.get(window, "longRun")?.record?.computedTo ?? 0);
  await expect.poll(computedTo).toBeGreaterThan(0.1);
  const [worker] = page.workers();
  await worker?.evaluate(() => globalThis.close());
  const failure = await ended;
  expect(failure.kind).toBe("crashed");
  expect(failure.message).toContain("kept");
  const after = await page.evaluate(
    async (text) => ({
      kept: Reflect.get(window, "longRun").record.computedTo,
      version: (await window.engineUnderTest.ready()).version,
      ok: (await window.engineUnderTest.check(text)).ok,
    }),
    shortDocument,
  );
  expect(after.kept).toBeGreaterThan(0);
  expect(after).toMatchObject({ ok: true });
  expect((await outcomeOf(page, shortDocument)).resultId).toMatch(/^[0-9a-f]{16}$/);
});
