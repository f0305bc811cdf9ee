// Sharing: links with a result ID, links that cannot be opened, files, and exported data.
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import manifest from "../package.json" with { type: "json" };
import {
  longTimeout,
  openDetails,
  openLab,
  parseRate,
  pause,
  seek,
  setBuffer,
  waitForChange,
} from "./lab.ts";
import links from "./links-0.1.0.json" with { type: "json" };
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
  await page.getByRole("region", { name: "Flows" }).getByRole("button", { name: "Add", exact: true }).click();
  await waitForChange(page, /added/);
  const { link, result } = await readShareDialog(page);
  expect(link).toContain("#1.");
  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await otherPage.goto(link);
  await expect(otherPage.getByRole("status").filter({ hasText: "Same result" })).toContainText(
    result,
    longTimeout,
  );
  await expect(otherPage.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("17");
  await otherContext.close();
});

test("a link restores its author's playhead and zoom", async ({ page, browser }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 12.3);
  const plot = page.getByRole("application", { name: "Rate" });
  await plot.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("+");
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/&t=12\.3&z=0_15$/);
  const otherContext = await browser.newContext();
  const otherPage = await otherContext.newPage();
  await otherPage.goto(page.url());
  await expect(otherPage.getByRole("button", { name: "Play", exact: true })).toBeVisible(longTimeout);
  await expect(otherPage.getByRole("textbox", { name: "Time in seconds" })).toHaveValue("12.3");
  await expect.poll(() => new URL(otherPage.url()).hash, longTimeout).toBe(fragmentOf(page));
  await otherContext.close();
});

/** The links that were recorded with earlier releases. */
const recorded = readdirSync(import.meta.dirname)
  .flatMap((file) => /^links-(.*)\.json$/.exec(file)?.[1] ?? [])
  .filter((version) => version !== manifest.version)
  .flatMap((version) => {
    const text = readFileSync(join(import.meta.dirname, `links-${version}.json`), "utf8");
    return (JSON.parse(text) as typeof links).map((entry) => ({ ...entry, version }));
  });
for (const { name, link, result, version } of recorded) {
  test(`a link of release ${version} is shown with the engine of that release: ${name}`, async ({ page }) => {
    await page.goto(`./${link}`);
    await expect(page.getByRole("status").filter({ hasText: `Made with Fairshare ${version}` })).toBeVisible(
      longTimeout,
    );
    await expect(page.getByRole("status").filter({ hasText: "Same result" })).toContainText(
      result,
      longTimeout,
    );
  });
}

test("the scenario of a link of release 0.1.0 can be run with the engine of the page", async ({ page }) => {
  const [{ link, result }] = links as [(typeof links)[number]];
  await page.goto(`./${link}`);
  const notice = page.getByRole("status").filter({ hasText: "Made with Fairshare 0.1.0" });
  await notice.getByRole("button", { name: /^Run with \d+\.\d+\.\d+/ }).click(longTimeout);
  await expect(notice).toBeHidden(longTimeout);
  const compare = page.getByRole("region", { name: "Compare" });
  await expect(compare).toContainText("A was computed by version 0.1.0", longTimeout);
  await expect.poll(() => fragmentOf(page), longTimeout).not.toContain("e=0.1.0");
  expect(fragmentOf(page)).not.toContain(result);
});

test("an example that is opened after a link of release 0.1.0 runs with the engine of the page", async ({
  page,
}) => {
  const [{ link }] = links as [(typeof links)[number]];
  await page.goto(`./${link}`);
  const notice = page.getByRole("status").filter({ hasText: "Made with Fairshare 0.1.0" });
  await expect(notice).toBeVisible(longTimeout);
  await page.goto("./#p=sawtooth");
  await expect(notice).toBeHidden(longTimeout);
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/^#p=sawtooth&r=[0-9a-f]{16}&e=/);
});

test("the line about the result of a link is a sentence of its own before the note", async ({ page }) => {
  await openLab(page, "#p=near-far");
  const result = /[&]r=([0-9a-f]{16})/.exec(fragmentOf(page))?.[1] ?? "";
  await page.goto("about:blank");
  await page.goto(`./#p=near-far&r=${result}`);
  await expect(page.getByRole("status").filter({ hasText: "Same result" })).toHaveText(
    new RegExp(`^Same result as stated in the link: ${result}\\. The flow with the shorter round trip`),
    longTimeout,
  );
});

test("a link of release 0.1.0 that is copied again does not grow", async ({ page }) => {
  for (const { name, link } of links.filter(({ link }) => link.startsWith("#p="))) {
    await page.goto("about:blank");
    await page.goto(`./${link}`);
    await expect(page.getByRole("status").filter({ hasText: "Made with Fairshare 0.1.0" })).toBeVisible(
      longTimeout,
    );
    const copied = (await readShareDialog(page)).link;
    expect(new URL(copied).hash.length, name).toBeLessThanOrEqual(link.length);
    await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
    await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
    await page.getByRole("dialog", { name: "Share" }).getByRole("button", { name: "Close" }).click();
  }
});

test("a run that differs by its version only has no empty table of settings", async ({ page }) => {
  const [{ link }] = links as [(typeof links)[number]];
  await page.goto(`./${link}`);
  const notice = page.getByRole("status").filter({ hasText: "Made with Fairshare 0.1.0" });
  await notice.getByRole("button", { name: /^Run with/ }).click(longTimeout);
  const compare = page.getByRole("region", { name: "Compare" });
  await expect(compare).toContainText("No setting differs, only the version of the simulator.", longTimeout);
  await expect(compare.getByRole("table", { name: "Settings that differ" })).toHaveCount(0);
  // It has the short link of the example of this page.
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/^#p=near-far&.*r=[0-9a-f]{16}/);
});

