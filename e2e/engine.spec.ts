// The engine in a browser: result IDs equal those of the native simulator.
import { expect, type Page, test } from "@playwright/test";
import { engineHost } from "../scripts/lib/engine-page.mjs";
import { buildForTests } from "../scripts/lib/native.mjs";
import { nativeResultIds, parityDocuments } from "../scripts/lib/parity.mjs";
import type { RunFailure, RunOutcome } from "../web/src/engine/types.ts";

test.describe.configure({ mode: "serial" });

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

/** Runs a document in a page and resolves with its outcome or failure. */
const outcomeOf = (where: Page, text: string): Promise<Partial<RunOutcome & RunFailure>> =>
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
