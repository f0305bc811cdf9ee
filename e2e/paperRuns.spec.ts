// An experiment of the papers that the page runs gives the bytes that the command line prints, even if a
// worker is killed, the page is reloaded or an assumption is changed.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { buildForTests, fairshare } from "../scripts/lib/native.mjs";
import { storedPapers } from "../scripts/lib/storedPapers.mjs";
import type { Results } from "../web/src/charts/paper/types.ts";
import { keptRuns } from "./lab.ts";
import { expect, test } from "./test.ts";

test.describe.configure({ timeout: 180_000 });
const runTimeout = { timeout: 120_000 };

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await buildForTests();
});

/** The text that the command line prints. */
async function commandLine(args: readonly string[]): Promise<string> {
  const { output } = await fairshare(["papers", ...args, "--json"], { profile: "test", log: "papers" });
  return output;
}

const panel = (page: Page, name: string): Locator => page.getByRole("region", { name });

/** The text of the file that a panel saves when its run is finished. */
async function savedReport(page: Page, where: Locator): Promise<string> {
  const save = where.getByRole("button", { name: "Save the results as JSON" });
  await expect(save).toBeVisible(runTimeout);
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  return readFile(await download.path(), "utf8");
}

/** The workers that run cells or reduce runs. */
const papersWorkers = (page: Page): ReturnType<Page["workers"]> =>
  page.workers().filter((worker) => worker.url().includes("papersWorker"));

// At least one experiment with each kind of figure: series, curves, surfaces, histograms and tables.
for (const id of ["trabol-tcp-tcp", "own-ifp", "tfwc-fig1a", "ldaplus-fig4a"]) {
  test(`${id} gives the bytes of the command line`, async ({ page }) => {
    await page.goto(`./#/papers/${id.replace("-", "/")}`);
    const run = panel(page, "Run it here");
    await run.getByRole("button", { name: /^Run( with one seed)?$/ }).click();
    const report = await savedReport(page, run);
    await expect(run).toContainText("the stored result ID");
    expect(report).toBe(await commandLine([id, "--seeds", "one"]));
  });
}

test("a killed worker and a reload lose no finished run", async ({ page }) => {
  // The runs together take several seconds, so that the experiment is not finished before it is paused.
  await page.goto("./#/papers/trabol/tcp-tcp");
  const run = panel(page, "Run it here");
  await run.getByRole("button", { name: "Run all 10 seeds" }).click();
  const progress = run.getByRole("progressbar");
  const finished = async (): Promise<number> => Number(await progress.getAttribute("value"));
  await expect.poll(finished, runTimeout).toBeGreaterThan(2);
  // Every worker is killed, including the worker that reduces runs.
  await Promise.all(
    papersWorkers(page).map((worker) => worker.evaluate(() => globalThis.close()).catch(() => 0)),
  );
  const afterKill = await finished();
  await expect.poll(finished, runTimeout).toBeGreaterThan(afterKill + 2);
  await run.getByRole("button", { name: "Pause" }).click();
  await expect(run.locator(".run-progress")).toContainText("Paused", runTimeout);
  const beforeReload = await finished();
  await page.reload();
  // Runs that had begun may have finished before the reload.
  await expect.poll(() => keptRuns(run), runTimeout).toBeGreaterThanOrEqual(beforeReload);
  await run.getByRole("button", { name: "Run all 10 seeds" }).click();
  await expect.poll(finished, runTimeout).toBeGreaterThanOrEqual(beforeReload);
  await expect(run).toContainText(/Equal to the stored results: all \d+ runs/, runTimeout);
});

test("another TCP gives the same figure in the page and on the command line", async ({ page }) => {
  await page.goto("./#/papers/ldaplus/fig8");
  const question = panel(page, "Question it");
  await question.getByText("Choose an assumption to change").click();
  await question.getByRole("button", { name: /What if TCP is NewReno/ }).click();
  expect(new URL(page.url()).hash).toBe("#/papers/ldaplus/fig8?set=tcp%3Dnewreno");
  // The page has one button that runs the figure with all seeds: that of the change.
  await expect(page.getByRole("button", { name: "Run all 10 seeds" })).toHaveCount(1);
  await question.getByRole("button", { name: "Run all 10 seeds" }).click();
  const report = await savedReport(page, question);
  // The changed values are marked, in the verdicts and in the tables, and the stored ones stand next to them.
  await expect(page.locator(".claim-text mark").first()).toContainText("With the change:");
  await expect(page.getByRole("columnheader", { name: "With the change" }).first()).toBeVisible();
  expect(report).toBe(await commandLine(["ldaplus-fig8", "--seeds", "all", "--set", "tcp=newreno"]));
  // The answer lists the verdicts of all claims, including the unchanged verdicts.
  const claims = question.getByRole("listitem").filter({ hasText: /^Claim \d+:/ });
  const { lines } = storedPapers("ldaplus-fig8") as Pick<Results, "lines">;
  await expect(claims).toHaveCount(lines.length);
  // The figure and the link state the change.
  await expect(page.getByRole("figure")).toContainText("Changed: tcp=newreno");
  await page.reload();
  await expect(question).toContainText("10 finished runs are kept", runTimeout);
  await expect(question.getByRole("listitem").filter({ hasText: "tcp = newreno" })).toContainText(
    "Changes 1 of 1 scenario",
  );
});

test("the readings of a line run with all seeds and give the stored verdicts", async ({ page }) => {
  await page.goto("./#/papers/tpba/fig32");
  const line = page.locator(".claims > li").filter({ hasText: "far from exhibiting fairness" }).first();
  await line.getByRole("button", { name: "Run 1 reading with all seeds" }).click();
  await expect(line).toContainText("Verdicts and values are equal to the stored ones.", runTimeout);
  await expect(line).toContainText("(agrees under 3 of 3 readings)");
});

test("the runs of a line's readings show their progress and can be cancelled", async ({ page }) => {
  await page.goto("./#/papers/trabol/tab1");
  const line = page.locator(".claims > li").first();
  const start = line.getByRole("button", { name: /^Run \d+ readings with all seeds$/ });
  await start.click();
  const progress = line.getByRole("progressbar");
  await expect.poll(async () => Number(await progress.getAttribute("value")), runTimeout).toBeGreaterThan(0);
  await line.getByRole("button", { name: "Cancel" }).click();
  await expect(progress).toHaveCount(0);
  await expect(start).toBeVisible();
});

test("an impossible change in a link is explained", async ({ page }) => {
  await page.goto("./#/papers/ldaplus/fig8?set=tcp%3Dnewrno");
  await expect(panel(page, "Question it").getByRole("alert")).toContainText(
    "Did you mean `newreno`?",
    runTimeout,
  );
});
