// The tiles of a call: on the page with one question and in the Lab, they show what the run delivers at the playhead.
import type { Locator, Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { linkTo, longTimeout, openLab, pause, seek } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const tile = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("region", { name: "The call" }).getByRole("listitem").filter({ hasText: name });

/** The pixels of the picture of a tile, as text. */
const picture = (of: Locator): Promise<string> =>
  of
    .locator("canvas")
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());

test("a question shows the call freeze, and CAKE next to the run before", async ({ page }) => {
  await page.goto("./#p=call-download&l=face");
  await expect(tile(page, "Receiver")).toContainText(/Frozen 2\d(\.\d)?\ss of/, longTimeout);
  await page.getByRole("button", { name: "CAKE" }).click();
  const before = tile(page, "Receiver, before");
  await expect(before).toContainText(/Frozen 2\d/, longTimeout);
  await expect(tile(page, "Receiver, now")).toContainText("Frozen 0 s of", longTimeout);
  await expect(before.locator(".call-strip span").first()).toBeVisible();
  expect(await tile(page, "Receiver, now").locator(".call-strip span").count()).toBeLessThan(3);
  // Without repetitions, single frames are missing, and none is a freeze.
  await page.goto("./#p=call-loss&l=face");
  await page.getByRole("button", { name: "Try: Lost packets stay lost" }).click(longTimeout);
  const lossy = tile(page, "Receiver, now");
  await expect(lossy).toContainText(/Frozen 0\ss of 30.*75\.2\s% of frames on time/, longTimeout);
  await expect(lossy).toContainText(/2\d of 30 frames per second/);
  await expect(lossy.locator(".call-badge")).toHaveText(/\d of 30 frames missing/);
  await expect(tile(page, "Receiver, before")).toContainText(/100\s% of frames on time/);
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("scenarios without a call load nothing, reduced motion has a still picture, and otherwise it follows the playhead", async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openLab(page, linkTo({ v: 1, duration: 4, flows: [{ id: "one" }] }));
  expect(loaded.some((path) => path.includes("CallTiles"))).toBe(false);
  const call = { id: "call", algorithm: "gcc", source: { kind: "media" } };
  await openLab(page, linkTo({ v: 1, duration: 60, flows: [call] }));
  await seek(page, 2);
  await expect(tile(page, "Receiver")).toContainText("moves");
  const still = await picture(tile(page, "Receiver"));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.locator(".call-name").first()).toBeVisible();
  await expect
    .poll(() => page.getByRole("textbox", { name: "Time in seconds" }).inputValue())
    .not.toBe("2.0");
  expect(await picture(tile(page, "Receiver"))).toBe(still);
  await pause(page);
  await expect.poll(() => picture(tile(page, "Receiver")), longTimeout).not.toBe(still);
  // With motion, the picture follows the playhead and pauses with it.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openLab(page, "#p=call-download");
  await pause(page);
  const receiver = tile(page, "Receiver, now");
  await seek(page, 1.5);
  await expect(receiver).toContainText("of 30 frames per second");
  const moving = await picture(receiver);
  const text = await receiver.innerText();
  await seek(page, 20);
  await expect.poll(() => picture(receiver), longTimeout).not.toBe(moving);
  await seek(page, 1.5);
  await expect.poll(() => picture(receiver), longTimeout).toBe(moving);
  expect(await receiver.innerText()).toBe(text);
  // CAKE is the run that the example compares with: sharp, and never frozen.
  await expect(tile(page, "Receiver, CAKE")).toContainText("Frozen 0 s of");
  // The tiles can be closed, and stay closed.
  await page.getByText("The call", { exact: true }).click();
  // The tiles leave the page when the choice is stored. They are hidden before.
  await expect(page.locator(".call-name")).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("The call", { exact: true })).toBeVisible();
  await expect(receiver).toHaveCount(0);
});
