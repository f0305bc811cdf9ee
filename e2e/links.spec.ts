// Addresses: pages of sections, the Back button, and links that are entered while a scenario is open.
import { constants, deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { lastChangeLine, linkTo, longTimeout, openLab, pause, setBuffer, waitForChange } from "./lab.ts";
import { expect, test } from "./test.ts";

const buffer = (page: Page) => page.getByRole("textbox", { name: "Buffer, exact value" });
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("each algorithm has an address, and a link that is entered in a section opens its scenario", async ({
  page,
}) => {
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
  // A link that is entered in a section opens its scenario.
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
  // The Lab does not write its link over the address of a section that was entered just before.
  await setBuffer(page, "17");
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toMatch(/17.*&r=/);
  await page
    .getByRole("button", { name: "Undo" })
    .first()
    .evaluate((undo: HTMLButtonElement) => {
      globalThis.requestIdleCallback = (write) => {
        location.hash = "#/papers";
        write({ didTimeout: false, timeRemaining: () => 1 });
        return 1;
      };
      undo.click();
    });
  await expect(heading(page, "Papers")).toBeVisible(longTimeout);
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
  // Within one version, another result means that the link was changed.
  const version = /&e=([^&]+)/.exec(page.url())?.[1] ?? "";
  await page.goto(`./#p=sawtooth&r=0123456789abcdef&e=${version}`);
  const changed = page.getByRole("status").filter({ hasText: "another result" });
  await expect(changed).toContainText("was changed", longTimeout);
});

test("a link whose scenario cannot run leads to the setting, and opens its group", async ({ page }) => {
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
  // The settings of a flow are in groups, and the link opens the group of the setting.
  await page.goto("about:blank");
  await page.goto("./#p=near-far&flows.near.params.min_rto=99");
  await page.getByRole("button", { name: /min_rto|timeout/i }).click();
  const field = page.getByRole("textbox", { name: /^Smallest timeout/ });
  await expect(field).toBeFocused();
  const card = page.locator(".flow").first();
  const group = (name: string) =>
    card.locator("details").filter({ has: page.locator("summary", { hasText: name }) });
  await expect(group("Timeouts and clock").last()).toHaveAttribute("open");
  await expect(group("Timeouts and clock").last().locator("summary")).toContainText("1 changed");
  // A closed group renders none of its settings.
  const closed = group("Loss recovery").last();
  await expect(closed).not.toHaveAttribute("open");
  await expect(closed.locator("input, select")).toHaveCount(0);
  await closed.locator("summary").press("Enter");
  await expect(closed.getByRole("checkbox", { name: "Limited transmit" })).toBeVisible();
});

/**
 * A link that decompresses to `bytes` bytes. A link that decompresses to a gigabyte is about a megabyte long
 * and is refused because of its length. The longest link that is decompressed gives about a quarter of a
 * gigabyte.
 */
const bomb = (bytes: number): string =>
  `#s=${deflateRawSync(Buffer.alloc(bytes, 0x20), { strategy: constants.Z_RLE }).toString("base64url")}`;
const tooMuchData = "It contains more data than a scenario may have";

/** Links that cannot be opened, and what the page says about them. */
const broken = (): readonly (readonly [link: string, reason: string])[] => [
  ["#s=q1YqVrKqVipTslJKTEpW", "It is damaged or incomplete"],
  ["#s=%%%", "It is damaged or incomplete"],
  [bomb(1 << 30), tooMuchData],
  [bomb(240 << 20), tooMuchData],
  ["#1.abc", "links of versions before 1.0"],
  ["#p=nothing", "There is no example called"],
];

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

test("a link that cannot be opened says why and where it is wrong, and opens nothing", async ({ page }) => {
  // Compressing a gigabyte takes time.
  test.slow();
  await openLab(page);
  await pause(page);
  await setBuffer(page, "19");
  await waitForChange(page, /19/);
  const alert = page.getByRole("alert").filter({ hasText: "This link could not be opened" });
  const shown = await page.getByRole("heading", { level: 1 }).textContent();
  const values = WRONG.flatMap(([path, value, where]) => [
    [`#p=sawtooth&${path}=${encodeURIComponent(JSON.stringify(value))}`, where] as const,
    [linkTo({ v: 1, flows: [{ id: "a" }], ...nested(path, value) }), where] as const,
  ]);
  for (const [link, reason] of [...broken(), ...values]) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, link);
    await expect(alert).toContainText(reason, longTimeout);
    await expect(alert).toContainText("The scenario that was open is unchanged");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(shown ?? "");
    await expect(buffer(page)).toHaveValue("19");
    await alert.getByRole("button", { name: "Dismiss" }).click();
    await expect(alert).toHaveCount(0);
  }
  await page.goto("about:blank");
  await page.goto(`./#p=sawtooth&timeline=${encodeURIComponent('[{"at":5,"set":[["a",1]]}]')}`);
  await expect(alert).toContainText("timeline[0].set: ", longTimeout);
  await expect(alert).toContainText("The first example is shown instead.");
});

/** The object with a value at a path. */
const nested = (path: string, value: unknown): object =>
  path.split(".").reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as object;
