// The views of single packets: what they show of a moment, and that links, files and keys work as in the other views.
import { readFile } from "node:fs/promises";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import { longTimeout, openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

/** A link to a scenario, with a view. */
const linkTo = (doc: unknown, view: unknown): string =>
  `#1.${deflateRawSync(Buffer.from(JSON.stringify({ s: doc, w: view }))).toString("base64url")}`;

/** The text in a compressed link. */
const contentOf = (fragment: string): string =>
  fragment.startsWith("#1.") ? inflateRawSync(Buffer.from(fragment.slice(3), "base64url")).toString() : "";

const two = {
  v: 1,
  title: "Two flows",
  duration: 20,
  network: { kind: "dumbbell", forward: { rate: 1e7, delay: 0.02 } },
  flows: [
    { id: "near", algorithm: "sack" },
    { id: "far", start: 5, access: { sender: 0.02, receiver: 0.02 } },
  ],
};

const view = (page: Page, id: string): Locator => page.locator(`.chart-${id} .fs-view`);
const sentence = (page: Page, id: string): Locator => view(page, id).locator("p.fs-hidden");

async function saveCsv(page: Page, id: string): Promise<readonly (readonly string[])[]> {
  await view(page, id)
    .getByRole("button", { name: /^Save: / })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Data (CSV)" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  const lines = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  return lines.slice(1).map((line) => line.split(","));
}

test("the time-sequence view shows the packets of a flow, and the link keeps flow and window", async ({
  page,
}) => {
  await openLab(page, linkTo(two, { t: 12, c: ["sequence"] }));
  await expect(sentence(page, "sequence")).toContainText(
    /Time-sequence of near, .*: \d+ new packets/,
    longTimeout,
  );
  await view(page, "sequence").getByRole("combobox", { name: "Flow" }).selectOption("far");
  await expect(sentence(page, "sequence")).toContainText(/Time-sequence of far/, longTimeout);
  await view(page, "sequence").getByRole("button", { name: "Single packets" }).click();
  await expect(sentence(page, "sequence")).toContainText(/Time-sequence of far, 1[01]\.\d+/, longTimeout);
  // The link contains the flow and the window.
  await expect
    .poll(() => contentOf(new URL(page.url()).hash), longTimeout)
    .toMatch(/"z":\[1[01]\..*sequence\.far|sequence\.far.*"z":\[1[01]\./);
  await expect(page.getByRole("button", { name: "Show the whole run" })).toBeVisible();
  const rows = await saveCsv(page, "sequence");
  expect(rows.length).toBeGreaterThan(100);
  // Times are exact to the nanosecond and in order.
  const times = rows.map(([time]) => time ?? "");
  for (const time of times) expect(time).toMatch(/^1[0-3]\.\d{9}$/);
  expect(times.toSorted()).toEqual(times);
  expect(new Set(rows.map(([, what]) => what))).toContain("acknowledged");
  const link = new URL(page.url()).hash;
  await page.goto("about:blank");
  await openLab(page, link);
  await expect(view(page, "sequence").getByRole("combobox", { name: "Flow" })).toHaveValue("far");
  await expect(sentence(page, "sequence")).toContainText(/Time-sequence of far, 1[0-2]\.\d+/, longTimeout);
});

test("keys move the cursor of the time-sequence view, and it has no accessibility violations", async ({
  page,
}) => {
  await openLab(page, linkTo(two, { t: 12, c: ["sequence"] }));
  await expect(sentence(page, "sequence")).toContainText("new packets", longTimeout);
  const plot = view(page, "sequence").getByRole("application");
  await plot.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(view(page, "sequence").getByRole("status")).toContainText(
    /s: sent [\d\s\u202f]+, acknowledged up to [\d\s\u202f]+, window edge/,
  );
  const { violations } = await new AxeBuilder({ page }).include(".chart-sequence").analyze();
  expect(violations).toEqual([]);
});

test("the queue is shown packet by packet, and steps lead from drop to drop", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 3, c: ["packets"] }));
  await expect(sentence(page, "packets")).toContainText(/\d+ arrivals, [1-9]\d* drops, 0 marks/, longTimeout);
  // The limit of the queue is 50 packets.
  await expect(sentence(page, "packets")).toContainText("At most 50 packets wait.");
  const next = view(page, "packets").getByRole("button", { name: "Next drop" });
  const status = view(page, "packets").getByRole("status").filter({ hasText: "drop: " });
  await next.click();
  await expect(status).toContainText(/^drop: \d+\.\d{9} s: the link sends packet \d+ of (near|far), 50 wait/);
  const first = (await status.textContent()) ?? "";
  await next.click();
  await expect(status).not.toHaveText(first);
  await view(page, "packets").getByRole("button", { name: "Previous drop" }).click();
  await expect(status).toHaveText(first);
  await view(page, "packets").getByRole("combobox", { name: "Go to" }).selectOption("arrived");
  await view(page, "packets").getByRole("button", { name: "Single packets" }).click();
  await expect(page.getByRole("button", { name: "Show the whole run" })).toBeVisible();
  await view(page, "packets").getByRole("button", { name: "Next arrival" }).click();
  await expect(view(page, "packets").getByRole("status").filter({ hasText: "arrival: " })).toContainText(
    "wait",
  );
  await expect.poll(() => contentOf(new URL(page.url()).hash), longTimeout).toContain("packets.arrived");
  const { violations } = await new AxeBuilder({ page }).include(".chart-packets").analyze();
  expect(violations).toEqual([]);
});

test("the packets of the queue view move in the picture of the network", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 3, c: ["packets"] }));
  await expect(sentence(page, "packets")).toContainText("arrivals", longTimeout);
  const packets = page.locator(".fs-network .fs-packets");
  await expect(packets.locator("circle").first()).toBeAttached();
  const placesOf = (): Promise<string> =>
    packets.locator("circle").evaluateAll((dots) => dots.map((dot) => dot.getAttribute("cx")).join(" "));
  const before = await placesOf();
  await view(page, "packets").getByRole("button", { name: "Next drop" }).click();
  await expect.poll(placesOf).not.toBe(before);
  // Without the view, the picture has no packets.
  await page.getByRole("button", { name: "Views", exact: true }).click();
  await page.getByRole("checkbox", { name: /^Time-sequence/ }).check();
  await page.getByRole("checkbox", { name: /^Queue, packet by packet/ }).uncheck();
  await expect(packets).toHaveCount(0);
});
