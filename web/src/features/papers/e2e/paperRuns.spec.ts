// An experiment of the papers that the page runs gives the bytes that the command line prints, even if a
// worker is killed, the page is reloaded or an assumption is changed.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../../../../../e2e/test.ts";
import { buildForTests, fairshare } from "../../../../../scripts/lib/native.mjs";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { Results } from "../../../charts/paper/types.ts";

test.describe.configure({ timeout: 180_000 });
const runTimeout = { timeout: 120_000 };

test.beforeAll(async () => {
  test.setTimeout(600_000);
  await buildForTests();
});

/** The text that the command line prints. */
async function commandLine(args: readonly string[]): Promise<string> {
  const { output } = await fairshare(["papers", ...args, "--json", "--quiet"], {
    profile: "test",
    log: "papers",
  });
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
