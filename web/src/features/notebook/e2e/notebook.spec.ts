// The charts of notebooks: the module that anywidget loads, fed the message that Python sends. The Python
// tests check the message.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "@playwright/test";
import { axe } from "../../../../../e2e/axe.ts";
import { buildNotebookWidget, widgetFiles } from "../../../../../scripts/lib/notebookWidget.mjs";
import type { RunMessage } from "../message.ts";

/** The number of bins of one second. */
const bins = 10;
const counts = (perBin: number): number[] => Array.from({ length: bins }, (_, bin) => perBin * (bin + 1));
const levels = (level: number): number[] => Array.from({ length: 3 * bins }, () => level);
const values = [...counts(500_000), ...counts(250_000), ...levels(20), 4.5, 1, 1, 0, 1];
/** The goodput of two flows, and the queue of a link. The far flow loses a packet after 4.5 s. */
const run: RunMessage = {
  duration: bins,
  width: 1,
  bins,
  interval: 1,
  flows: [
    { id: "near", algorithm: "cubic" },
    { id: "far", algorithm: "newreno" },
  ],
  charts: [
    {
      title: "Goodput",
      unit: "bit/s",
      is_counter: true,
      scale: 8,
      events: true,
      first: 0,
      lines: [
        { id: "near", label: "near", flow: "near" },
        { id: "far", label: "far", flow: "far" },
      ],
      references: [{ id: "fair", label: "fair share", value: 3e6 }],
    },
    {
      title: "Queue",
      unit: "packets",
      is_counter: false,
      scale: 1,
      events: false,
      first: 2 * bins,
      lines: [{ id: "forward", label: "forward", flow: null }],
      references: [],
    },
  ],
  events: { first: 5 * bins, rows: 1, total: 1 },
};

/** A notebook's page: a cell whose widget has a model with the run, and an answer to every question. */
const notebook = `<!doctype html><html lang="en"><title>Notebook</title><link rel="stylesheet" href="widget.css"><main id="cell"></main>
<script type="module">
import widget from "../../../../../e2e/widget.js";
const values = new Float64Array(${JSON.stringify(values)});
const listeners = {};
const model = {
  get: (name) => (name === "run" ? ${JSON.stringify(run)} : new DataView(values.buffer)),
  on: (event, listener) => void (listeners[event] = listener),
  off: (event) => void delete listeners[event],
  send: ({ flow, t }) => listeners["msg:custom"]({ title: flow + ", " + t + " s", sentences: ["A packet was lost."] }),
};
window.remove = widget.render({ model, el: document.getElementById("cell") });
</script>`;

const types: Readonly<Record<string, string>> = { js: "text/javascript", css: "text/css" };

// One worker runs all tests of this file, so that only one builds the charts.
test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  await buildNotebookWidget();
});

test("a notebook with a dark theme shows the page's charts and answers why", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  const colours = "<style>body { background: #111; color: #eee }</style>";
  await page.route("http://notebook.test/**", async (route) => {
    const name = basename(new URL(route.request().url()).pathname);
    const file = widgetFiles.find((path) => basename(path) === name);
    if (file === undefined) await route.fulfill({ contentType: "text/html", body: notebook + colours });
    else
      await route.fulfill({
        contentType: types[name.split(".")[1] ?? ""] ?? "text/plain",
        body: readFileSync(file, "utf8"),
      });
  });
  await page.goto("http://notebook.test/");

  const charts = page.locator(".fs-chart");
  await expect(charts).toHaveCount(2);
  await expect(charts.first()).toContainText("Goodput");
  await expect(charts.first()).toContainText("fair share");
  // 500 kB per second are 4 Mb/s.
  await expect(charts.first().locator(".fs-label", { hasText: "near" })).toContainText("4.00");
  await expect(charts.last().locator(".fs-label")).toContainText("20");
  await expect(page.locator("#cell")).toHaveCSS("color-scheme", "dark");

  await charts.first().locator(".fs-label", { hasText: "far" }).click();
  await expect(page.getByRole("status").filter({ hasText: "far, 10 s" })).toContainText("A packet was lost.");
  const { violations } = await axe(page).include("#cell").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  await page.evaluate("window.remove()");
  await expect(charts).toHaveCount(0);
  expect(faults).toEqual([]);
});
