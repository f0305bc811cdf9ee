// Flows that the user has not named have the name of their algorithm or traffic everywhere.
import type { Page } from "@playwright/test";
import { longTimeout, openDetails, openLab, pause, waitForChange, waitForCompleteRun } from "./lab.ts";
import { expect, test } from "./test.ts";

async function startDumbbell(page: Page): Promise<void> {
  await openLab(page);
  await page.getByRole("banner").getByRole("button", { name: "New scenario" }).click();
  await page.getByRole("button", { name: "Dumbbell" }).click();
  await waitForCompleteRun(page);
  await pause(page);
}

test("new flows are named by their algorithms", async ({ page }) => {
  await startDumbbell(page);
  const flows = page.getByRole("region", { name: "Flows" });
  await flows.getByRole("button", { name: "Add", exact: true }).click();
  await waitForChange(page, /CUBIC 2 added/);
  await page.getByLabel("Algorithm: CUBIC 2").selectOption({ label: "BBR v3" });
  await waitForChange(page, /BBR v3: algorithm/);
  await expect(page.getByRole("img", { name: /^Share of fair share/ })).toHaveAttribute(
    "aria-label",
    /CUBIC \d.*BBR v3 \d/,
    longTimeout,
  );
  await page.getByText("whole run", { exact: true }).click();
  const numbers = await openDetails(page, /^Numbers/);
  await expect(numbers.getByRole("row", { name: /BBR v3/ }).first()).toBeVisible(longTimeout);
  await expect(numbers).not.toContainText("flow-2");
});

test("a flow without a typed name is named by its algorithm", async ({ page }) => {
  await startDumbbell(page);
  const flows = page.getByRole("region", { name: "Flows" });
  const name = flows.getByRole("textbox", { name: "Name of the flow" });
  await flows.getByRole("button", { name: "CUBIC", exact: true }).click();
  await name.fill("mine");
  await name.press("Enter");
  await flows.getByRole("button", { name: "mine", exact: true }).click();
  await name.fill("");
  await name.press("Enter");
  await expect(flows.getByRole("button", { name: "CUBIC", exact: true })).toBeVisible();
});
