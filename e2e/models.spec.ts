// Models over a run: loaded on demand, drawn with the packets, with reasons in the table, and kept in links.
import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import type { Locator, Page } from "@playwright/test";
import { type SweepDocument, sweepAddress } from "../web/src/features/vary/sweepDocument.ts";
import { axe } from "./axe.ts";
import { longTimeout, openLab } from "./lab.ts";
import { expect, test } from "./test.ts";

/** A link to a scenario, with a view. */
const linkTo = (doc: unknown, view: unknown): string =>
  `#1.${deflateRawSync(Buffer.from(JSON.stringify({ s: doc, w: view }))).toString("base64url")}`;

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

test("deviations of the run from the fluid model are marked", async ({ page }) => {
  await openLab(page, linkTo(red, { t: 19, c: ["queue", "models"] }));
  await expect(sentence(page)).toContainText("fluid model", longTimeout);
  await expect(sentence(page)).toContainText("differs from the fluid model during");
  // Slow start is not part of the model, so the run deviates from it at the start.
  await expect(view(page).locator(".fs-departure").first()).toBeVisible();
  await expect(view(page).locator('path[data-flow="/fluid"]')).toHaveCount(1);
  const { violations } = await axe(page).include(".chart-models").analyze();
  expect(violations).toEqual([]);
});

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

test("the queue and the rate have their models", async ({ page }) => {
  await openLab(page, linkTo(red, { t: 19, c: ["rate.:models", "queue.:models"] }));
  const queue = page.locator(".chart-queue");
  const value = queue.locator(".fs-label", { hasText: "fluid" }).locator(".fs-value");
  await expect(value).toHaveText(/\d/, longTimeout);
  const packets = Number(await value.textContent());
  await queue.getByRole("radio", { name: "ms" }).check({ force: true });
  await expect(page.getByRole("checkbox", { name: "Models: Queue" })).toBeChecked();
  // Packets of 1500 bytes take 0.5 ms at 24 Mbit/s.
  await expect.poll(async () => Number(await value.textContent()), longTimeout).toBeCloseTo(packets * 0.5, 0);
  const rate = page.locator(".chart-rate");
  await expect(rate.locator(".fs-label", { hasText: "Mathis" })).toHaveCount(1);
});

test("the table gives the reason if a model does not hold", async ({ page }) => {
  await openLab(page, linkTo(red, { t: 19, c: ["window", "models.window"] }));
  await expect(view(page).getByRole("radio", { name: "window" })).toBeChecked();
  await expect(sentence(page)).toContainText("Mathis", longTimeout);
  await expect(view(page).locator('path[data-flow="/mathis"]')).toHaveCount(1);
  await view(page)
    .getByRole("button", { name: /^Save: / })
    .click();
  await page.getByRole("menuitem", { name: "Table" }).click();
  const table = page.getByRole("dialog").getByRole("table");
  await expect(table).toContainText("The algorithm follows another rule.");
  await expect(table.getByRole("row").filter({ hasText: "CUBIC" }).first()).toContainText("does not apply");
  await page.keyboard.press("Escape");
  await view(page)
    .getByRole("button", { name: /^Save: / })
    .click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toMatch(/\r\nt,measured,fluid model,Mathis,Padhye,"?AIMD\(a, b\)"?,departs\r\n/);
});

test("a sweep of the loss rate is drawn with the curves of the models", async ({ page }) => {
  const sweep: SweepDocument = {
    sweep: 1,
    scenario: {
      v: 1,
      duration: 30,
      warmup: 5,
      network: {
        kind: "dumbbell",
        forward: { rate: 1e9, delay: 0.04, loss: [{ kind: "random", probability: 0.01 }] },
      },
      flows: [{ id: "a", algorithm: "sack" }],
    },
    vary: [{ path: "network.forward.loss[0].probability", values: ["0.003", "0.01", "0.03"] }],
    seeds: 2,
  };
  await page.goto(`./${await sweepAddress(sweep)}`);
  await page.getByRole("button", { name: "Run the sweep" }).click(longTimeout);
  await expect(page.locator(".vary-run")).toContainText("6 of 6 runs", longTimeout);
  await page.getByRole("combobox", { name: "Show" }).selectOption("a.goodput_bps");
  const figure = page.locator(".vary-results .experiment-figure");
  await expect(figure.getByText("Mathis").first()).toBeVisible(longTimeout);
  await expect(page.locator(".vary-results table")).toContainText("Padhye");
});
