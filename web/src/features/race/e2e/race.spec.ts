// The race of a program in the page, and the ranking of a class.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { longTimeout, openLab } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const start = (page: Page) => page.getByRole("button", { name: "Race", exact: true });
const table = (page: Page) => page.getByRole("table", { name: "Points of all algorithms" });

/** The text of a file that a button saves. */
async function saved(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFile(await (await download).path(), "utf8");
}

test("a student races a program and hands it in, and the class is ranked", async ({ page }) => {
  test.slow();
  await page.goto("./#/assignments");
  await page.getByLabel("Text for the students").fill("Beat **CUBIC** on a deep buffer.");
  const lecturer = await saved(page, "Save your file");
  const students = await saved(page, "Save the students\u2019 file");
  expect(students).not.toContain("secret");
  const file = (name: string, text: string) => ({
    ...{ name, mimeType: "application/octet-stream" },
    buffer: Buffer.from(text),
  });
  await page.getByLabel("Open an assignment").setInputFiles(file("race.students.json", students));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who controls congestion best?");
  await expect(page.getByText("Beat **CUBIC** on a deep buffer.")).toBeVisible();
  await expect(page.locator(".program-state")).toHaveText("The program can be raced.", longTimeout);
  await expect(page.getByRole("alert")).toHaveCount(0);
  // A reload leads to the assignments, which offer the race again.
  await page.reload();
  await page.getByRole("button", { name: "Continue: Who controls congestion best?" }).click(longTimeout);
  await expect(page.locator(".program-state")).toHaveText("The program can be raced.", longTimeout);
  await start(page).click();
  await expect(page.getByText(/^My program has [\d.]+ of 100 points: place \d+ of \d+\.$/)).toBeVisible({
    timeout: 120_000,
  });
  const own = table(page).getByRole("row", { name: /My program/ });
  await expect(own.getByRole("cell")).toHaveCount(12);
  await expect(page.getByRole("heading", { name: "The card of My program" })).toBeVisible();
  await page.getByRole("textbox", { name: "Pseudonym" }).fill("eva");
  const handIn = await saved(page, "Save the file");
  const stated = JSON.parse(handIn);
  const { id } = JSON.parse(students);
  expect(stated).toMatchObject({ fairshare: "hand-in", kind: "race", name: "eva", assignment: id });
  expect(Object.values(stated.stated.result_ids).flat()).toHaveLength(30);

  await page.goto("./#/assignments/check");
  await expect(page.getByRole("heading", { name: "Check hand-ins" })).toBeVisible(longTimeout);
  await page.locator("input[type=file]").first().setInputFiles(file("race.lecturer.json", lecturer));
  await expect(page.getByText("Race: Who controls congestion best?")).toBeVisible(longTimeout);
  const cheating = JSON.stringify({ ...stated, name: "carl", stated: { ...stated.stated, score: 99 } });
  await page
    .locator(".drop-zone input[type=file]")
    .first()
    .setInputFiles([
      file("eva.json", handIn),
      file("carl.json", cheating),
      file("endless.fair", "on_round {\n  while true { }\n}"),
      file("typo.fair", "on_ack { cwnd += ackd }"),
    ]);
  const ranking = page.getByRole("table", { name: "Ranking" });
  // A row begins with its name. Findings name the authors of other rows.
  const place = (name: string) => ranking.getByRole("row", { name: new RegExp(`^${name} `) });
  await expect(ranking.getByRole("row")).toHaveCount(5, { timeout: 240_000 });
  await expect(place("carl")).toContainText("states 99.0 points");
  await expect(place("endless")).toContainText("more than 100000 operations");
  await expect(place("typo")).toContainText("without a place");
  await expect(place("eva")).toContainText("Shares place 1 with carl");

  await page.getByRole("button", { name: "Reveal on the projector" }).click();
  const next = page.getByRole("button", { name: "Show the next place" });
  await next.click();
  await expect(page.getByRole("listitem").filter({ hasText: "endless" })).toContainText("Place 3");
  await expect(page.locator(".reveal")).not.toContainText("eva");
  await next.click();
  await next.click();
  await expect(page.locator(".reveal")).toContainText("eva");
  await expect(next).toBeDisabled();
});

test("the race opens with the program of a flow", async ({ page }) => {
  await openLab(page);
  await page.getByRole("region", { name: "Flows" }).getByRole("button", { name: "Write your own" }).click();
  const editor = page.getByRole("textbox", { name: "Program of mine" });
  await expect(page.locator(".program-state")).toHaveText("The charts show this program.", longTimeout);
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+Home");
  await page.keyboard.insertText("# My own rule\n");
  await expect(editor).toContainText("My own rule");
  await expect(page.locator(".program-state")).toHaveText("The charts show this program.", longTimeout);
  await page.getByRole("button", { name: "Race it" }).click();
  await expect(page.getByRole("heading", { name: "The race" })).toBeVisible(longTimeout);
  await expect(page.getByRole("textbox", { name: "Your program" })).toContainText("My own rule", longTimeout);
});
