// Sharing: links with a result ID, links that cannot be opened, files, and exported data.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { lastChangeLine, longTimeout, openLab, pause, seek, setBuffer, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

/** The fragment of the address, which contains the share link. */
const fragmentOf = (page: Page): string => new URL(page.url()).hash;

/** The link and the result ID in the Share dialog. */
async function readShareDialog(page: Page): Promise<{ readonly link: string; readonly result: string }> {
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share" });
  const box = dialog.getByRole("textbox", { name: "Link" });
  const id = dialog.locator(".result-id");
  await expect(id).toHaveText(/^[0-9a-f]{16}$/, longTimeout);
  const result = (await id.textContent()) ?? "";
  await expect(box).toHaveValue(/^http/, longTimeout);
  const link = await box.inputValue();
  await dialog.getByRole("button", { name: "Close" }).click();
  return { link, result };
}

test("a link gives the same result in another browser", async ({ page, browser }) => {
  await openLab(page);
  await pause(page);
  await setBuffer(page, "17");
  await waitForChange(page, /17/);
  // Add a flow, so that the link is not the short link of an example.
  await page.getByRole("region", { name: "Flows" }).getByRole("button", { name: "Other flow" }).click();
  await waitForChange(page, /added/);
  const { link, result } = await readShareDialog(page);
  expect(link).toContain("#s=");
  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await otherPage.goto(link);
  await expect(lastChangeLine(otherPage)).toContainText("both results as the link states", longTimeout);
  await expect(otherPage.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("17");
  expect((await readShareDialog(otherPage)).result).toBe(result);
  await otherContext.close();
});

test("a link shows the change and its effect, and the comparison with its seeds", async ({
  page,
  browser,
}) => {
  await openLab(page);
  await pause(page);
  await seek(page, 15);
  await page.getByText("from 15.0\u202fs on").click();
  const rate = page.locator('[data-setting="network.forward.rate"]').getByRole("textbox");
  await rate.fill("5M");
  await rate.press("Enter");
  await waitForChange(page, /10\D+→ 5/);
  const [effect = "no effect"] =
    /15\D+30\D+: near .*?Mb\/s/.exec((await lastChangeLine(page).textContent()) ?? "") ?? [];
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/&w=[0-9a-f]{16}$/);
  await lastChangeLine(page).getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Try 10 seeds" }).click();
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/&k=compare~seeds$/);
  const { link, result } = await readShareDialog(page);
  const context = await browser.newContext({ serviceWorkers: "block" });
  const reader = await context.newPage();
  await reader.goto(link);
  await expect(lastChangeLine(reader)).toContainText(effect, longTimeout);
  await expect(lastChangeLine(reader)).toContainText("both results as the link states", longTimeout);
  await expect(reader.getByRole("region", { name: "Compare" })).toContainText(
    "Mean over 10 seeds",
    longTimeout,
  );
  expect((await readShareDialog(reader)).result).toBe(result);
  await reader.reload();
  await expect(lastChangeLine(reader)).toContainText(effect, longTimeout);
  // A damaged comparison, and one with another result, are stated.
  for (const [part, words] of [
    ["&w=nothing", "The part of the link about the last change is damaged"],
    ["&w=0123456789abcdef", "has another result than the link states"],
  ] as const) {
    const other = await context.newPage();
    await other.goto(link.replace(/&w=[^&]+/, part));
    await expect(other.getByRole("status").filter({ hasText: words })).toBeVisible(longTimeout);
    await other.close();
  }
  await context.close();
});

test("a link of another version offers the site of that version, if this host has it", async ({
  page,
  faults,
}) => {
  const link = "#p=near-far&r=0123456789abcdef&e=0.9.0";
  await page.goto(`./${link}`);
  await expect(page.getByRole("heading", { name: "made by Fairshare 0.9.0" })).toBeVisible(longTimeout);
  await expect(page.getByText("This site does not have version 0.9.0.")).toBeVisible();
  // The browser reports the file that is missing.
  for (const fault of faults.splice(0)) expect(fault).toContain("404");
  await page.route(/\/v\/0\.9\.0\/icon\.svg$/, (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: "<svg/>" }),
  );
  await page.reload();
  const there = page.getByRole("link", { name: "Open with 0.9.0" });
  await expect(there).toHaveAttribute(
    "href",
    /\/v\/0\.9\.0\/#p=near-far&r=0123456789abcdef&e=0\.9\.0$/,
    longTimeout,
  );
  await page.getByRole("button", { name: /^Run here with/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "0.9.0" })).toBeVisible(longTimeout);
});

test("a saved file restores the scenario and its result", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await setBuffer(page, "23");
  await waitForChange(page, /23/);
  const { result } = await readShareDialog(page);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).click();
  const path = await (await download).path();
  const file = { name: "run.json", mimeType: "application/json", buffer: await readFile(path) };
  await page.keyboard.press("Escape");
  await openLab(page, "#p=sawtooth");
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("23", longTimeout);
  expect((await readShareDialog(page)).result).toBe(result);
  await page.locator('input[type="file"]').setInputFiles({ ...file, buffer: Buffer.from("not JSON") });
  await expect(page.getByRole("alert")).toContainText("not JSON");
  await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("23");
});

test("the window, the shown queues, the playhead and the zoom are kept in a link", async ({
  page,
  browser,
}) => {
  const timeline = '[{"at":14.5,"set":"network.links.a.forward.rate","to":5000000}]';
  await openLab(page, `#p=near-far&network={"kind":"parking_lot"}&timeline=${timeline}`);
  await pause(page);
  await expect(page.getByText("changes during the run at 14.5")).toBeVisible();
  await page.getByText("whole run", { exact: true }).click();
  await page.getByRole("combobox", { name: "Which queue" }).selectOption("all links");
  await seek(page, 12.3);
  await page.getByRole("application", { name: "Rate" }).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("+");
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/&t=12\.3&z=0_15/);
  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const box = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" });
  await expect(box).toHaveValue(/^http/, longTimeout);
  const link = await box.inputValue();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("radio", { name: "whole run", exact: true })).toBeChecked(longTimeout);
  await expect(other.getByRole("combobox", { name: "Which queue" })).toHaveValue("*");
  await expect(other.getByText("changes during the run at 14.5")).toBeVisible();
  await expect(other.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(other.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("12.3");
  await expect.poll(() => fragmentOf(other), longTimeout).toBe(fragmentOf(page));
  await other.context().close();
});
