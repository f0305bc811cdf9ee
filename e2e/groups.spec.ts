// Groups of flows in the line of the title, charts, tables, Compare and links; and the window of time that all numbers
// cover.
import type { Page } from "@playwright/test";
import { linkTo, longTimeout, openDetails, openLab, seek, setBuffer, waitForCompleteRun } from "./lab.ts";
import { expect, test } from "./test.ts";

/** Fifty LDA+ flows against fifty NewReno flows on 100 Mb/s, with web mice that use NewReno as well. */
const fifty = {
  v: 1,
  title: "Fifty against fifty",
  duration: 12,
  warmup: 4,
  network: { kind: "dumbbell", forward: { rate: 1e8, delay: 0.02 } },
  flows: [
    { id: "lda", label: "LDA+", algorithm: "lda_plus", count: 50 },
    { id: "tcp", label: "Bulk", algorithm: "newreno", count: 50 },
    {
      id: "mice",
      label: "Web",
      algorithm: "newreno",
      count: 5,
      source: { kind: "mice" },
      role: "background",
    },
  ],
};
const CLASSES = ["LDA+", "Bulk", "Web"];

const plain = (text: string | null): string => (text ?? "").replace(/\u202f/g, " ");

/** The texts of the labels at the right of the rate chart, without their values. */
const legend = (page: Page) => page.locator(".chart-rate .fs-label .fs-name");

test("every list of fifty against fifty flows has one row per class", async ({ page }) => {
  await openLab(page, linkTo(fifty));
  await seek(page, 12);
  await expect(page.locator(".shares-line .shares-name")).toHaveText([/^LDA/, /^Bulk/, /^Web/]);
  await expect(legend(page)).toHaveCount(3);
  expect((await legend(page).allTextContents()).map((text) => plain(text).split(" ")[0]).sort()).toEqual(
    [...CLASSES].sort(),
  );
  await expect(page.locator(".chart-rate")).toContainText("line: mean per flow, band: middle 80");

  const numbers = await openDetails(page, "Numbers");
  const table = numbers.getByRole("table", { name: /^Groups/ });
  await expect(table.getByRole("row")).toHaveCount(4, longTimeout);
  const words = await openDetails(page, "In words");
  await expect(words.locator("p").first()).toContainText(/LDA\+ \(50 flows\) averages .* per flow/);
  await expect(words).toContainText(/within LDA\+, .* within Bulk, and .* between the groups/);

  await page.getByRole("button", { name: "Compare", exact: true }).first().click();
  await page.getByRole("button", { name: "Keep this run as A" }).click();
  await setBuffer(page, "200");
  const results = page.getByRole("table", { name: "Results" });
  for (const name of CLASSES)
    await expect(
      results.getByRole("row", { name: `${name} (` }).filter({ hasText: "goodput per flow" }),
    ).toHaveCount(1, longTimeout);
  await expect(results.getByRole("row", { name: /lda\.|tcp\./ })).toHaveCount(0);
});

test("grouping flows does not change the result", async ({ page }) => {
  await openLab(page);
  const result = new URL(page.url()).hash.match(/r=([0-9a-f]{16})/)?.[1] ?? "";
  expect(result).not.toBe("");
  await page.getByRole("button", { name: "Group", exact: true }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) {
    // On a busy machine, the page shows the new state some frames after the click.
    await box.click();
    await expect(box).toBeChecked();
  }
  await page.getByRole("textbox", { name: "Name of the group" }).fill("Both");
  await page.getByRole("textbox", { name: "Name of the group" }).press("Enter");
  await expect(legend(page)).toHaveCount(1);
  await expect(legend(page)).toContainText("Both");
  await waitForCompleteRun(page);
  await expect.poll(() => new URL(page.url()).hash, longTimeout).toContain("Both");
  const link = new URL(page.url()).hash;
  expect(link).toContain(`r=${result}`);
  await page.goto("about:blank");
  await openLab(page, link);
  await expect(legend(page)).toHaveCount(1);
  await expect(page.getByText("The link states another result")).toHaveCount(0);
});

test("shares, selection and tables state the same goodput", async ({ page }) => {
  const doc = {
    ...fifty,
    duration: 20,
    network: { kind: "dumbbell", forward: { rate: 1e7, delay: 0.02 } },
    flows: [{ id: "near" }, { id: "far", access: { sender: 0.02, receiver: 0.02 } }],
  };
  await openLab(page, linkTo(doc, { t: 20, b: [4, 20] }));
  await expect(page.locator(".shares-window")).toHaveText(/goodput, 4\s?s to 20\.0\s?s/);
  const selection = page.getByRole("region", { name: "Selected" });
  const shares = plain(await page.locator(".shares-line").textContent());
  const numbers = await openDetails(page, "Numbers");
  const table = numbers.getByRole("table", { name: /^Flows from/ });
  for (const flow of ["near", "far"]) {
    // A table of a part of the run appears after its data have arrived.
    await expect(table.getByRole("row", { name: flow })).toContainText("b/s", longTimeout);
    await expect(selection.getByRole("row", { name: flow })).toContainText("b/s", longTimeout);
    const selected = (
      await selection.getByRole("row", { name: flow }).getByRole("cell").allTextContents()
    ).map(plain);
    const listed = (await table.getByRole("row", { name: flow }).getByRole("cell").allTextContents()).map(
      plain,
    );
    expect(listed.some((cell) => cell === selected.find((text) => text.endsWith("b/s")))).toBe(true);
    const share = selected.find((text) => text.endsWith("%") && !text.startsWith("0"));
    expect(shares).toContain(`${flow} ${share}`);
  }
});
