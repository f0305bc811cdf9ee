// Everyday traffic: a visitor asks what happens to a call, and builds a home line. The tests count the actions of the visitor:
// presses of the pointer and of keys.
import type { Locator, Page } from "@playwright/test";
import { longTimeout, openDetails, readShares, waitForCompleteRun } from "./lab.ts";
import { expect, test } from "./test.ts";

// A visitor who has chosen nothing yet.
test.use({ wholeLab: false, viewport: { width: 1280, height: 720 } });

/** Opens the first page, and counts from there on. */
async function openFirstPage(page: Page): Promise<void> {
  await page.goto("");
  await expect(page.getByRole("status", { name: "Answer" })).toContainText("near", longTimeout);
  await page.evaluate(() => {
    const count = { actions: 0 };
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, (event) => (count.actions += event.isTrusted ? 1 : 0), true);
    Object.assign(globalThis, { count });
  });
}

/** The number of actions. A choice in a list is made without pointer and keys, so its action is added. */
const actions = async (page: Page, choices = 0): Promise<number> =>
  choices +
  (await page.evaluate(() => (globalThis as unknown as { count: { actions: number } }).count.actions));

/** The share of frames on time in per cent, and the delay in ms, of a sentence about a call. */
async function callIn(sentence: Locator): Promise<{ readonly onTime: number; readonly delay: number }> {
  const [, onTime, delay] =
    /([\d.]+).% of the frames on time, mean delay ([\d.]+).ms/.exec((await sentence.textContent()) ?? "") ??
    [];
  return { onTime: Number(onTime), delay: Number(delay) };
}

test("whether a download ruins a call, and whether CAKE saves it, takes at most four actions", async ({
  page,
}) => {
  await openFirstPage(page);
  await page.getByRole("button", { name: "Another question" }).click();
  await page.getByRole("menuitem", { name: "Does a download ruin my call?" }).click();
  const answer = page.getByRole("status", { name: "Answer" });
  await expect(answer).toContainText("frames on time", longTimeout);
  const ruined = await callIn(answer);
  expect(ruined.onTime).toBeLessThan(30);
  expect(ruined.delay).toBeGreaterThan(200);
  await page.getByRole("button", { name: /^Try: CAKE/ }).click();
  const before = page.locator(".face-before > span");
  await expect(before).toContainText("Before: 2", longTimeout);
  expect(await callIn(before)).toEqual(ruined);
  const saved = await callIn(answer);
  expect(saved.onTime).toBeGreaterThan(99);
  expect(saved.delay).toBeLessThan(100);
  expect(await actions(page)).toBeLessThanOrEqual(4);
});

test("a home line with download, upload, call, game and web takes at most twelve actions, and flows can be turned", async ({
  page,
}) => {
  await openFirstPage(page);
  await page.getByRole("button", { name: "Show everything" }).click();
  await page.getByRole("button", { name: "New scenario" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Home line 50/10" }).click();
  const flows = page.getByRole("region", { name: "Flows" });
  // The direction of a flow is seen and changed, and an upload alone runs. Choices in lists are not counted.
  const direction = flows.getByRole("combobox", { name: "Direction" });
  await expect(direction).toHaveValue("forward");
  await waitForCompleteRun(page);
  await direction.selectOption({ label: "Back (upload)" });
  await expect(page.locator("p.last-change")).toContainText("Back (upload)", longTimeout);
  await expect(page.getByText("cannot be run")).toHaveCount(0);
  await expect.poll(async () => (await readShares(page)).download ?? 0, longTimeout).toBeGreaterThan(10);
  await direction.selectOption("forward");
  for (const name of ["Upload", "Video call", "Game", "Web page"])
    await flows.getByRole("button", { name, exact: true }).click();
  const link = page.getByRole("region", { name: "Link", exact: true });
  await expect(link.getByRole("textbox", { name: "Rate, exact value" })).toHaveValue("50");
  await expect(link.getByRole("textbox", { name: "Rate back (upload), exact value" })).toHaveValue("10");
  const numbers = await openDetails(page, /^Numbers/);
  await page
    .getByRole("radio", { name: "whole run" })
    .and(page.locator(".shares-part input"))
    .check({ force: true });
  /** The text in a column of the row of a flow. */
  const cell = async (flow: string, column: string): Promise<string> =>
    numbers.locator("table").evaluateAll(
      (tables, [flow, column]) => {
        for (const table of tables as HTMLTableElement[]) {
          const at = [...(table.tHead?.rows[0]?.cells ?? [])].findIndex(
            (head) => head.textContent === column,
          );
          const row = [...(table.tBodies[0]?.rows ?? [])].find((row) => row.cells[0]?.textContent === flow);
          if (at >= 0 && row) return row.cells[at]?.textContent ?? "";
        }
        return "";
      },
      [flow, column] as const,
    );
  // What matters for each kind, on a line without CAKE.
  for (const [flow, column, text] of [
    ["download", "Goodput", /Mb\/s$/],
    ["upload", "Mean RTT", /ms$/],
    ["call", "Frames on time", /%$/],
    ["call", "Stalls", /^\d+$/],
    ["game", "One-way delay, p95", /ms$/],
    ["game", "Jitter", /ms|\u00b5s$/],
    ["game", "Lost", /%$/],
    ["game inputs", "Lost", /%$/],
    ["web", "Median completion time", /s$/],
  ] as const)
    await expect
      .poll(() => cell(flow, column), { ...longTimeout, message: `${flow}: ${column}` })
      .toMatch(text);
  const rtt = Number.parseFloat(await cell("upload", "Mean RTT"));
  expect(rtt).toBeGreaterThan(100);
  // The upload is cured in its own direction.
  await link.getByRole("combobox", { name: "Queue discipline" }).nth(1).selectOption({ label: "CAKE" });
  await expect
    .poll(async () => Number.parseFloat(await cell("upload", "Mean RTT")), longTimeout)
    .toBeLessThan(rtt / 2);
  expect(await actions(page, 1)).toBeLessThanOrEqual(12);
});
