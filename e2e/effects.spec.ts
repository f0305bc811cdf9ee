// The effect of an edit: drawn in full colours over the run before, measured after the time of the edit,
// announced, and never out of view.
import type { Locator, Page } from "@playwright/test";
import {
  lastChangeLine,
  linkTo,
  longTimeout,
  openLab,
  pause,
  readShares,
  seek,
  setBuffer,
  waitForChange,
  waitForCompleteRun,
  whenStable,
} from "./lab.ts";
import { expect, test } from "./test.ts";

const rate = (page: Page): Locator => page.locator(".chart-rate");
const mask = (page: Page): Promise<string> =>
  rate(page)
    .locator(".fs-data")
    .evaluate((data) => getComputedStyle(data).maskImage);
test("an edit shows its effect on the whole run", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 12);
  await expect.poll(() => mask(page)).toContain("linear-gradient");
  const region = page.locator("#change-status");
  await expect(region).toHaveAttribute("role", "status");
  await expect(region).toBeEmpty();
  // The bars are drawn a few times a second.
  await expect(page.locator(".shares-window")).toContainText(/to 12\.0\ss/);
  const before = await whenStable(() => readShares(page));
  await setBuffer(page, "3");
  await waitForChange(page, /buffer/);
  await expect.poll(() => mask(page)).toBe("none");
  await expect(rate(page).locator(".fs-chart-note")).toContainText("goodput, pale: before");
  const shares = page.locator(".shares-line");
  await expect(shares).toHaveText(new RegExp(`\\(before: ${before["near"]}\\s%\\)`));
  await expect(region).toContainText(
    /^Last change: buffer 30\s*.\s*3\s*packets; whole run, one seed: far 2\.24/,
  );
  await lastChangeLine(page).getByRole("button", { name: "Close the line" }).click();
  await expect(shares).not.toHaveText(/before/);
  await expect.poll(() => mask(page)).toContain("linear-gradient");
});

test("an edit from 12 s on is measured from 12 s on", async ({ page, context }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 12);
  await page.locator(".edit-mode .segment").nth(1).click();
  await setBuffer(page, "3");
  await waitForChange(page, /from 12/);
  const covered = page.locator(".shares-window");
  await expect(covered).toHaveText(/12\ss to 30\.0\ss/);
  await expect(page.locator(".shares-line")).toHaveText(/before: .*before: /);
  await waitForCompleteRun(page);
  // The address shows the edit and the view when they have not changed for a while.
  await expect.poll(() => page.url(), longTimeout).toMatch(/(timeline|#s=).*[&]t=12\b/);
  const other = await context.newPage();
  await other.goto(page.url());
  await waitForCompleteRun(other);
  await expect(other.locator(".shares-window")).toHaveText(/12\ss to 30\.0\ss/);
  await expect.poll(() => mask(other)).toBe("none");
  // Later, the window begins at the edit and ends at the playhead.
  await seek(page, 20);
  await expect(covered).toHaveText(/12\ss to 20\.0\ss/);
});

test("undo and redo work across a reload, and undo returns from a typed link", async ({ page }) => {
  await openLab(page);
  await pause(page);
  const buffer = page.getByRole("textbox", { name: "Buffer, exact value" });
  await setBuffer(page, "12");
  await waitForChange(page, /buffer/);
  await setBuffer(page, "9");
  await waitForChange(page, /12\s*.\s*9/);
  const header = page.getByRole("banner");
  await header.getByRole("button", { name: "Undo" }).click();
  await expect(buffer).toHaveValue("12");
  await expect.poll(() => page.url(), longTimeout).toMatch(/packets%22%3A12.*&r=/);
  await page.reload();
  await waitForCompleteRun(page);
  await expect(buffer).toHaveValue("12");
  await header.getByRole("button", { name: "Redo" }).click();
  await expect(buffer).toHaveValue("9");
  await header.getByRole("button", { name: "Undo" }).click();
  await header.getByRole("button", { name: "Undo" }).click();
  await expect(buffer).toHaveValue("30");
  await expect(header.getByRole("button", { name: "Undo" })).toBeDisabled();
  // Undo returns from a typed link to the scenario before, with its edits.
  await setBuffer(page, "19");
  await waitForChange(page, /19/);
  await page.evaluate(() => {
    location.hash = "#p=sawtooth";
  });
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/^#p=sawtooth&r=/);
  const undo = header.getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(buffer).toHaveValue("19", longTimeout);
  await undo.click();
  await expect(buffer).not.toHaveValue("19");
});

test("the texts of the network do not touch each other if the reverse path is drawn", async ({ page }) => {
  const doc = {
    v: 1,
    duration: 5,
    network: {
      kind: "dumbbell",
      forward: { rate: 1e7, delay: 0.02, queue: { kind: "drop_tail", limit: { packets: 30 } } },
      reverse: { rate: 1e6, delay: 0.02, queue: { kind: "drop_tail", limit: { packets: 4 } } },
    },
    flows: [{ id: "near" }, { id: "far" }],
  };
  for (const size of [
    { width: 1280, height: 720 },
    { width: 640, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.goto("about:blank");
    await openLab(page, linkTo(doc));
    await pause(page);
    await seek(page, 2.7);
    const touching = await page.locator(".fs-network text").evaluateAll((texts) => {
      const boxes = texts
        .map((text) => ({ name: text.textContent ?? "", box: text.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0);
      return boxes.flatMap((a, i) =>
        boxes
          .slice(i + 1)
          .filter(
            (b) =>
              a.box.left < b.box.right - 1 &&
              b.box.left < a.box.right - 1 &&
              a.box.top < b.box.bottom - 3 &&
              b.box.top < a.box.bottom - 3,
          )
          .map((b) => `${a.name} | ${b.name}`),
      );
    });
    expect(touching, `at ${size.width} pixels`).toEqual([]);
  }
});