test("a link without a version can be shown by an earlier release", async ({ page }) => {
  const [{ link, result }] = links as [(typeof links)[number]];
  await page.goto(`./${link.replace(/&r=.*/, "")}&network.forward.rate=10000000`);
  const line = page.getByRole("status").filter({ hasText: "This link states no version" });
  await expect(line).toContainText("an earlier version may give another result", longTimeout);
  await line.getByRole("button", { name: "Show with 0.1.0" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Made with Fairshare 0.1.0" })).toBeVisible(
    longTimeout,
  );
  await expect(line).toHaveCount(0);
  await expect.poll(() => fragmentOf(page), longTimeout).toContain(`r=${result}&e=0.1.0`);
});

test("a link with the result of an earlier release but no version offers that release", async ({ page }) => {
  const [{ link, result }] = links as [(typeof links)[number]];
  await page.goto(`./${link.replace(/&e=.*/, "")}`);
  const line = page.getByRole("status").filter({ hasText: "another result" });
  await line.getByRole("button", { name: "Show with 0.1.0" }).click(longTimeout);
  await expect(page.getByRole("status").filter({ hasText: "Same result" })).toContainText(
    result,
    longTimeout,
  );
});

test("the link of an example has no version and needs none", async ({ page }) => {
  await openLab(page, "#p=sawtooth");
  await expect(page.getByText("This link states no version")).toHaveCount(0);
});

test("a link with a changed result ID of the page's version shows a notice", async ({ page }) => {
  await openLab(page);
  const version = /&e=([^&]+)/.exec(fragmentOf(page))?.[1] ?? "";
  await page.goto(`./#p=sawtooth&r=0123456789abcdef&e=${version}`);
  const notice = page.getByRole("status").filter({ hasText: "another result" });
  await expect(notice).toContainText("was changed", longTimeout);
});

test("a link with a result ID that does not match shows a notice", async ({ page }) => {
  await page.goto("./#p=near-far&r=0123456789abcdef&e=0.0.9");
  const note = page.getByRole("status").filter({ hasText: "another result" });
  await expect(note).toContainText("0.0.9", longTimeout);
});

/**
 * A link that decompresses to `bytes` bytes. A link that decompresses to a gigabyte is about a megabyte long
 * and is refused because of its length. The longest link that is decompressed gives about a quarter of a
 * gigabyte.
 */
const bomb = (bytes: number): string =>
  `#1.${deflateRawSync(Buffer.alloc(bytes, 0x20)).toString("base64url")}`;
const tooMuchData = "It contains more data than a scenario may have";

test("links that cannot be opened are reported", async ({ page }) => {
  // Compressing a gigabyte takes time.
  test.slow();
  await openLab(page);
  await pause(page);
  await setBuffer(page, "19");
  await waitForChange(page, /19/);
  const links: readonly (readonly [link: string, reason: string])[] = [
    ["#1.q1YqVrKqVipTslJKTEpW", "It is damaged or incomplete"],
    ["#1.%%%", "It is damaged or incomplete"],
    [bomb(1 << 30), tooMuchData],
    [bomb(240 << 20), tooMuchData],
    ["#2.abc", "It was made by a newer version"],
    ["#p=nothing", "There is no example called"],
  ];
  for (const [link, reason] of links) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await expect(page.getByRole("alert")).toContainText(reason, longTimeout);
    await expect(page.getByRole("alert")).toContainText("The scenario that was open is unchanged");
    await expect(page.getByRole("textbox", { name: "Buffer, exact value" })).toHaveValue("19");
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});

test("a page that is opened with a link of a newer version shows the first example and the reason", async ({
  page,
}) => {
  await page.goto("./#2.abc");
  await expect(page.getByRole("alert")).toContainText("newer version", longTimeout);
  await expect(page.getByRole("alert")).toContainText("The first example is shown");
  await expect(page.getByRole("img", { name: /^Share of fair share/ })).toBeVisible();
  await page.getByText("Content of the link").click();
  await expect(page.getByRole("alert")).toContainText("2.abc");
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

test("the sums of the exported bytes agree with the goodputs in the table", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await seek(page, 0);
  await expect.poll(() => fragmentOf(page), longTimeout).toMatch(/&t=0$/);
  await page
    .getByRole("group", { name: "Numbers cover" })
    .getByRole("radio", { name: "whole run" })
    .check({ force: true });
  const numbers = await openDetails(page, "Numbers");
  await page.getByRole("button", { name: "Save: Rate" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Data (CSV)" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  const shared = /#p=\S+/.exec(csv)?.[0];
  expect(shared).toContain("&t=0");
  const bytes: Record<string, number> = { near: 0, far: 0 };
  for (const line of csv.split("\r\n")) {
    const [, flow = "", metric, value] = line.split(",");
    if (metric === "delivered_bytes") bytes[flow] = (bytes[flow] ?? 0) + Number(value);
  }
  for (const [flow, sum] of Object.entries(bytes)) {
    const row = numbers.getByRole("row", { name: new RegExp(`^${flow}`) });
    const { value, maxRoundingError } = parseRate(
      (await row.getByRole("cell", { name: /b\/s$/ }).first().textContent()) ?? "",
    );
    // The run has a duration of 30 s, and the table shows rounded values.
    expect(Math.abs((sum * 8) / 30 - value)).toBeLessThanOrEqual(0.001 * value + maxRoundingError);
    expect(sum).toBeGreaterThan(0);
  }
});
