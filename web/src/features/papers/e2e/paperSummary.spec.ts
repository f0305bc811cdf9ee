// The first screen of a paper: what it claims and what was found, its figure, and the settings that decide.
import type { Page } from "@playwright/test";
import { expectNoOverflow } from "../../../../../e2e/checks.ts";
import { longTimeout } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";
import { storedPapers } from "../../../../../scripts/lib/storedPapers.mjs";
import type { PaperIndex } from "../results/model.ts";

const { papers } = storedPapers("index") as PaperIndex;

/** The lower edge of an element in the page. */
const bottomOf = (page: Page, selector: string): Promise<number> =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom + scrollY);

async function openPaper(page: Page, id: string): Promise<void> {
  await page.goto(`./#/papers/${id}`);
  await expect(page.locator(".paper-main .paper-figure")).toBeVisible(longTimeout);
}

test("the first screen of a paper needs no scrolling, and on a phone the answers are first", async ({
  page,
}) => {
  for (const { id, kind } of papers.filter((paper) => paper.kind !== "own")) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openPaper(page, id);
    for (const part of [".paper-proposed", ".paper-headlines", ".paper-figure-side", ".paper-first-all"])
      expect(await bottomOf(page, part), `${id} ${kind} ${part}`).toBeLessThanOrEqual(720);
    expect(await page.locator(".paper-headlines tbody tr").count(), id).toBeGreaterThanOrEqual(2);
    for (const width of [390, 1920]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoOverflow(page);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await bottomOf(page, ".paper-headlines")).toBeLessThan(await bottomOf(page, ".paper-proposed"));
  }
});

test("a deciding setting moves the figure and the answers by keyboard, and the address keeps it", async ({
  page,
}) => {
  const paper = papers.find(({ id }) => id === "tfwc");
  const option = paper?.decides[0]?.options.findIndex(({ further }) => further !== null) ?? -1;
  const label = paper?.decides[0]?.options[option]?.label ?? "";
  const index = paper?.headlines.findIndex(({ under }) => under[0]?.[option]) ?? -1;
  expect(index).toBeGreaterThanOrEqual(0);
  await openPaper(page, "tfwc");
  const row = page.locator(".paper-headlines tbody tr").nth(index);
  await expect(row).toContainText(paper?.headlines[index]?.answer ?? "");
  const before = await page.locator(".paper-main svg").innerHTML();
  await page.locator(".paper-decides").getByRole("radio").first().focus();
  for (let i = 0; i < option; i += 1) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: label, exact: true })).toBeChecked();
  await expect(row.locator("mark")).toHaveText(paper?.headlines[index]?.under[0]?.[option]?.answer ?? "");
  await expect(page.locator(".paper-main mark")).toContainText(label);
  expect(await page.locator(".paper-main svg").innerHTML()).not.toBe(before);
  await page.reload();
  await expect(page.getByRole("radio", { name: label, exact: true })).toBeChecked();
});

test("a reader who asks for less motion sees the whole picture of a scheme at once", async ({ page }) => {
  const states = (): Promise<readonly string[]> =>
    page
      .locator(".scheme-moving")
      .evaluateAll((groups) =>
        groups.flatMap((group) => group.getAnimations().map(({ playState }) => playState)),
      );
  await openPaper(page, "taimd");
  await page.locator(".scheme-frame").hover();
  expect(await states()).toEqual(["running"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPaper(page, "trabol");
  await expect.poll(states).toEqual(["finished"]);
});
