// The accessibility checker axe finds no serious problem in any view.

import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { lastChangeLine, longTimeout, openDetails, openLab, pause, setBuffer, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

async function expectNoSeriousProblem(page: Page, view: string): Promise<void> {
  const { violations } = await axe(page).analyze();
  const found = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  expect.soft(found, view).toEqual([]);
}

for (const scheme of ["light", "dark"] as const) {
  test(`the Lab and its dialogs have no serious problem in the ${scheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await openLab(page);
    await pause(page);
    await setBuffer(page, "15");
    await waitForChange(page, /15/);
    await lastChangeLine(page).getByRole("button", { name: "Compare" }).click();
    await openDetails(page, "Numbers");
    await openDetails(page, "In words");
    await expectNoSeriousProblem(page, "Lab");
    for (const [button, title] of [
      ["Examples", "Examples"],
      ["Share", "Share"],
      ["Keyboard", "Keyboard"],
    ] as const) {
      await page.getByRole("banner").getByRole("button", { name: button }).click();
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await expectNoSeriousProblem(page, title);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  });
}

test("the Lab has no serious problem on a narrow screen", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 900 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLab(page);
  await pause(page);
  await expectNoSeriousProblem(page, "Lab at 640 px");
});

test("the Algorithms section has no serious problem", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLab(page);
  await page.getByRole("button", { name: "Algorithms" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible(longTimeout);
  await expectNoSeriousProblem(page, "Algorithms");
  await page
    .getByRole("navigation", { name: "Algorithms" })
    .getByRole("link", { name: "CUBIC", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("CUBIC");
  await expectNoSeriousProblem(page, "CUBIC");
});
