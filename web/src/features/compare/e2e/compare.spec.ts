// Compare with ten seeds, which do not block the visible run.
import {
  lastChangeLine,
  longTimeout,
  openLab,
  pause,
  setBuffer,
  waitForChange,
  waitForCompleteRun,
} from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

test("two runs are compared over ten seeds, and the Lab remains usable meanwhile", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await setBuffer(page, "15");
  await waitForChange(page, /buffer/i);
  await lastChangeLine(page).getByRole("button", { name: "Compare" }).click();
  const panel = page.getByRole("region", { name: "Compare" });
  const settings = panel.getByRole("table", { name: "Settings that differ" });
  await expect(settings.getByRole("row").nth(1)).toHaveText(/buffer.*30.*15/i);
  await expect(panel.getByRole("table", { name: "Results" }).getByRole("row")).not.toHaveCount(1);
  await panel.getByRole("button", { name: "Try 10 seeds" }).click();
  const means = panel.getByRole("table", { name: "Mean over 10 seeds with 95 % interval" });
  await expect(means).toBeVisible(longTimeout);
  await expect(means.getByRole("row", { name: /near: goodput/ })).toHaveText(/\u00b1.*\u00b1.*\u00b1/);
  await expect(panel.getByRole("status")).toHaveText(/exceed the spread over the seeds/, longTimeout);
  const region = page.getByRole("region", { name: /Mean over 10 seeds/ });
  await expect.poll(() => region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await setBuffer(page, "20");
  await waitForChange(page, /20/);
  await panel.getByRole("button", { name: "Try 10 seeds" }).click();
  // Edit while the seeds are computed: the visible run completes.
  await setBuffer(page, "25");
  await expect(page.getByRole("status").filter({ hasText: "Last change" })).toContainText("25", longTimeout);
  await waitForCompleteRun(page);
});
