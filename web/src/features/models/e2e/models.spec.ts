// Models over a run: loaded on demand, drawn with the packets, with reasons in the table, and kept in links.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { linkTo, longTimeout, openLab } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

/** Many Reno flows at a RED queue: the fluid model holds. */
const red = {
  v: 1,
  title: "A fluid",
  duration: 20,
  warmup: 8,
  network: {
    kind: "dumbbell",
    forward: {
      rate: 24e6,
      delay: 0.005,
      queue: { kind: "red", min_threshold: 48, max_threshold: 336, limit: { packets: 960 } },
    },
  },
  flows: [
    {
      id: "many",
      algorithm: "newreno",
      count: 24,
      access: { sender: 0.02, receiver: 0.02 },
      start: { min: 0, max: 1 },
    },
  ],
};

const view = (page: Page): Locator => page.locator(".chart-models .fs-view");
const sentence = (page: Page): Locator => view(page).locator("p.fs-hidden");

test("the choice of charts with models is kept in a link", async ({ page, browser }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await openLab(page, linkTo(red, { t: 19, c: ["queue", "window", "models.window"] }));
  const models = page.getByRole("checkbox", { name: "Models: Window" });
  const window = page.locator(".chart-window");
  await expect(models).not.toBeChecked();
  await expect(window.locator(".fs-name", { hasText: "Mathis" })).toHaveCount(0);
  await expect(page.locator(".fs-bar")).toHaveCount(0);
  expect(loaded.filter((path) => path.includes("ModelsOverCharts"))).toEqual([]);
  // The view of the models states the value that the line must have.
  await expect(sentence(page)).toContainText("Mathis", longTimeout);
  const [, law] = /Mathis ([\d.]+)\spackets/.exec((await sentence(page).textContent()) ?? "") ?? [];
  expect(Number(law)).toBeGreaterThan(1);

  await models.focus();
  await page.keyboard.press("Space");
  await expect(models).toBeChecked();
  const label = window.locator(".fs-label", { hasText: "Mathis" });
  await expect
    .poll(async () => Number(await label.locator(".fs-value").textContent()), longTimeout)
    .toBe(Number(law));
  await expect(label.locator("title")).toContainText("holds. Losses are rare");
  // The label of a flow leads to an explanation of the flow; the label of a model does not.
  await label.click();
  await expect(page.getByRole("region", { name: "Why?" })).toHaveCount(0);
  await expect(label.locator("line")).toHaveAttribute("stroke-dasharray", "8 4");
  await expect(window.locator(".fs-chart-note")).toContainText("dashed: model");
  await expect(window.locator(".fs-bar").first()).toBeAttached();
  const summary = window.locator("p.fs-hidden");
  await expect(summary).toContainText(/Mathis.* \(holds\) [\d.]+\spackets/, longTimeout);
  await expect(summary).toContainText("fluid model (holds; packets differ from the model during");
  const { violations } = await axe(page).include(".chart-window").analyze();
  expect(violations).toEqual([]);

  const save = async (name: string): Promise<string> => {
    await window.getByRole("button", { name: "Save: Window" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  const svg = await save("Picture (SVG)");
  expect(svg).toMatch(/<desc>[^<]*Mathis[^<]* \(holds\)/);
  expect(svg).toContain('class="fs-bar"');
  expect(await save("CSV")).toMatch(/,many,model\/many\/mathis\/holds,/);
  await window.getByRole("button", { name: "Save: Window" }).click();
  await page.getByRole("menuitem", { name: "Table" }).click();
  await expect(
    page.getByRole("dialog").getByRole("columnheader", { name: /^Mathis.* \(holds\), packets$/ }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("banner").getByRole("button", { name: "Share" }).click();
  const box = page.getByRole("dialog", { name: "Share" }).getByRole("textbox", { name: "Link" });
  await expect(box).toHaveValue(/^http/, longTimeout);
  const link = await box.inputValue();
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("checkbox", { name: "Models: Window" })).toBeChecked(longTimeout);
  await expect(other.getByRole("checkbox", { name: "Models: Queue" })).not.toBeChecked();
  await expect(other.locator(".chart-window .fs-label", { hasText: "Mathis" })).toBeVisible(longTimeout);
  await other.context().close();
  await page.keyboard.press("Escape");
  await models.uncheck();
  await expect(label).toHaveCount(0);
});
