// Measured data over a run: files are opened, drawn, adjusted and removed, and a link follows one. The
// readers are tested in sim-core/measured, so only the page is tested here.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { longTimeout, openLab, pause, seek, waitForCompleteRun } from "../../../../../e2e/lab.ts";
import { expect, test } from "../../../../../e2e/test.ts";

const file = (name: string): string => `sim-core/measured/tests/tools/${name}`;
const panelOf = (page: Page): Locator => page.getByRole("region", { name: "Measured data" });
const legendOf = (page: Page): Locator =>
  page.getByRole("list", { name: "Drawn series" }).getByRole("listitem");
const table = "time (s),rate (Mbit/s)\n0,6\n10,3\n20,6\n30,6\n";

async function openPanel(page: Page): Promise<Locator> {
  await openLab(page);
  await pause(page);
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("button", { name: "Measured data" }).click();
  await expect(panelOf(page)).toBeVisible(longTimeout);
  return panelOf(page);
}

/** Opens files with the button of the panel. */
const choose = (panel: Locator, files: Parameters<Locator["setInputFiles"]>[0]): Promise<void> =>
  panel.locator("input[type=file]").setInputFiles(files);

const csv = (text: string, name = "rates.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** Drops a file onto the Lab. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ({ content, title }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(content)], title));
      return transfer;
    },
    { content: [...bytes], title: name },
  );
  await page.locator(".lab").dispatchEvent("drop", { dataTransfer: data });
}

/** The label of a chart's line. */
const labelIn = (page: Page, chart: string, text: RegExp): Locator =>
  page.locator(`[data-chart=${chart}] .fs-labels, [data-chart=${chart}]`).getByText(text).first();

test("files of measurement tools are drawn with a legend", async ({ page }) => {
  // A low chart has labels for some of its lines only.
  await page.setViewportSize({ width: 1280, height: 1400 });
  const panel = await openPanel(page);
  await expect(panel).toContainText("not part of the scenario or its link");
  await choose(panel, [file("tcp_nup.flent.gz"), file("iperf3-two-streams.json"), file("two-flows.pcapng")]);
  await expect(legendOf(page)).toHaveCount(6, longTimeout);
  await expect(legendOf(page).first()).toHaveText("M1 tcp_nup.flent.gz: TCP upload sum, rate");
  await expect(legendOf(page).nth(4)).toHaveText(/M5 two-flows\.pcapng: TCP A:\d+ \u2192 A:5201, rate/);
  await expect(labelIn(page, "rate", /^M1 TCP/)).toBeVisible();
  await panel.getByRole("button", { name: "Show the chart \u201cRTT\u201d" }).click();
  for (const name of ["Queue", "Window"]) await page.getByRole("checkbox", { name, exact: true }).uncheck();
  await expect(labelIn(page, "rtt", /^M[246] /)).toBeVisible();
  await panel.getByRole("button", { name: "Remove M1 TCP upload sum" }).click();
  await expect(legendOf(page)).toHaveCount(5);
  await expect(labelIn(page, "rate", /^M1/)).toHaveCount(0);
});

test("a link can follow a measured rate", async ({ page }) => {
  const panel = await openPanel(page);
  await choose(panel, csv(table));
  await panel.getByText("Adjust rates.csv").click();
  await panel.getByRole("button", { name: /^Let link .forward path. follow rate/ }).click();
  await expect(panel.getByRole("status").last()).toContainText("mean rate of 5");
  await waitForCompleteRun(page);
  // From 10 s to 20 s, the link delivers 3 Mb/s, and the rate of all flows follows.
  await page.locator("[data-chart=rate]").getByText("total", { exact: true }).click();
  const totalAt = async (seconds: number): Promise<number> => {
    await seek(page, seconds);
    const text = await page.locator("[data-chart=rate]").innerText();
    return Number(/all flows\s+([\d.]+)/.exec(text)?.[1]);
  };
  await expect.poll(() => totalAt(19), longTimeout).toBeCloseTo(3, 0);
  await expect.poll(() => totalAt(29), longTimeout).toBeCloseTo(6, 0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await waitForCompleteRun(page);
  await expect.poll(() => totalAt(19), longTimeout).toBeGreaterThan(8);
  await expect(legendOf(page)).toHaveCount(1);
});

test("an invalid file is reported with the place of the problem", async ({ page }) => {
  await openLab(page);
  await pause(page);
  await drop(page, "lo.pcap", readFileSync(file("lo.pcap")));
  await expect(legendOf(page)).toHaveCount(2, longTimeout);
  const panel = panelOf(page);
  const flent = readFileSync(file("tcp_nup.flent.gz"));
  await choose(panel, [
    csv(["time,rate", "0,1", "1,2", "2,3", "3,4", "4,5", "5,fast", ""].join("\n"), "seven.csv"),
    { name: "cut.flent.gz", mimeType: "", buffer: flent.subarray(0, 4000) },
    { name: "empty.json", mimeType: "", buffer: Buffer.alloc(0) },
    { name: "noise.bin", mimeType: "", buffer: Buffer.from(Array.from({ length: 99 }, (_, i) => i)) },
  ]);
  const alerts = panel.getByRole("alert");
  await expect(alerts).toHaveCount(4, longTimeout);
  await expect(alerts.first()).toContainText("seven.csv was not read. Everything else is as before.");
  await expect(alerts.first()).toContainText("Place: line 7, column \u201crate\u201d. Found: fast");
  await expect(alerts.nth(1)).toContainText("damaged or ends early");
  await expect(alerts.nth(2)).toContainText("The file is empty");
  await expect(alerts.nth(3)).toContainText("none of the formats");
  await expect(legendOf(page)).toHaveCount(2);
  await alerts.first().getByRole("button", { name: "Dismiss the message" }).click();
  await expect(alerts).toHaveCount(3);
});
