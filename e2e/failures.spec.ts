// When the simulator's worker is killed or the simulator traps, the page reports the failure, keeps the
// scenario and the computed results, and can run again.

import type { Page, Worker } from "@playwright/test";
import { linkTo, longTimeout, shownShares, waitForCompleteRun } from "./lab.ts";
import { expect, test } from "./test.ts";

test.describe.configure({ timeout: 240_000 });

/** A scenario whose computation takes long enough to be interrupted. */
const longScenario = {
  v: 1,
  title: "A long run",
  duration: 40_000,
  network: { kind: "dumbbell", forward: { rate: 4e7 } },
  flows: [{ id: "many", count: 40, access: { sender: { min: 0.002, max: 0.03 } } }],
};
const link = (scenario: object): string => `./${linkTo(scenario)}`;

/** The worker of the visible run. */
async function simulatorWorker(page: Page): Promise<Worker> {
  await expect.poll(() => page.workers().length, longTimeout).toBe(1);
  return page.workers()[0] as Worker;
}

/** Breaks the simulator during a run and checks that the page recovers. */
async function expectRecovery(page: Page, breakWorker: (worker: Worker) => Promise<unknown>): Promise<void> {
  await page.goto(link(longScenario));
  const bars = shownShares(page);
  await expect(bars).toBeVisible(longTimeout);
  await breakWorker(await simulatorWorker(page));
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("stopped unexpectedly", longTimeout);
  await expect(alert).toContainText("kept");
  // The page still shows the computed results and the scenario.
  await expect(bars).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/A long run/);
  // An edit starts a new run, which completes.
  await page.getByRole("textbox", { name: "Duration, exact value" }).fill("5");
  await page.getByRole("textbox", { name: "Duration, exact value" }).press("Enter");
  await expect(alert).toHaveCount(0, longTimeout);
  await waitForCompleteRun(page);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog", { name: "Share" }).locator(".result-id")).toHaveText(
    /^[0-9a-f]{16}$/,
    longTimeout,
  );
}

test("the page recovers after a worker is killed, and after a trap of the simulator", async ({ page }) => {
  await expectRecovery(page, (worker) => worker.evaluate(() => globalThis.close()));
  await page.goto("about:blank");
  await expectRecovery(page, (worker) =>
    worker.evaluate(() => {
      // Simulates a trap: the next function of the WebAssembly that returns an array of numbers throws.
      Float64Array.prototype.slice = () => {
        throw new WebAssembly.RuntimeError("unreachable");
      };
    }),
  );
});

test("a long run states its cost, can be stopped, and can be made shorter", async ({ page }) => {
  await page.goto("./#p=near-far&duration=80000");
  const progress = page.getByRole("progressbar", { name: "Progress of the computation" });
  await expect(progress).toBeVisible(longTimeout);
  await expect(page.locator(".run-progress")).toContainText(
    /of 80.?000\s?s computed, about \d+\s?s left/,
    longTimeout,
  );
  const line = page.locator(".run-progress");
  await expect(line).toContainText(/About [\d\s]+packets and .+ to compute, at most \d+\s?MB\./, longTimeout);
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("You stopped the computation.", longTimeout);
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await line.getByRole("button", { name: /^Run only / }).click(longTimeout);
  await waitForCompleteRun(page);
  await expect(line).toHaveCount(0);
});
