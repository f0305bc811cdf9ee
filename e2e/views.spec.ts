// The views below the time charts: how they are chosen, linked, saved and read, and the state that they share
// with the charts.
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { expectNoOverflow } from "./checks.ts";
import { linkTo, longTimeout, openLab, pause } from "./lab.ts";
import { expect, test } from "./test.ts";

const LAB = "web/src/features/lab";

/** The views in the list of charts, and those that are one file each. */
const ALL_VIEWS = [
  ...[...readFileSync(`${LAB}/state/shownCharts.ts`, "utf8").matchAll(/^ {2}(\w+): "view/gm)].flatMap(
    ([, id]) => id ?? [],
  ),
  ...readdirSync(`${LAB}/views/simple`).map((file) => file.replace(".ts", "")),
];

/** Two flows, the second of which starts later. */
const two = {
  v: 1,
  title: "Two flows",
  duration: 20,
  network: { kind: "dumbbell", forward: { rate: 1e7, delay: 0.02 } },
  flows: [{ id: "near" }, { id: "far", start: 5, access: { sender: 0.02, receiver: 0.02 } }],
};

/** Ten flows against ten, and web pages. */
const groups = {
  v: 1,
  title: "Groups",
  duration: 10,
  warmup: 2,
  network: { kind: "dumbbell", forward: { rate: 2e7, delay: 0.02 } },
  flows: [
    { id: "lda", label: "LDA+", algorithm: "lda_plus", count: 10 },
    { id: "tcp", label: "Bulk", algorithm: "newreno", count: 10 },
    { id: "web", label: "Web", count: 3, source: { kind: "web" }, role: "background" },
  ],
};

const view = (page: Page, id: string): Locator => page.locator(`.chart-${id} .fs-view`);
const sentence = (page: Page, id: string): Locator => view(page, id).locator("p.fs-hidden");

async function save(page: Page, id: string, item: string): Promise<Buffer> {
  await view(page, id)
    .getByRole("button", { name: /^Save: / })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: item }).click(),
  ]);
  return readFile(await download.path());
}

test("the link keeps the chosen views", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await page.getByRole("button", { name: /^Views/ }).click();
  const list = page.getByRole("group", { name: "Views" });
  // Features add views.
  await expect.poll(() => list.getByRole("checkbox").count()).toBeGreaterThanOrEqual(ALL_VIEWS.length);
  await list.getByRole("checkbox", { name: /^Phase plot Each point of the path is a moment/ }).check();
  await list.getByText("Distribution").click();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Views/ })).toBeFocused();
  await expect(view(page, "phase").locator(".fs-hint")).toContainText("Each point of the path");
  await view(page, "spread").getByRole("combobox", { name: "Quantity" }).selectOption("occupancy");
  await view(page, "spread").getByText("histogram", { exact: true }).click();
  await expect(sentence(page, "spread")).toContainText("Queue length", longTimeout);
  await expect
    .poll(() => decodeURIComponent(new URL(page.url()).hash), longTimeout)
    .toContain("~phase~spread.occupancy|hist");
  const link = new URL(page.url()).hash;
  await page.goto("about:blank");
  await openLab(page, link);
  await expect(view(page, "phase")).toBeVisible();
  await expect(view(page, "spread").getByRole("combobox", { name: "Quantity" })).toHaveValue("occupancy");
  await expect(view(page, "spread").getByRole("radio", { name: "histogram" })).toBeChecked();
});

test("every view is saved as SVG, PNG and CSV with the link of the scenario", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 19.5, c: ALL_VIEWS }));
  for (const id of ALL_VIEWS) {
    await expect(sentence(page, id)).toContainText("s to ", longTimeout);
    const svg = (await save(page, id, "Picture (SVG)")).toString();
    expect(svg).toMatch(/^<svg /);
    expect(svg).toMatch(/<desc>[^<]{40,}<\/desc>/);
    expect(svg).toContain("<dc:source>http");
    expect(svg).not.toContain("NaN");
    const csv = (await save(page, id, "Data (CSV)")).toString();
    expect(csv).toMatch(/^# Fairshare: .* - http.*#s=/);
    expect(csv.split("\r\n").length).toBeGreaterThan(3);
  }
  const png = await save(page, "phase", "Picture (PNG)");
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect(png.toString("latin1")).toContain("#s=");
});

