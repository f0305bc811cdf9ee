// Addresses: pages of sections, the Back button, and links that are entered while a scenario is open.
import type { Page } from "@playwright/test";
import { lastChangeLine, linkTo, longTimeout, openLab, pause, setBuffer, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

const buffer = (page: Page) => page.getByRole("textbox", { name: "Buffer, exact value" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("each algorithm has an address", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await setBuffer(page, "19");
  await waitForChange(page, /19/);
  await page.getByRole("button", { name: "Actions for near" }).click();
  await page.getByRole("menuitem", { name: "About TCP NewReno (1999)" }).click();
  await expect(heading(page, "TCP NewReno (1999)")).toBeVisible(longTimeout);
  await page
    .getByRole("navigation", { name: "Algorithms" })
    .getByRole("link", { name: "CUBIC", exact: true })
    .click();
  await expect(heading(page, "CUBIC")).toBeVisible();
  expect(page.url()).toMatch(/#\/algorithms\/cubic$/);
  await page.reload();
  await expect(heading(page, "CUBIC")).toBeVisible(longTimeout);
  await page.goBack();
  await expect(heading(page, "TCP NewReno (1999)")).toBeVisible(longTimeout);
  await page.getByRole("button", { name: "Back to the Lab" }).click();
  await expect(buffer(page)).toHaveValue("19", longTimeout);
});

test("a link that is entered in a section opens its scenario", async ({ page }) => {
  await page.goto("./#/lessons");
  await page.getByRole("link", { name: "Papers" }).click();
  await expect(heading(page, "Papers")).toBeVisible(longTimeout);
  await page.evaluate(() => {
    location.hash = '#p=near-far&network.forward.queue.limit={"packets":23}';
  });
  await expect(buffer(page)).toHaveValue("23", longTimeout);
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/&r=/);
  await page.goBack();
  await expect(heading(page, "Papers")).toBeVisible();
  await page.goForward();
  await expect(buffer(page)).toHaveValue("23");
});

test("Undo returns from a typed link to the scenario before, with its edits", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await setBuffer(page, "19");
  await waitForChange(page, /19/);
  await page.evaluate(() => {
    location.hash = "#p=sawtooth";
  });
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/^#p=sawtooth&r=/);
  const undo = page.getByRole("banner").getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(buffer(page)).toHaveValue("19", longTimeout);
  await undo.click();
  await expect(buffer(page)).not.toHaveValue("19");
});

test("a link that states another result stays until the scenario is edited, and its line causes no layout shift", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const chart = page.getByRole("application", { name: "Rate", exact: true });
  await openLab(page);
  await pause(page);
  const place = await chart.boundingBox();
  await page.goto("about:blank");
  const link = "#p=near-far&r=0123456789abcdef";
  await openLab(page, link);
  await pause(page);
  const notice = page.getByText("The link states another result");
  await expect(notice).toBeVisible(longTimeout);
  expect(new URL(page.url()).hash).toBe(link);
  expect(await chart.boundingBox()).toEqual(place);
  await page.getByRole("button", { name: "Buffer of 15 packets" }).click();
  await waitForChange(page, /buffer/i);
  await expect(notice).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/packets%22%3A15.*&r=[0-9a-f]{16}/);
  expect(page.url()).not.toContain("0123456789abcdef");
  expect((await chart.boundingBox())?.y).toBe(place?.y);
  // The result in the link is not that of the edited scenario, so the line stays away even when the line
  // about the change is closed.
  await page.getByRole("button", { name: "Close the line about the last change" }).click();
  await expect(lastChangeLine(page)).toHaveCount(0);
  await expect(notice).toHaveCount(0);
});

test("a link whose scenario cannot run leads to the setting", async ({ page }) => {
  await page.goto("#p=near-far&network.forward.queue.limit.packets=999999999");
  const problem = page.getByRole("alert").filter({ hasText: "This scenario cannot be run" });
  await expect(problem).toContainText("between 1 and 10\u202f000\u202f000 packets", longTimeout);
  // There are no shares, and no picture of an unknown network.
  await expect(page.locator(".overview")).toHaveCount(0);
  await problem.getByRole("button", { name: "buffer" }).click();
  const buffer = page.getByRole("textbox", { name: "Buffer, exact value" });
  await expect(buffer).toBeFocused();
  await buffer.fill("30");
  await buffer.press("Enter");
  await expect(problem).toHaveCount(0);
  await expect(page.locator(".fs-network")).toBeVisible(longTimeout);
});

/** Values that no scenario has at these paths, and where the page says that they are wrong. */
const WRONG: readonly (readonly [path: string, value: unknown, where: string])[] = [
  ["timeline", [{ at: 5, set: [["network.forward.rate", 5_000_000]] }], "timeline[0].set: "],
  ["timeline", [{ at: 5 }], "timeline[0].set: "],
  ["timeline", 5, "timeline: "],
  ["flows", [null], "flows[0]: "],
  ["flows", { a: 1 }, "flows: "],
  ["network.forward.queue", [], "network.forward.queue: "],
  ["network", "none", "network: "],
  ["title", { a: 1 }, "title: "],
];

test("a link with a value that no scenario can have says where it is wrong, and opens nothing", async ({
  page,
}) => {
  await openLab(page);
  const alert = page.getByRole("alert").filter({ hasText: "This link could not be opened" });
  const shown = await page.getByRole("heading", { level: 1 }).textContent();
  for (const [path, value, where] of WRONG)
    for (const link of [
      `#p=sawtooth&${path}=${encodeURIComponent(JSON.stringify(value))}`,
      linkTo({ v: 1, flows: [{ id: "a" }], ...nested(path, value) }),
    ]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await expect(alert).toContainText(where);
      await expect(alert).toContainText("The scenario that was open is unchanged.");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown ?? "");
      await alert.getByRole("button", { name: "Dismiss" }).click();
    }
  await page.goto("about:blank");
  await page.goto(`./#p=sawtooth&timeline=${encodeURIComponent('[{"at":5,"set":[["a",1]]}]')}`);
  await expect(alert).toContainText("timeline[0].set: ", longTimeout);
  await expect(alert).toContainText("The first example is shown instead.");
});

/** The object with a value at a path. */
const nested = (path: string, value: unknown): object =>
  path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
