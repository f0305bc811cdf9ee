// A sweep in the page gives the bytes of `fairshare sweep`, even if it is cancelled and continued, its
// workers are killed or the page is reloaded. Its cells open in the Lab with the same result, and its link
// opens it again. A Rust test (sim-core/sweeps/src/tests.rs) compares the command line with the same files.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { keptRuns, longTimeout, openLab } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import type { ScenarioDocument } from "../../../generated/types.ts";
import { type SweepDocument, sweepAddress } from "../sweepDocument.ts";

const golden = (name: string): string => readFileSync(`sim-core/sweeps/tests/golden/${name}`, "utf8");
const scenario = JSON.parse(golden("scenario.json")) as ScenarioDocument;

/** The sweep of the file algorithms.csv. */
const algorithms: SweepDocument = {
  sweep: 1,
  scenario,
  vary: [
    { path: "network.forward.rate", values: ["1M", "2M", "4M"] },
    { path: "flows.far.algorithm", values: ["cubic", "reno"] },
  ],
  seeds: 5,
};
/** The sweep of the file numbers.csv. */
const numbers: SweepDocument = {
  ...algorithms,
  vary: [
    { path: "network.forward.rate", values: "1M..8M/4log" },
    { path: "flows.far.access.receiver", values: "5ms,20ms,80ms" },
  ],
};

async function openSweep(page: Page, sweep: SweepDocument): Promise<void> {
  await page.goto(`./${await sweepAddress(sweep)}`);
  await expect(page.getByRole("heading", { name: "Vary" })).toBeVisible(longTimeout);
}

const startButton = (page: Page): Locator =>
  page.getByRole("button", { name: /^(Run the sweep|Make the missing runs)$/ });

async function expectFinished(page: Page, runs: number): Promise<void> {
  await expect(page.locator(".vary-run")).toContainText(`${runs} of ${runs} runs`, { timeout: 90_000 });
  await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0, { timeout: 90_000 });
}

async function saved(page: Page, name: RegExp): Promise<string> {
  const save = page.getByRole("button", { name });
  await expect(save).toBeVisible(longTimeout);
  const [download] = await Promise.all([page.waitForEvent("download"), save.click()]);
  return readFile(await download.path(), "utf8");
}

test("a sweep that is cancelled and continued gives the bytes of the command line", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 1 }));
  await openSweep(page, algorithms);
  await expect(page.locator(".vary-run")).toContainText("6 cells, 30 runs.", longTimeout);
  // The runs are short, so the page waits for the button before it starts, and cancels the sweep as soon as it can be.
  await page.evaluate(() => {
    const cancel = (): void => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>(".vary-run button")];
      const button = buttons.find(({ textContent }) => textContent === "Cancel");
      if (button) button.click();
      else requestAnimationFrame(cancel);
    };
    cancel();
  });
  await startButton(page).click();
  await expect(startButton(page)).toBeEnabled(longTimeout);
  await startButton(page).click();
  await expectFinished(page, 30);
  await expect.poll(() => saved(page, /^Save the values as CSV/), longTimeout).toBe(golden("algorithms.csv"));
  expect(await saved(page, /^Save the results as JSON/)).toBe(golden("algorithms.json"));
});

test("killed workers and a reload lose no finished cell", async ({ page }) => {
  // The sweep must still run when the button to pause it is pressed.
  const long: SweepDocument = { ...numbers, scenario: { ...scenario, duration: 1200 } };
  await openSweep(page, long);
  await startButton(page).click();
  const progress = page.locator(".vary-run progress");
  const finished = async (): Promise<number> => Number(await progress.getAttribute("value"));
  await expect.poll(finished, longTimeout).toBeGreaterThan(2);
  const workers = page.workers().filter((worker) => worker.url().includes("papersWorker"));
  await Promise.all(workers.map((worker) => worker.evaluate(() => globalThis.close()).catch(() => 0)));
  const afterKill = await finished();
  await expect.poll(finished, longTimeout).toBeGreaterThan(afterKill + 2);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.locator(".run-progress")).toContainText("Paused", longTimeout);
  const kept = await finished();
  await page.reload();
  // Runs that had begun may have finished before the reload.
  await expect.poll(() => keptRuns(page.locator(".vary-run")), longTimeout).toBeGreaterThanOrEqual(kept);
  await startButton(page).click();
  await expectFinished(page, 60);
});