test("charts and views share the cursor, and a view can be read with the keyboard", async ({ page }) => {
  await openLab(page, linkTo(two, { t: 19.5, c: ["rate", "phase", "delay", "spread", "shares"] }));
  // The views have their places when all have read the run.
  for (const id of ["phase", "delay", "spread", "shares"])
    await expect(sentence(page, id)).toContainText("s to ", longTimeout);
  const dot = view(page, "phase").locator(".fs-cursor .fs-dot");
  await expect(dot).toHaveCount(1);
  const placeOfDot = async (): Promise<string> =>
    `${await dot.getAttribute("cx")} ${await dot.getAttribute("cy")}`;
  const atPlayhead = await placeOfDot();
  const rate = page.locator(".chart-rate .fs-plot");
  // At a quarter of the run, only the first flow sends.
  await rate.hover({ position: { x: 200, y: 60 } });
  await expect.poll(placeOfDot).not.toBe(atPlayhead);
  await page.mouse.move(2, 2);
  await expect.poll(placeOfDot).toBe(atPlayhead);
  await expect(page.locator(".chart-rate .fs-cursor line")).toHaveCount(0);
  // The end of the path is where the mark of the playhead is.
  await dot.scrollIntoViewIfNeeded();
  const box = await dot.boundingBox();
  if (!box) throw new Error("the mark is not visible");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page.locator(".chart-rate .fs-cursor line")).toHaveCount(1);
  await page.mouse.move(2, 2);
  await expect(page.locator(".chart-rate .fs-cursor line")).toHaveCount(0);
  // The keyboard moves the cursor of the view that has the focus.
  const status = (id: string): Locator => view(page, id).getByRole("status");
  const focus = (id: string): Promise<void> => view(page, id).getByRole("application").focus();
  await focus("phase");
  await page.keyboard.press("ArrowLeft");
  await expect(status("phase")).toHaveText(/19\.30\s?s: near [\d.]+\s?Mb\/s, far [\d.]+\s?Mb\/s/);
  await focus("spread");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(status("spread")).toHaveText(/^far: 100\s?% of the samples are at most [\d.]+\s?ms$/);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(status("spread")).toHaveText(/^far: 90\s?% of the samples/);
  await focus("shares");
  await page.keyboard.press("ArrowLeft");
  await expect(status("shares")).toHaveText(/19\.10\s?s, near uses [\d.]+\s?%/);
  await view(page, "delay")
    .getByRole("button", { name: /^Save: / })
    .click();
  await page.getByRole("menuitem", { name: "Table" }).click();
  const table = page.getByRole("dialog").getByRole("table");
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(table.getByRole("row", { name: /^far/ })).toContainText("Mb/s");
});

test("each group is one line in every view, and all views fit the width of a phone", async ({ page }) => {
  await openLab(page, linkTo(groups, { t: 9.5, c: ALL_VIEWS }));
  const names = (id: string): Locator => view(page, id).locator(".fs-label .fs-name");
  for (const id of ["shares", "delay", "spread"]) {
    await expect(names(id)).toHaveCount(3, longTimeout);
    await expect(sentence(page, id)).toContainText("LDA+ \u00d7\u202f10", longTimeout);
  }
  await expect(names("scales")).toHaveText([
    "all measured flows",
    "between groups",
    /^within LDA\+/,
    /^within Bulk/,
  ]);
  await expect(sentence(page, "phase")).toContainText(/A flow of .* times as much as a flow of/, longTimeout);
  await view(page, "phase")
    .getByRole("combobox", { name: "Vertical" })
    .selectOption({ label: "Web \u00d7\u202f3" });
  await expect(sentence(page, "phase")).toContainText("Web", longTimeout);
  // Web pages are transfers, whose times the events of the run contain.
  await view(page, "spread").getByRole("combobox", { name: "Quantity" }).selectOption("transfer");
  await expect(sentence(page, "spread")).toContainText(
    /^Completion time, .*: Web .* has median/,
    longTimeout,
  );
  await expect(names("spread")).toHaveCount(1);
  await page.getByText("flow by flow", { exact: true }).click();
  await expect(sentence(page, "delay")).toContainText("LDA+.0", longTimeout);
  await expect(names("spread")).toHaveCount(3);
  // All views fit the width of a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  const { violations } = await axe(page).include(".charts").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
});