test("a cell of a map opens in the Lab with its result", async ({ page }) => {
  await openSweep(page, numbers);
  await startButton(page).click();
  await expectFinished(page, 60);
  await expect.poll(() => saved(page, /^Save the values as CSV/), longTimeout).toBe(golden("numbers.csv"));
  const map = page.getByRole("img", { name: /^Jain's index by rate and far/ });
  await expect(map.locator("[data-cell]")).toHaveCount(12);
  await map.locator('[data-cell="2M, 20ms"]').click();
  const notice = page.getByRole("complementary", { name: /^This is a run of the sweep at/ });
  await expect(notice).toContainText("The result ID is the same as in the sweep.", longTimeout);
  // The Lab computes the value that the sweep has for this seed.
  const jain = /Jain's index: ([\d.]+)/.exec((await notice.textContent()) ?? "")?.[1] ?? "";
  expect(Number(jain)).toBeGreaterThan(0);
  await expect(page.getByRole("region", { name: "Scenario" })).toContainText(jain, longTimeout);
  await notice.getByRole("link", { name: "Back to the figure" }).click();
  await expect(map.locator("[data-cell]")).toHaveCount(12, longTimeout);
});

test("the link of a sweep opens the same sweep", async ({ page, browser }) => {
  await openLab(page);
  const field = page.locator('[data-setting="network.forward.rate"]');
  await field.hover();
  await field.getByRole("link", { name: "Vary this setting" }).click();
  const first = page.getByRole("group", { name: "Setting", exact: true });
  await expect(first.getByLabel("Setting", { exact: true })).toHaveValue("network.forward.rate", longTimeout);
  // A range becomes chips, and a number without a unit has the unit of the others.
  await first.getByText("List").click();
  await first.getByLabel("Add a value").fill("7");
  await expect(first).toContainText("A number without a unit is in Mb/s.");
  await first.getByLabel("Add a value").press("Enter");
  await expect(first.getByRole("listitem").last()).toHaveText("7\u202fMb/s");
  await first.getByLabel("Add a value").fill("7 ms");
  await first.getByLabel("Add a value").press("Enter");
  await expect(first.getByRole("alert")).toContainText("This is not a value of the setting.");
  await first.getByLabel("Add a value").fill("");
  for (let left = await first.getByRole("listitem").count(); left > 2; left--)
    await first
      .getByRole("button", { name: /^Remove: / })
      .first()
      .click();
  await page.getByLabel("Seeds of each cell").fill("2");
  await expect(page.locator(".vary-run")).toContainText("2 cells, 4 runs.", longTimeout);
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/^#\/vary\/[\w-]+\?show=jain$/);
  const other = await browser.newContext({ serviceWorkers: "block" });
  const second = await other.newPage();
  await second.goto(page.url());
  await expect(second.locator(".chip")).toHaveText(["40\u202fMb/s", "7\u202fMb/s"], longTimeout);
  await expect(second.getByLabel("Seeds of each cell")).toHaveValue("2");
  await expect(second.locator(".vary-run")).toContainText("2 cells, 4 runs.", longTimeout);
  await other.close();
});

test("equal ratios of packets run, algorithms have names, and a share is a percentage", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openSweep(page, {
    ...algorithms,
    seeds: 2,
    vary: [
      { path: "network.forward.queue.limit", values: "4,120" },
      { path: "flows.far.algorithm", values: ["cubic", "reno"] },
    ],
  });
  const [first, second] = [
    page.getByRole("group", { name: "Setting", exact: true }),
    page.getByRole("group", { name: "Second setting", exact: true }),
  ];
  await first.getByText("Range").click();
  await first.getByLabel("Equal ratios").check();
  await expect(first.locator(".chip")).toHaveText([4, 9, 22, 51, 120].map((n) => `${n}\u202fpackets`));
  await second.getByLabel("Add a value").selectOption({ label: "BBR v3" });
  await expect(second.locator(".chip")).toHaveText(["CUBIC", "TCP Reno (1990)", "BBR v3"]);
  await second.getByRole("button", { name: "Remove: TCP Reno (1990)" }).click();
  await page.getByLabel("Show").selectOption({ label: "Utilisation" });
  await expect(page.getByLabel("Show").locator("option", { hasText: "tilisation" })).toHaveCount(1);
  await expect(page.locator(".vary-run")).toContainText("10 cells, 20 runs.", longTimeout);
  await startButton(page).click();
  await expectFinished(page, 20);
  const figure = page.getByRole("img", { name: /^Utilisation by buffer/ });
  await expect(figure.locator("[data-cell]")).toHaveCount(10);
  // The figure stands next to the form.
  const [form, drawn] = [await page.locator(".vary-form").boundingBox(), await figure.boundingBox()];
  expect(drawn?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  for (const text of ["98", "98 %", "0.98"]) {
    await page.getByLabel("Threshold").fill(text);
    await expect(page.locator(".vary-results li").first()).toContainText("98\u202f%");
  }
  await page.getByLabel("Threshold").fill("20 ms");
  await expect(page.locator(".vary-results").getByRole("alert")).toContainText("Utilisation is given in %");
});

test("which setting matters: every number of the scenario is varied alone", async ({ page }) => {
  await openSweep(page, { ...algorithms, scenario: { ...scenario, duration: 4 }, seeds: 1 });
  await page.getByText("Which setting matters?").click();
  await expect(page.locator(".vary-form")).toContainText(/\d+ numbers of the scenario/, longTimeout);
  await expect(startButton(page)).toBeEnabled(longTimeout);
  await startButton(page).click();
  await expect(page.locator(".vary-run")).toContainText(/(\d{2,}) of \1 runs/, { timeout: 90_000 });
  const tornado = page.getByRole("img", { name: /which setting matters\?/ });
  await expect(tornado.locator("[data-cell]").first()).toBeVisible(longTimeout);
  expect(await saved(page, /^Save the values as CSV/)).toMatch(
    /^setting,value,metric,mean,half_width,seeds\n,,jain,/,
  );
});
